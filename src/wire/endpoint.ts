import type * as z from 'zod';
import type { Wire } from '../core/wire.ts';
import type { Words } from './dialect.ts';

/**
 * The effect of a call, which decides if it may be repeated. The transport repeats a `read`. It repeats a `write` only after a 429,
 * and a `once` (a send) only if the service clearly did not accept it.
 */
export type CallKind = 'read' | 'write' | 'once';

/** One endpoint of either API. `T` is the type of its answer. */
export interface Endpoint<T> {
  api: 'resource' | 'message';
  /** For traces and messages: `template.add`. */
  name: string;
  /** With `{segment}` and `{product}` for the words that the spec neutralises. */
  path: string;
  kind: CallKind;
  /** Reads the whole body of a good answer. */
  answer: z.ZodType<T>;
  /** The advice if the service refuses the call; the `help` of the problem. */
  help: string;
  /** The same for some codes of a refusal, where more is known. */
  helpByCode?: Readonly<Record<string, string>>;
  /** The service's own words if a good answer still reports a failure. */
  refusal?(answer: T): Words | undefined;
  /** Request fields that are never shown: a `secret` is hidden, a phone `number` is masked. */
  conceals?: Readonly<Record<string, 'secret' | 'number'>>;
  /** Cleans words that people wrote before anything reads the answer. */
  clean?(answer: T, clean: (text: string) => string): T;
}

/** An endpoint of the messenger's own server that takes one file. The service returns its address (resource API 4.8). */
export interface FileEndpoint<T> extends Pick<Endpoint<T>, 'name' | 'answer' | 'help'> {
  /** The path of the address in its answer, for messages: `data.uploadUrl`. */
  addressAt: string;
  refusal(answer: T): Words | undefined;
}

/** The path with the environment's own words. */
export function pathOf(endpoint: Pick<Endpoint<unknown>, 'path'>, wire: Wire): string {
  return endpoint.path
    .replaceAll('{segment}', encodeURIComponent(wire.segment))
    .replaceAll('{product}', encodeURIComponent(wire.product));
}
