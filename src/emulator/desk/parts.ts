import { isObject, type Json } from '../../core/json.ts';
import { fillVariables, variableNames } from '../../core/variables.ts';
import { zonedTime } from '../../core/zone.ts';
import type { Bubble, BubbleLink } from '../../preview/bubble.ts';
import { sentLink, textAt, textsIn } from '../../preview/sent/parts.ts';
import type { Context } from '../context.ts';
import type { Machine } from '../machine.ts';
import { plain } from '../route.ts';
import { type Html, html, langOf, type Part } from './html.ts';
import { type AreaName, type DeskPlace, queryOf } from './place.ts';
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
  name: AreaName;
  word: Text;
  title: Text;
  noun: 'request' | 'template' | 'message';
  placeholder: Text;
  empty: Text;
  filters(desk: Desk): readonly { name: string; label: string; options: readonly (readonly [string, string])[] }[];
  entries(desk: Desk): readonly Entry[];
  detail(desk: Desk, key: string): Detail | undefined;
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
  const short = shown.slice('2026-'.length);
  return html`<time datetime="${new Date(ms).toISOString()}" title="${shown}">${short}</time>`;
}

/** A file size: `12 KB`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 ** 2 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

/** A part with a heading; null if it is empty. */
export function part(title: string, ...content: readonly Part[]): Part {
  if (content.every((one) => one === null)) return null;
  return html`<section class="part"><h3>${title}</h3>${content}</section>`;
}

export function quote(text: string, tone = ''): Html {
  return html`<p class="quote ${tone}"${langOf(text)}>${text}</p>`;
}

/** Facts whose values are texts of the desk. Other values may be texts of a user. */
const OWN_WORDS: readonly string[] = ['Webhook', 'Security', 'Adult'] satisfies Text[];

/** Names and values. Members without a value are left out; null if there are none. */
export function factList({ words }: Desk, members: Readonly<Record<string, string | null | undefined>>): Part {
  const facts = Object.entries(members).filter(([, value]) => value);
  if (facts.length === 0) return null;
  const rows = facts.map(([name, value]) => {
    const text = value ?? '';
    return html`<div><dt>${words.translated(name)}</dt><dd>${OWN_WORDS.includes(name) ? words.translated(text) : text}</dd></div>`;
  });
  return html`<dl class="facts">${rows}</dl>`;
}

export function linkFacts({ mobile, pc, android, ios }: BubbleLink): Record<string, string | undefined> {
  return { Mobile: mobile, PC: pc, Android: android, iOS: ios };
}

/** A part of a bubble with its links, which the page shows as text. */
export interface Target {
  part: string;
  type: string;
  links: Readonly<Record<string, string | null | undefined>>;
}

/** Names of parts without a text. */
const UNNAMED: Readonly<Record<string, string>> = { tail: 'More', head: 'Intro', image: 'Image', link: 'The bubble' };

/** Every part with links, in the order of the bubble. `member` is its name in the body. */
export function targetsIn(value: Json, member = ''): Target[] {
  if (Array.isArray(value)) return value.flatMap((one) => targetsIn(one, member));
  if (!isObject(value)) return [];
  const links = { ...linkFacts(sentLink(value)), 'When tapped': textAt(value, 'img_link') };
  const type = textAt(value, 'type');
  const name = textAt(value, 'name') || textAt(value, 'title') || textAt(value, 'header') || (UNNAMED[member] ?? '');
  const own = Object.values(links).some(Boolean) || type !== '' ? [{ part: name, type, links }] : [];
  return [...own, ...Object.entries(value).flatMap(([inner, one]) => targetsIn(one, inner))];
}

export function targetList(desk: Desk, targets: readonly Target[]): Part {
  const { words } = desk;
  if (targets.length === 0) return null;
  const items = targets.map(({ part: name, type, links }) => {
    const shown = type === '' ? words.translated(name) : name;
    return html`<li><p>${shown} <code>${words.withMeaning(type)}</code></p>${factList(desk, links)}</li>`;
  });
  return html`<ol class="targets">${items}</ol>`;
}

export interface FileLink {
  name: string;
  size: number;
  /** A path of this emulator. */
  address: string;
  /** True if a browser shows it; false if it is a download. */
  isShown: boolean;
}

/** Files, which open in a new tab or are downloaded; null if there are none. */
export function fileList({ words }: Desk, files: readonly FileLink[]): Part {
  if (files.length === 0) return null;
  const items = files.map(({ name, size, address, isShown }) => {
    const opens = isShown ? html` target="_blank" rel="noopener noreferrer"` : html` download`;
    const shown = words.translated(sizeOf(size));
    return html`<li><a href="${address}"${langOf(name)}${opens}>${name}</a> <span class="quiet">${shown}</span></li>`;
  });
  return html`<ul class="files" aria-label="${words.t('Attachments')}">${items}</ul>`;
}

/** The address of the manifest, if it is known. */
export function manifestLine({ words }: Desk, address: string | null): Part {
  return address === null ? null : under(`${words.t('Manifest')} `, html`<code>${address}</code>`);
}

/** How many files a row has. */
export function filesOf({ words }: Desk, attachments: number): string {
  return attachments === 0 ? '' : ` · ${words.count(attachments, 'file')}`;
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
  const form = html`<form class="samples" action="/">${others}${fields}<button>${words.t('Show the samples')}</button></form>`;
  return part(words.t('Sample values'), form);
}
