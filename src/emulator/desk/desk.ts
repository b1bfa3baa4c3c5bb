import type { Context, Hono } from 'hono';
import { script, style } from '../../../generated/desk.js';
import { drawingStyle } from '../../preview/style.ts';
import type { Bindings } from '../bindings.ts';
import { CONTROL_PATH } from '../defaults.ts';
import type { Machine } from '../machine.ts';
import { judgeBrand } from '../resource/profile/control.ts';
import { judge } from '../resource/template/control.ts';
import { type ControlAnswer, isRejected } from '../route.ts';
import { mountAttachments } from './attachments.ts';
import type { Feed } from './feed.ts';
import { deskHeaders } from './html.ts';
import { pageOf } from './page.ts';
import { addressOf, partsOf, placeOf } from './place.ts';
import { Words } from './words.ts';

/** The cookie of the language that the reader chose. */
const LANGUAGE = 'notiform-desk-language';
/** Largest form of the page, in bytes. */
const FORM_BYTES = 64 * 1024;

/**
 * The desk: `GET /` is a page on which a person inspects templates, reads messages and sees the log. The page is drawn here. Its
 * script loads it again when the feed reports a change.
 */
export function mountDesk(app: Hono<Bindings>, machine: Machine, feed: Feed): void {
  app.get('/', (context) => {
    const { searchParams } = new URL(context.req.url);
    const words = wordsFor(machine, context);
    const desk = { machine, words, place: placeOf(searchParams) };
    return context.body(pageOf(desk, saidIn(words, searchParams)), 200, deskHeaders('text/html; charset=utf-8'));
  });
  file(app, 'style.css', style + drawingStyle, 'text/css; charset=utf-8');
  file(app, 'script.js', script, 'text/javascript; charset=utf-8');
  app.get(`${CONTROL_PATH}/events`, () => feed.open());

  app.post(`${CONTROL_PATH}/desk/verdict`, async (context) => {
    const form = await formOf(context);
    const [key = '', name = ''] = [form.get('key'), form.get('name')];
    const verdict = form.get('verdict') === 'approve' ? 'approve' : 'reject';
    const answer = decided(machine, key, verdict, form.get('comment')?.trim() ?? '');
    await machine.saved();
    const place = placeOf(new URL(form.get('back') ?? '/', machine.url()).searchParams);
    if (isRejected(answer)) return back(addressOf(place, { open: key }), { problem: answer.message });
    const next = place.state === 'waiting' ? (form.get('next') ?? '') : key;
    return back(addressOf(place, { open: next }), { said: verdict, name });
  });

  app.post(`${CONTROL_PATH}/desk/language`, async (context) => {
    const form = await formOf(context);
    const language = form.get('language') === 'ko' ? 'ko' : 'en';
    const place = placeOf(new URL(form.get('back') ?? '/', machine.url()).searchParams);
    const response = back(addressOf(place), {});
    response.headers.set('set-cookie', `${LANGUAGE}=${language}; Path=/; SameSite=Strict; Max-Age=31536000`);
    return response;
  });

  mountAttachments(app, machine);
}

function decided(machine: Machine, key: string, verdict: 'approve' | 'reject', comment: string): ControlAnswer {
  const [product, profile = '', templateCode = ''] = partsOf(key);
  if (product === 'profile') return judgeBrand(machine, { profile, verdict });
  return judge(machine, { profile, templateCode, verdict, ...(comment === '' ? {} : { comment }) });
}

/** Leads back to the page, which says what happened. */
function back(address: string, said: Record<string, string>): Response {
  const query = new URLSearchParams(said);
  const url = query.size === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`;
  return new Response(null, { status: 303, headers: { ...deskHeaders('text/plain'), location: url } });
}

/** What happened, in the language of the reader; "" for nothing. */
function saidIn(words: Words, query: URLSearchParams): string {
  const [said, problem, name] = [query.get('said'), query.get('problem'), query.get('name') ?? ''];
  if (problem !== null) return `${words.t('No decision')}: ${words.translated(problem)}`;
  if (said === null) return '';
  return `${words.meaning('comment', said === 'approve' ? 'APR' : 'REJ')}: ${name}`;
}

/** The language that the reader chose, else that of `--language` and notiform.yaml, else that of the browser. */
function wordsFor({ language }: Machine, { req }: Context<Bindings>): Words {
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE}=(ko|en)`).exec(req.header('cookie') ?? '')?.[1];
  return new Words(/^ko\b/i.test(chosen ?? language ?? req.header('accept-language') ?? ''));
}

async function formOf({ req }: Context<Bindings>): Promise<Map<string, string>> {
  if (!(Number(req.header('content-length')) <= FORM_BYTES)) return new Map();
  return new Map(new URLSearchParams(await req.text()));
}

function file(app: Hono<Bindings>, name: string, text: string, type: string): void {
  app.get(`${CONTROL_PATH}/desk/${name}`, (context) => context.body(text, 200, deskHeaders(type)));
}
