import type { ProblemCode } from '../core/codes.ts';
import type { JsonObject } from '../core/json.ts';
import type { LocatedDocument } from '../core/located.ts';
import { formatPath, type Path } from '../core/path.ts';
import type { Problem, Severity } from '../core/problem.ts';

/** A document of a known kind: its value with `${var:…}` resolved, and where everything stands. */
export interface Manifest {
  /** Relative to the project's root. */
  file: string;
  kind: string;
  value: JsonObject;
  located: LocatedDocument;
}

/** Something that is wrong in a manifest, before it has its place. */
export interface Mistake {
  code: ProblemCode;
  severity?: Severity;
  /** The field that it is about. */
  path: Path;
  /** What is pointed at, where that is another one. */
  at?: Path;
  on: 'key' | 'value';
  /** The piece of the value that is pointed at. */
  text?: string;
  /** Which one, from 0, where it stands there several times. */
  nth?: number;
  message: string;
  hint?: string;
  rule?: string;
  /** Another place that has to do with it. */
  related?: NonNullable<Problem['related']>;
}

export function problemOf(located: LocatedDocument, mistake: Mistake): Problem {
  const { code, severity = 'error', path, at = path, on, text, nth, message, hint, rule, related } = mistake;
  return {
    code,
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
    place: text === undefined ? located.place(at, on) : located.placeOf(at, text, nth),
    path: formatPath(path),
    ...(rule === undefined ? {} : { rule }),
    ...(related === undefined ? {} : { related }),
  };
}

/** `a, b and c` */
export function listed(words: readonly string[], last: 'and' | 'or' = 'and'): string {
  const quoted = words.map((word) => `\`${word}\``);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} ${last} ${quoted.at(-1)}`;
}

/** A user's text inside a message: one line, cut where it is long. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const points = [...text];
  return `\`${points.length > 40 ? `${points.slice(0, 39).join('')}…` : text}\``;
}
