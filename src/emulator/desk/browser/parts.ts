import type { Fact } from '../views.ts';
import { type Content, el } from './dom.ts';
import { shortTime, toneOf } from './words.ts';

/** Small pieces that several areas show. */

export function badge(word: string, state: string): HTMLElement {
  return el('span', { class: `badge ${toneOf(state)}`, title: state === word ? null : state }, word);
}

export function time(at: string): HTMLElement {
  return el('time', { datetime: `${at.replace(' ', 'T')}+09:00`, title: `${at}, Korean time` }, `${shortTime(at)} KST`);
}

/** Names and values; nothing where there are none. */
export function factList(facts: readonly Fact[]): HTMLElement | null {
  if (facts.length === 0) return null;
  const rows = facts.map(({ name, value }) => el('div', {}, el('dt', {}, name), el('dd', {}, value)));
  return el('dl', { class: 'facts' }, ...rows);
}

/** A part of a detail under a heading of its own; nothing where it would be empty. */
export function part(title: string, ...content: readonly Content[]): HTMLElement | null {
  if (content.every((one) => one === null)) return null;
  return el('section', { class: 'part' }, el('h3', {}, title), ...content);
}
