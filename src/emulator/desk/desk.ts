import type { Context, Hono } from 'hono';
import { page, script, style } from '../../../generated/desk.js';
import type { Bubble } from '../../preview/bubble.ts';
import { drawBubble } from '../../preview/draw.ts';
import { drawingStyle } from '../../preview/style.ts';
import type { Bindings } from '../bindings.ts';
import { formatDateTime } from '../dates.ts';
import { CONTROL_PATH } from '../defaults.ts';
import type { Machine } from '../machine.ts';
import type { JournalEntry } from '../public-types.ts';
import { includes } from '../search.ts';
import { mountAttachments } from './attachments.ts';
import { brandEntry } from './brand-view.ts';
import type { Entry, TemplateEntry } from './entry.ts';
import type { Feed } from './feed.ts';
import { deskHeaders, SANDBOX_POLICY } from './headers.ts';
import { arrivals, findArrived } from './messages.ts';
import { notificationEntry } from './notification-view.ts';
import { statusOf } from './status.ts';
import type { JournalRow, Listing } from './views.ts';
import { applicationView, waitingEntries } from './waiting.ts';

/** The default and the maximum number of rows. */
const USUAL_ROWS = 50;
const MOST_ROWS = 2000;

type Query = (name: string) => string;

/**
 * The desk: `GET /` is a page on which a person inspects templates, reads messages and sees the log. It uses the
 * control API's verdicts and the lists below. The feed reports changes.
 */
export function mountDesk(app: Hono<Bindings>, machine: Machine, feed: Feed): void {
  const { timezone, language = '' } = machine;
  const settings = `data-language="${language}" data-timezone="${timezone}"`;
  file(
    app,
    '/',
    page.replace('data-language="" data-timezone="Asia/Seoul"', () => settings),
    'text/html; charset=utf-8',
  );
  file(app, `${CONTROL_PATH}/desk/style.css`, style + drawingStyle, 'text/css; charset=utf-8');
  file(app, `${CONTROL_PATH}/desk/script.js`, script, 'text/javascript; charset=utf-8');
  app.get(`${CONTROL_PATH}/events`, () => feed.open());

  const template = (query: Query): TemplateEntry | undefined =>
    findTemplate(machine, query('product'), query('senderKey'), query('code'));

  show(app, '/status', () => statusOf(machine));
  list(app, '/templates', (query) => templateEntries(machine, query('product'), query('state')));
  show(app, '/template', (query) => template(query)?.view());
  list(app, '/waiting', () => waitingEntries(machine));
  show(app, '/application', (query) => applicationView(machine, query('senderKey')));
  list(app, '/messages', () => arrivals(machine));
  show(app, '/message', (query) => findArrived(machine, query('key'))?.view());
  list(app, '/journal', () => machine.journal.entries().reverse().map(requestEntry));

  mountAttachments(app, machine);
  drawing(app, '/bubble/template', (query) => template(query)?.bubble());
  drawing(app, '/bubble/message', (query) => findArrived(machine, query('key'))?.bubble());
}

function requestEntry(entry: JournalEntry): Entry<JournalRow> {
  const { method, path, templateCode, status, code, fault } = entry;
  const texts = [`${method} ${path}`, templateCode ?? '', String(status ?? ''), code ?? '', fault ?? ''];
  return {
    isFound: (search) => includes(texts, search),
    row: () => ({ ...entry, at: formatDateTime(entry.at) }),
  };
}

function countOf(query: Query): number {
  const given = Number(query('count') || USUAL_ROWS);
  return Number.isInteger(given) ? Math.min(Math.max(given, 1), MOST_ROWS) : USUAL_ROWS;
}

function queryOf(context: Context<Bindings>): Query {
  return (name) => context.req.query(name) ?? '';
}

function file(app: Hono<Bindings>, path: string, text: string, type: string): void {
  app.get(path, (context) => context.body(text, 200, deskHeaders(type)));
}

/** The first rows that match a search. */
function list(app: Hono<Bindings>, path: string, entries: (query: Query) => readonly Entry<object>[]): void {
  show(app, path, (query): Listing<object> => {
    const [all, search] = [entries(query), query('search')];
    const found = search === '' ? all : all.filter((entry) => entry.isFound(search));
    return { total: found.length, rows: found.slice(0, countOf(query)).map((entry) => entry.row()) };
  });
}

/** Answers with JSON; 404 if `find` returns nothing. */
function show(app: Hono<Bindings>, path: string, find: (query: Query) => object | undefined): void {
  app.get(`${CONTROL_PATH}/desk${path}`, (context) => {
    const found = find(queryOf(context));
    const answer = found ?? { ok: false, message: 'not found' };
    return context.body(JSON.stringify(answer), found ? 200 : 404, deskHeaders('application/json; charset=utf-8'));
  });
}

/** Answers with a bubble as SVG. With an `id`, the SVG becomes a part of the page, whose policy forbids inline styles. */
function drawing(app: Hono<Bindings>, path: string, find: (query: Query) => Bubble | undefined): void {
  app.get(CONTROL_PATH + path, (context) => {
    const bubble = find(queryOf(context));
    if (bubble === undefined) return context.json({ ok: false, message: 'not found' }, 404);
    const id = context.req.query('id');
    return context.body(drawBubble(bubble, id), 200, deskHeaders('image/svg+xml; charset=utf-8', SANDBOX_POLICY));
  });
}

/** The templates of a product and state, newest first; "" is any. */
function templateEntries(machine: Machine, product: string, state: string): TemplateEntry[] {
  const { templates, brandTemplates } = machine.store;
  const notifications = [...templates.values()].map((template) => notificationEntry(machine, template));
  const brands = [...brandTemplates.values()].map((template) => brandEntry(machine, template));
  return [...(product === 'brand' ? [] : notifications), ...(product === 'notification' ? [] : brands)]
    .filter((entry) => state === '' || entry.state() === state)
    .sort((a, b) => b.serial - a.serial);
}

function findTemplate(machine: Machine, product: string, senderKey: string, code: string): TemplateEntry | undefined {
  const { templates, brandTemplates } = machine.store;
  if (product === 'brand') {
    const brand = brandTemplates.of(senderKey, code);
    return brand && brandEntry(machine, brand);
  }
  const notification = templates.of(senderKey, code);
  return notification && notificationEntry(machine, notification);
}
