import { own } from '../core/json.ts';
import type { Risk } from '../core/kind.ts';
import type { Language } from '../core/language.ts';
import type { Action, Reason } from '../core/plan.ts';
import { states, waits } from '../kinds/registry.ts';
import { type Span, span } from './line.ts';
import type { Tone } from './style.ts';

/** A symbol before a line. */
export interface Mark {
  symbol: string;
  tone: Tone;
}

interface ActionWords extends Mark {
  /** `2 to create` */
  todo: string;
  done: string;
}

export const BLOCKED: Mark = { symbol: '✗', tone: 'red' };
export const WAITING: Mark = { symbol: '⧖', tone: 'yellow' };

export const ACTION_WORDS: Readonly<Record<Action, ActionWords>> = {
  create: { symbol: '+', tone: 'green', todo: 'create', done: 'created' },
  update: { symbol: '~', tone: 'yellow', todo: 'update', done: 'updated' },
  version: { symbol: '»', tone: 'yellow', todo: 'publish as a new version', done: 'published as a new version' },
  lifecycle: { symbol: '↻', tone: 'cyan', todo: 'change state', done: 'state changed' },
  delete: { symbol: '-', tone: 'red', todo: 'delete', done: 'deleted' },
  adopt: { symbol: '=', tone: 'blue', todo: 'adopt', done: 'adopted' },
  move: { symbol: '→', tone: 'blue', todo: 'rename', done: 'renamed' },
  forget: { symbol: '∅', tone: 'magenta', todo: 'forget', done: 'forgotten' },
};

/** Every action in the order in which a legend and the counts name them. */
export const ACTIONS: readonly Action[] = [
  'create',
  'update',
  'version',
  'lifecycle',
  'adopt',
  'move',
  'delete',
  'forget',
];

export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  'not-there': 'not on the service yet',
  'content-differs': 'content differs from the manifest',
  'state-differs': 'content matches, state differs',
  'in-use': 'the approved text stays in use until this version is approved',
  superseded: 'an older version; newer versions have been in use long enough',
  abandoned: 'a version whose text no manifest declares any more',
  resubmitted: 'requests inspection of the rejected content again (--resubmit)',
  'removed-from-manifests': 'managed by notiform, and no manifest declares it any more',
  'not-bound': 'on the service already; notiform manages it from now on',
  unfinished: 'an earlier apply started to create it and did not finish',
  renamed: 'its id changed in the manifest; the service knows no ids',
  'same-file': 'its file is uploaded already, and is not uploaded again',
  drifted: 'changed outside notiform since the last apply',
  edited: 'its manifest changed since the last apply',
  vanished: 'deleted outside notiform since the last apply',
  gone: 'no manifest declares it any more, and it no longer exists',
};

export const RISK_WORDS: Readonly<Record<Risk, string>> = {
  'queues-again': 'loses its place in the inspection queue',
  'loses-approval': 'loses its approval and needs a new inspection',
  'interrupts-sending': 'messages with it can no longer be sent',
  destroys: 'deletes it permanently',
  resubmits: 'requests inspection of the same rejected content again',
};

/** Returns the external decision that a resource in this state waits for, or undefined. */
export function outstandingIn(state: string): string | undefined {
  return own(states, state)?.waitsFor;
}

/** True if a resource can be used in this state. */
export function isUsable(state: string): boolean {
  return own(states, state)?.tone === 'green';
}

/** True if a resource in this state cannot be used until a person acts: stopped, dormant, blocked, rejected. */
export function isOutOfUse(state: string): boolean {
  return own(states, state)?.tone === 'red';
}

/** `in inspection`, `검수 중`; the state's own name if it is unknown. */
export function stateName(state: string, language: Language): string {
  return own(states, state)?.word[language] ?? state;
}

/** `2 verdicts and 1 encoding` of the words that are waited for. */
export function waitsCounted(outstanding: readonly string[]): string {
  const kinds = [...new Set(outstanding)].map((one) => {
    const noun = own(waits, one) ?? { one, many: one };
    return counted(outstanding.filter((other) => other === one).length, noun.one, noun.many);
  });
  return kinds.join(' and ');
}

/** `a verdict`; an unknown word is returned unchanged. */
export function waitsWord(waitsFor: string, language: Language = 'en'): string {
  return own(waits, waitsFor)?.word[language] ?? waitsFor;
}

/** `in inspection`, without the state's own name; empty for an unknown state. */
function stateWord(state: string): string {
  const word = own(states, state)?.word.en ?? '';
  return word.startsWith(state) ? word.slice(state.length).trim() : word;
}

/** A state's short word in its colour. */
export function stateSpan(state: string): Span {
  return span(state, own(states, state)?.tone ?? 'bold');
}

/** `REJ rejected`, `present`: the short word, and its meaning if that is another word. */
export function stateSpans(state: string, language: Language = 'en'): Span[] {
  const word = language === 'en' ? stateWord(state) : (own(states, state)?.word[language] ?? '');
  const ours = state === 'present' || state === 'absent';
  // Words of ours are translated. Codes of the service are shown too, because its console has them.
  const isTranslated = language !== 'en' && /^[a-z]/.test(state) && word !== '';
  if (ours || isTranslated) return [span(word, own(states, state)?.tone ?? 'dim')];
  return word === '' ? [stateSpan(state)] : [stateSpan(state), span(` ${word}`)];
}

/** `1 template`, `2 templates` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `2 waiting`, `1 blocked`: the counts that are not zero. */
export function numbered(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([word, count]) => (count === 0 ? [] : [`${count} ${word}`]));
}

/** `40 s`, `1 m 30 s`, `2 h 5 m` of milliseconds. */
export function durationWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
