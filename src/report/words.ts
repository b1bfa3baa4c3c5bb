import { own } from '../core/json.ts';
import type { Risk } from '../core/kind.ts';
import type { Action, Reason } from '../core/plan.ts';
import { states, waits } from '../kinds/registry.ts';
import { type Span, span } from './line.ts';
import type { Tone } from './style.ts';

interface ActionWords {
  symbol: string;
  tone: Tone;
  /** `2 to create` */
  todo: string;
  done: string;
}

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
  'not-there': 'declared, and the service has none',
  'content-differs': 'its content is not what the manifest says',
  'state-differs': 'its content is as wanted, its state is not',
  'in-use': 'an approved text stays as it is, until this one is approved as well',
  superseded: 'an older version, and enough newer ones have been in use for long enough',
  abandoned: 'a version under way, and no manifest wants its text any more',
  resubmitted: 'the rejected content goes in again, as --resubmit says',
  'removed-from-manifests': 'ours, and no manifest declares it any more',
  'not-bound': 'the service has it, and from now on it is ours',
  unfinished: 'an earlier apply began to create it and did not finish',
  renamed: 'its id changed in the manifest; the service knows no ids',
  drifted: 'somebody else changed it at the service since the last apply',
  edited: 'its manifest changed since the last apply',
  vanished: 'it was there after the last apply, and somebody else removed it',
  gone: 'no manifest declares it any more, and the service has none',
};

export const RISK_WORDS: Readonly<Record<Risk, string>> = {
  'queues-again': 'it gives up its place in the inspection queue',
  'loses-approval': 'it loses its approval and needs a new inspection',
  'interrupts-sending': 'messages of it can no longer be sent',
  destroys: 'it is gone for good',
  resubmits: 'what was rejected goes in again unchanged',
};

/** What a resource in this state waits for; undefined if it waits for no external decision. */
export function outstandingIn(state: string): string | undefined {
  return own(states, state)?.waitsFor;
}

/** `2 verdicts and 1 encoding` of the words that are waited for. */
export function waitsCounted(outstanding: readonly string[]): string {
  const kinds = [...new Set(outstanding)].map((one) => {
    const noun = own(waits, one) ?? { one, many: one };
    return counted(outstanding.filter((other) => other === one).length, noun.one, noun.many);
  });
  return kinds.join(' and ');
}

/** `a verdict`; a word that is not known stands for itself. */
export function waitsWord(waitsFor: string): string {
  return own(waits, waitsFor)?.word ?? waitsFor;
}

/** `in inspection`; a state that is not known has no words. */
function stateWord(state: string): string {
  return own(states, state)?.word ?? '';
}

/** A state's short word in its colour. */
export function stateSpan(state: string): Span {
  return span(state, own(states, state)?.tone ?? 'bold');
}

/** `REJ rejected`, `present`: the short word, and what it means where that is another. */
export function stateSpans(state: string): Span[] {
  const word = stateWord(state);
  const ours = state === 'present' || state === 'absent';
  if (ours) return [span(word, own(states, state)?.tone ?? 'dim')];
  return word === '' ? [stateSpan(state)] : [stateSpan(state), span(` ${word}`)];
}

/** `1 template`, `2 templates` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
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
