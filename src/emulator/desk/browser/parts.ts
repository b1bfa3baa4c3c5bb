import { KOREA, zonedTime } from '../../../core/zone.ts';
import type { Fact, FileLink } from '../views.ts';
import { type Content, el, langOf } from './dom.ts';
import { t } from './language.ts';
import { codeWordsOf, shortTime, toneOf } from './words.ts';

/** Small pieces that several areas show. */

export function badge(word: string, state: string): HTMLElement {
  return el('span', { class: `badge ${toneOf(state)}`, title: state === word ? null : state }, t(word));
}

/** The time zone of `notiform.yaml`, or Korea. */
const timezone = document.documentElement.dataset['timezone'] ?? KOREA;

/** @param at Korean time, as the service writes it */
export function time(at: string): HTMLElement {
  const datetime = `${at.replace(' ', 'T')}+09:00`;
  const shown = timezone === KOREA ? `${at} KST` : zonedTime(Date.parse(datetime), timezone, 'second');
  return el('time', { datetime, title: shown }, shortTime(shown));
}

/** The address of the manifest; nothing if it is not known. */
export function manifestLine(address: string | null): HTMLElement | null {
  if (address === null) return null;
  return el('p', { class: 'under' }, `${t('Manifest')} `, el('code', {}, address));
}

/** Facts whose values are words of the desk; all others may hold a text of a user. */
const OWN_WORDS = new Set(['Webhook', 'Security', 'Adult']);

/** Names and values; nothing where there are none. */
export function factList(facts: readonly Fact[]): HTMLElement | null {
  if (facts.length === 0) return null;
  const rows = facts.map(({ name, value }) =>
    el('div', {}, el('dt', {}, t(name)), el('dd', {}, OWN_WORDS.has(name) ? t(value) : value)),
  );
  return el('dl', { class: 'facts' }, ...rows);
}

/** Files, each of which opens in a tab of its own or is downloaded; nothing where there are none. */
export function fileList(files: readonly FileLink[]): HTMLElement | null {
  if (files.length === 0) return null;
  const rows = files.map(({ name, size, address, isShown }) => {
    const opens = isShown ? { target: '_blank', rel: 'noopener noreferrer' } : { download: true };
    const link = el('a', { href: address, lang: langOf(name), ...opens }, name);
    return el('li', {}, link, ' ', el('span', { class: 'quiet' }, size));
  });
  return el('ul', { class: 'files', 'aria-label': t('Attachments') }, ...rows);
}

/** A code of the service with its meaning: `BA · NONE (Basic, No emphasis)`. */
export function meaning(code: string): string {
  const words = codeWordsOf(code).map(t).join(', ');
  return words === code || code === '' ? code : `${code} (${words})`;
}

/** A part of a detail under a heading of its own; nothing where it would be empty. */
export function part(title: string, ...content: readonly Content[]): HTMLElement | null {
  if (content.every((one) => one === null)) return null;
  return el('section', { class: 'part' }, el('h3', {}, t(title)), ...content);
}
