import type { Address } from '../core/address.ts';
import type { JsonObject } from '../core/json.ts';
import type { Path } from '../core/path.ts';
import type { Place, Problem } from '../core/problem.ts';
import type { TestSend } from '../core/test-send.ts';
import type { LocatedDocument } from '../yaml/places.ts';

/** A document of a known kind: its value with `${var:…}` resolved, and the place of each field. */
export interface Manifest {
  /** Relative to the project's root. */
  file: string;
  kind: string;
  value: JsonObject;
  located: LocatedDocument;
}

/** The documents that name a test send, with or without problems. */
export type NamedSend = Pick<TestSend, 'id' | 'source'>;

/** A test send that is only for other environments. */
export type SendElsewhere = NamedSend & { environments: readonly string[] };

/** The documents of a project, valid or not. Later checks use it to find places and test sends. */
export interface Documents {
  /**
   * Returns the place of a field in the manifest that begins at `source`, or of the nearest member around it if the field is
   * missing. Undefined if the manifest does not have the first member of the path. Mappings and lists are shown by their key.
   */
  locate(source: Place, at: Path, on: 'key' | 'value'): Place | undefined;
  /** True if a manifest, valid or not, declares an address. True for every address if a document of the selected files has no id. */
  declares(address: Address): boolean;
  /** The addresses that manifests declare, valid or not. */
  addresses: ReadonlySet<Address>;
  /** The test sends of invalid manifests. */
  invalidSends: readonly NamedSend[];
  sendsElsewhere: readonly SendElsewhere[];
  /** True if a manifest of a resource has an error of its form, so its warnings are not known. */
  hasUnchecked: boolean;
  /**
   * Returns the test send if a problem concerns only this test send (compared by identity). Undefined for problems of the YAML, for
   * `more-problems`, and if the manifest may contain a part of another one.
   */
  sendOf(problem: Problem): NamedSend | undefined;
}

/** `` `a`, `b` and `c` `` */
export function listed(
  words: readonly string[],
  last: 'and' | 'or' = 'and',
  quote = (word: string): string => `\`${word}\``,
): string {
  const quoted = words.map(quote);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} ${last} ${quoted.at(-1)}`;
}

/** Returns a user's text for a message: one line, shortened if it is long. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const points = [...text];
  return `\`${points.length > 40 ? `${points.slice(0, 39).join('')}…` : text}\``;
}
