import { isObject, type Json } from '../../core/json.ts';
import { fillVariables, variableNames } from '../../core/variables.ts';
import { zonedTime } from '../../core/zone.ts';
import type { Bubble } from '../../preview/bubble.ts';
import { sentLink, textAt, textsIn } from '../../preview/sent/parts.ts';
import type { Context } from '../context.ts';
import type { Machine } from '../machine.ts';
import { includes } from '../numbers.ts';
import { servedAs } from '../resource/file-types.ts';
import { plain } from '../route.ts';
import { type Html, html, langOf, type Part } from './html.ts';
import { type DeskPlace, queryOf } from './place.ts';
import type { Text } from './texts.ts';
import { toneOf, type Words } from './words.ts';

/** What a page is drawn from. */
export interface Desk {
  machine: Machine;
  words: Words;
  place: DeskPlace;
}

/** An entity as a list shows it. */
export interface Entry {
  key: string;
  isFound(search: string): boolean;
  row(): { title: string; mark: Part; lines: readonly Part[] };
}

/** The open row. */
export interface Detail {
  title: string;
  mark: Part;
  /** Under the title. */
  line: Part;
  bubble?: Bubble;
  /** What a verdict is given on. */
  subject?: { hasComment: boolean };
  before: readonly Part[];
  after: readonly Part[];
}

/** A list with a search, filters, and the pane of the open row. */
export interface Area {
  title: Text;
  noun: 'request' | 'template' | 'message';
  placeholder: Text;
  empty: Text;
  filters(desk: Desk): readonly {
    name: 'state' | 'type' | 'result';
    label: string;
    options: readonly (readonly [string, string])[];
  }[];
  entries(desk: Desk): readonly Entry[];
  detail(desk: Desk, key: string): Detail | undefined;
}

/** What the list of templates shows of a template or an application. */
interface TemplateRow {
  key: string;
  title: string;
  mark(): Part;
  /** Its code and its profile. */
  names: Part;
  at: number;
  files?: number;
  /** Texts that a search finds. */
  texts: readonly string[];
}

export function listed(desk: Desk, { key, title, mark, names, at, files = 0, texts }: TemplateRow): Entry {
  return {
    key,
    isFound: (search) => includes([title, ...texts], search),
    row: () => ({
      title,
      mark: mark(),
      lines: [under(names, ' · ', time(desk, at), files === 0 ? '' : ` · ${desk.words.count(files, 'file')}`)],
    }),
  };
}

/** The code of a template and the alias of its profile. */
export function namesOf(
  { machine }: Desk,
  { senderKey, templateCode }: { senderKey: string; templateCode: string },
): Part {
  return html`<code>${templateCode}</code> · ${machine.store.profiles.get(senderKey)?.alias ?? senderKey}`;
}

export function badge(word: string, state: string): Html {
  return html`<span class="badge ${toneOf(state)}" title="${state === word ? '' : state}">${word}</span>`;
}

export function under(...content: readonly Part[]): Html {
  return html`<p class="under">${content}</p>`;
}

/** A time in the time zone of the desk: `2026-11-20 12:00:00 KST`. */
export function shownTime({ timezone }: Pick<Context, 'timezone'>, ms: number): string {
  return zonedTime(ms, timezone, 'second');
}

export function time({ machine }: Desk, ms: number): Html {
  const shown = shownTime(machine, ms);
  return html`<time datetime="${new Date(ms).toISOString()}" title="${shown}">${shown.slice('2026-'.length)}</time>`;
}

/** A part with a heading; null if it is empty. */
export function part(title: string, ...content: readonly Part[]): Part {
  if (content.every((one) => one === null)) return null;
  return html`<section class="part"><h3>${title}</h3>${content}</section>`;
}

export function quote(text: string, tone = ''): Html {
  return html`<p class="quote ${tone}"${langOf(text)}>${text}</p>`;
}

/** A part with a JSON document; null if there is none. */
export function jsonPart(title: string, value: unknown): Part {
  if (value === null) return null;
  return part(title, html`<pre tabindex="0" aria-label="${title}">${JSON.stringify(value, null, 2)}</pre>`);
}

/** The members of a request that the documents do not have; null if there are none. */
export function unknownPart({ words }: Desk, paths: readonly string[]): Part {
  return paths.length === 0 ? null : part(words.t('Not in the documents'), quote(paths.join('\n'), 'due'));
}

/** Names and values. Members without a value are left out; null if there are none. */
export function factList({ words }: Desk, members: Readonly<Record<string, string | null | undefined>>): Part {
  const facts = Object.entries(members).filter(([, value]) => value);
  if (facts.length === 0) return null;
  const rows = facts.map(([name, value]) => html`<div><dt>${words.translated(name)}</dt><dd>${value ?? ''}</dd></div>`);
  return html`<dl class="facts">${rows}</dl>`;
}

/** The parts of a sent body with links, in the order of the bubble. The page shows the links as text. */
export function targetList(desk: Desk, body: Json): Part {
  const items = targetsIn(desk, body);
  return items.length === 0 ? null : html`<ol class="targets">${items}</ol>`;
}

/** @param member the name of the value in the body */
function targetsIn(desk: Desk, value: Json, member = ''): Part[] {
  if (Array.isArray(value)) return value.flatMap((one) => targetsIn(desk, one, member));
  if (!isObject(value)) return [];
  const { mobile, pc, android, ios } = sentLink(value);
  const [image, phone, plugin] = ['img_link', 'tel_number', 'plugin_id'].map((name) => textAt(value, name));
  const links = { Mobile: mobile, PC: pc, Android: android, iOS: ios, 'When tapped': image };
  const facts = factList(desk, { ...links, 'Phone number': phone, Plugin: plugin });
  const inner = Object.entries(value).flatMap(([name, one]) => targetsIn(desk, one, name));
  const type = textAt(value, 'type');
  if (facts === null && type === '') return inner;
  const own = textAt(value, 'name') || textAt(value, 'title') || textAt(value, 'header');
  const shown = own || desk.words.meaning('member', member);
  return [html`<li><p>${shown} <code>${desk.words.withMeaning('form', type)}</code></p>${facts}</li>`, ...inner];
}

export interface FileLink {
  name: string;
  size: number;
  /** A path of this emulator. */
  address: string;
}

/** Files, which open in a new tab or are downloaded; null if there are none. */
export function fileList({ words }: Desk, files: readonly FileLink[]): Part {
  if (files.length === 0) return null;
  const items = files.map(({ name, size, address }) => {
    const opens = servedAs(name).isShown ? html` target="_blank" rel="noopener noreferrer"` : html` download`;
    const shown =
      size < 1024 ? `${size} bytes` : `${(size / 1024).toLocaleString('en', { maximumFractionDigits: 0 })} KB`;
    return html`<li><a href="${address}"${langOf(name)}${opens}>${name}</a> <span class="quiet">${shown}</span></li>`;
  });
  return html`<ul aria-label="${words.t('Attachments')}">${items}</ul>`;
}

/** A bubble whose variables have the values that the reader typed. */
export function filledBubble(bubble: Bubble, samples: ReadonlyMap<string, string>): Bubble {
  if (samples.size === 0) return bubble;
  const fill = (_name: string, value: unknown): unknown =>
    typeof value === 'string' ? fillVariables(value, samples) : value;
  return JSON.parse(JSON.stringify(bubble), fill) as Bubble; // the bubble itself, with other texts
}

/** A form for values of the variables, which the bubble then shows. */
export function sampleForm({ words, place }: Desk, bubble: Bubble): Part {
  const names = variableNames(textsIn(plain(bubble)));
  if (names.length === 0) return null;
  const fields = names.map((name) => {
    const value = place.samples.get(name) ?? '';
    return html`<label>${name} <input name="v.${name}" value="${value}" autocomplete="off"></label>`;
  });
  const others = queryOf(place, { samples: new Map() }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const button = html`<noscript><button>${words.t('Show the samples')}</button></noscript>`;
  return part(words.t('Sample values'), html`<form class="samples" action="/">${others}${fields}${button}</form>`);
}
