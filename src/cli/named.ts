import { type Address, matchesGlob } from '../core/address.ts';
import { type JsonObject, member } from '../core/json.ts';
import { usageError } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import { isLiteral } from '../engine/plan/select.ts';
import { pictures } from '../kinds/registry.ts';
import { fewOf } from '../text/suggest.ts';

/** A template, as people find it by a piece of its name. */
export interface Titled {
  address: Address;
  /** Its name, and its emphasized title. */
  titles: readonly string[];
}

export function titlesOf(content: JsonObject | null | undefined): string[] {
  const { name, emphasis } = content ?? {};
  return [name, member(emphasis, 'title')].filter((title) => typeof title === 'string');
}

/**
 * Returns the address of the only template with a piece of text in its name or its title; undefined if none has it. Spaces and case do not matter.
 * Throws a NotiformError (exit 64) if several have it, unless one has that very name.
 */
export function namedBy(piece: string, all: readonly Titled[]): Address | undefined {
  const found = allNamedBy(piece, all);
  if (found.length < 2) return found[0]?.address;
  const names = found.map(({ address, titles }) => `\`${address}\` (\`${titles[0]}\`)`);
  throw usageError(`\`${piece}\` matches ${names.length} templates`, `Name one of them: ${fewOf(names)}`);
}

/** Returns the templates with a piece of text in a name or a title, or the only one that has that very name. */
function allNamedBy(piece: string, all: readonly Titled[]): readonly Titled[] {
  const found = isLiteral(piece) ? all.filter(({ titles }) => titles.some((title) => has(title, piece))) : [];
  const whole = found.filter(({ titles }) => titles.some((title) => has(title, piece) && has(piece, title)));
  return whole.length === 1 ? whole : found;
}

/** As `namedBy`, also for the name of a version as `status` shows it: `주문 안내 (v2)`. */
export function versionNamedBy(
  piece: string,
  all: readonly Titled[],
): { address: Address; version: number | undefined } | undefined {
  const whole = namedBy(piece, all);
  if (whole !== undefined) return { address: whole, version: undefined };
  const [, name, version] = /^(.*\S) \(v([1-9]\d*)\)$/.exec(piece) ?? [];
  const address = name === undefined ? undefined : namedBy(name, all);
  return address === undefined ? undefined : { address, version: Number(version) };
}

/**
 * Returns each word that matches no declared address, but a piece of the name of one template, as the address of that template.
 * @param several true if the word may mean several templates
 */
export function withNamesAsAddresses(
  words: readonly string[],
  resources: readonly Resource[],
  several = false,
): string[] {
  return words.flatMap((word) => {
    if (resources.some(({ address }) => matchesGlob(address, word))) return word;
    const titled = titledIn(resources);
    const found = several ? allNamedBy(word, titled).map(({ address }) => address) : [];
    return found.length > 1 ? found : (versionNamedBy(word, titled)?.address ?? word);
  });
}

/** The declared templates. */
export function titledIn(resources: readonly Resource[]): Titled[] {
  return resources
    .filter(({ kind }) => pictures.has(kind))
    .map(({ address, content }) => ({ address, titles: titlesOf(content) }));
}

/** True for a text that cannot be a code, an id or an address, because it has a space or a Korean letter. */
export function isOnlyName(word: string): boolean {
  return /[^!-~]/.test(word);
}

function has(text: string, piece: string): boolean {
  const plain = (one: string): string => one.normalize('NFC').toLowerCase().replace(/\s/g, '');
  return plain(text).includes(plain(piece));
}
