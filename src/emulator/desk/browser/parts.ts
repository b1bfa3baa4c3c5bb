import { KOREA, zonedTime } from '../../../core/zone.ts';
import type { Fact, FileLink, Target } from '../views.ts';
import { type Content, el, langOf } from './dom.ts';
import { count, t, translated } from './language.ts';
import type { RollRow } from './roll.ts';
import type { Text } from './texts.ts';
import { toneOf, withMeaning } from './words.ts';

/** Elements that several areas share. */

export function badge(word: string, state: string): HTMLElement {
  return el('span', { class: `badge ${toneOf(state)}`, title: state === word ? null : state }, word);
}

export function under(...content: readonly Content[]): HTMLElement {
  return el('p', { class: 'under' }, ...content);
}

/** The code, profile and form of a template. */
export function codeLine({ code, profile, form }: { code: string; profile: string; form: string }): HTMLElement {
  return under(el('code', {}, code), ` · ${profile} · ${withMeaning(form)}`);
}

/** A row of a list: a title that opens it, a badge, and further lines. */
export function rowOf(address: string, title: string, mark: Content, ...lines: readonly Content[]): RollRow {
  const target = el('a', { class: 'row-link', href: address, lang: langOf(title) }, title);
  return { element: el('li', { class: 'row' }, el('p', { class: 'row-top' }, target, mark), ...lines), target };
}

/** The last line of a row: a time and the number of attachments. */
export function rowEnd(at: string, attachments: number): HTMLElement {
  const files = attachments === 0 ? null : ` · ${count(attachments, 'file')}`;
  return el('p', { class: 'row-end under' }, time(at), files);
}

/** The time zone of `notiform.yaml`, or Korea. */
const timezone = document.documentElement.dataset['timezone'] ?? KOREA;

/** @param at Korean time, as the service writes it */
export function time(at: string): HTMLElement {
  const datetime = `${at.replace(' ', 'T')}+09:00`;
  const shown = timezone === KOREA ? `${at} KST` : zonedTime(Date.parse(datetime), timezone, 'second');
  return el('time', { datetime, title: shown }, shown.slice('2026-'.length));
}

/** The address of the manifest, if it is known. */
export function manifestLine(address: string | null): HTMLElement | null {
  return address === null ? null : under(`${t('Manifest')} `, el('code', {}, address));
}

/** Facts whose values are texts of the desk. Other values may be texts of a user. */
const OWN_WORDS: readonly string[] = ['Webhook', 'Security', 'Adult'] satisfies Text[];

/** A list of names and values; null if it is empty. */
export function factList(facts: readonly Fact[]): HTMLElement | null {
  if (facts.length === 0) return null;
  const rows = facts.map(({ name, value }) =>
    el('div', {}, el('dt', {}, translated(name)), el('dd', {}, OWN_WORDS.includes(name) ? translated(value) : value)),
  );
  return el('dl', { class: 'facts' }, ...rows);
}

/** A list of files, which open in a new tab or are downloaded; null if it is empty. */
export function fileList(files: readonly FileLink[]): HTMLElement | null {
  if (files.length === 0) return null;
  const rows = files.map(({ name, size, address, isShown }) => {
    const opens = isShown ? { target: '_blank', rel: 'noopener noreferrer' } : { download: true };
    const link = el('a', { href: address, lang: langOf(name), ...opens }, name);
    return el('li', {}, link, ' ', el('span', { class: 'quiet' }, translated(size)));
  });
  return el('ul', { class: 'files', 'aria-label': t('Attachments') }, ...rows);
}

/** A part with a heading; null if it is empty. */
export function part(title: string, ...content: readonly Content[]): HTMLElement | null {
  if (content.every((one) => one === null)) return null;
  return el('section', { class: 'part' }, el('h3', {}, title), ...content);
}

export function listOf<T>(name: string, things: readonly T[], draw: (thing: T) => HTMLElement): HTMLElement | null {
  return things.length === 0 ? null : el('ol', { class: name }, ...things.map(draw));
}

/** The parts of a bubble that lead somewhere, with their links; null if there are none. */
export function targetList(targets: readonly Target[]): HTMLElement | null {
  return listOf('targets', targets, targetItem);
}

function targetItem({ part: name, type, links }: Target): HTMLElement {
  const title = el('p', {}, type === '' ? translated(name) : name, ' ', el('code', {}, withMeaning(type)));
  return el('li', {}, title, factList(links));
}
