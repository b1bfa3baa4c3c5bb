import type { JsonObject } from '../core/json.ts';
import type { LocatedDocument } from '../core/located.ts';

/** A document of a known kind: its value with `${var:…}` resolved, and where everything stands. */
export interface Manifest {
  /** Relative to the project's root. */
  file: string;
  kind: string;
  value: JsonObject;
  located: LocatedDocument;
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
