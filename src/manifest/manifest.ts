import type { Address } from '../core/address.ts';
import type { JsonObject } from '../core/json.ts';
import type { LocatedDocument } from '../core/located.ts';
import type { Path } from '../core/path.ts';
import type { Place, Problem } from '../core/problem.ts';
import type { TestSend } from '../core/test-send.ts';

/** A document of a known kind: its value with `${var:…}` resolved, and where everything stands. */
export interface Manifest {
  /** Relative to the project's root. */
  file: string;
  kind: string;
  value: JsonObject;
  located: LocatedDocument;
}

/** The documents that name a test send, with or without problems. */
export type NamedSend = Pick<TestSend, 'id' | 'source'>;

/** The documents of a project, sound or not, for what is found in them after they were read. */
export interface Documents {
  /**
   * The place of a field in the manifest that begins at `source`; undefined if the manifest does not have the first member
   * of the path. The nearest member around it where a later one is missing. Mappings and lists are shown by their key.
   */
  locate(source: Place, at: Path, on: 'key' | 'value'): Place | undefined;
  /** Whether a manifest declares an address, sound or not; true for every address if a document has no name. */
  declares(address: Address): boolean;
  /** The test sends of unsound manifests. */
  unsoundSends: readonly NamedSend[];
  /**
   * The test send that a problem concerns alone: a check of its manifest reported this very object. Undefined for problems of the
   * YAML, for `more-problems`, and if the manifest may contain a part of another one.
   */
  sendOf(problem: Problem): NamedSend | undefined;
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
