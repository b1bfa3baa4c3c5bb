import type { ProblemCode } from '../core/codes.ts';
import { type FailureKind, ServiceFailure } from '../core/failure.ts';
import type { Problem } from '../core/problem.ts';
import type { Redaction } from '../core/redaction.ts';
import type { Dialect, Words } from './dialect.ts';
import type { CallKind } from './endpoint.ts';
import { visible } from './visible.ts';

/** What a failure is told about: enough to name the call and the other side, no secret. */
export interface Told {
  /** `template.add` */
  name: string;
  kind: CallKind;
  /** What to check if the service refuses the call. */
  help: string;
  host: string;
  /** Whether its address is one of http:. */
  isPlain: boolean;
  /** The setting that holds the address: `resourceUrl`. */
  setting: string;
  dialect: Dialect;
  timeoutMs: number;
  tries: number;
  redaction: Redaction;
}

/** Words of somebody else, fit to be shown. */
export function shown(text: string, redaction: Redaction, most?: number): string {
  return visible(redaction.clean(text), most);
}

/** A failure with its problem. */
export function failure(
  kind: FailureKind,
  code: ProblemCode,
  message: string,
  hint: string,
  service?: Problem['service'],
): ServiceFailure {
  const said = service ? { service } : {};
  return new ServiceFailure(kind, { code, severity: 'error', message, hint, ...said });
}

/** The service's code and words, fit to be shown. */
export function cleaned(words: Words, redaction: Redaction): { code: string; message: string } {
  return { code: shown(words.code, redaction, 40), message: shown(words.message, redaction) };
}

export function quoted(words: { code: string; message: string }): string {
  if (words.code === '') return words.message;
  return words.message === '' ? `code ${words.code}` : `${words.message} (code ${words.code})`;
}

export function afterTries(told: Told): string {
  return told.tries > 1 ? `, ${times(told.tries)}` : '';
}

export function times(tries: number): string {
  return tries === 1 ? 'once' : `${tries} times`;
}

export function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
