import type { Phrase } from './language.ts';

/** How people read a state of a resource, or what an inspector or the service still has to do about it. */
interface StateWords {
  /** `in inspection` */
  word: Phrase;
  /** Green if the resource can be used in this state. */
  tone: 'green' | 'yellow' | 'red' | 'dim';
  /** The decision that the resource waits for in this state: a key of `Waits`. */
  waitsFor?: string;
}

export type States = Readonly<Record<string, StateWords>>;

/**
 * External decisions: as `waits for a verdict`, and counted as `1 verdict`, `2 verdicts`. `unreported` is what to do about a
 * refusal that the service does not report. It may name the `{id}` of the resource.
 */
export type Waits = Readonly<Record<string, { word: Phrase; one: string; many: string; unreported?: string }>>;
