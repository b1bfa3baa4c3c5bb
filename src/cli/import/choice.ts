import { matchesGlob } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import { didYouMean } from '../../text/suggest.ts';

/** A resource that can be chosen by its address, the service's name or its title. */
export interface Choosable {
  address: string;
  name: string;
  title: string;
}

export interface Choice {
  /** Addresses or names; globs over addresses. Empty, and `matches` too: everything. */
  addresses: readonly string[];
  /** Globs over addresses, names and titles. */
  matches: readonly string[];
}

export function isChosen(one: Choosable, { addresses, matches }: Choice): boolean {
  if (addresses.length === 0 && matches.length === 0) return true;
  return addresses.some((address) => meets(one, address)) || matches.some((glob) => meetsGlob(one, glob));
}

/** True if it was requested by name, not by a pattern. */
export function isNamed(one: Choosable, { addresses }: Choice): boolean {
  return addresses.some((address) => !/[*?]/.test(address) && meets(one, address));
}

/** Throws (exit 64) if an address or a pattern matches nothing, which must not look like "nothing to do". */
export function requireChosen(all: readonly Choosable[], { addresses, matches }: Choice): void {
  const idle = [
    ...addresses.filter((address) => !all.some((one) => meets(one, address))),
    ...matches.filter((glob) => !all.some((one) => meetsGlob(one, glob))).map((glob) => `--match ${glob}`),
  ];
  if (idle.length > 0)
    throw new NotiformError(
      idle.map((pattern) => nothing(pattern, all)),
      Exit.usage,
    );
}

function meets({ address, name }: Choosable, pattern: string): boolean {
  return name === pattern || matchesGlob(address, pattern);
}

function meetsGlob(one: Choosable, glob: string): boolean {
  return meets(one, glob) || matchesGlob(one.name, glob) || matchesGlob(one.title, glob);
}

function nothing(pattern: string, all: readonly Choosable[]): Problem {
  const known = all.flatMap(({ address, name }) => [address, name]);
  const hint = didYouMean(pattern, known, unmetHint(pattern));
  return errorProblem('selection-empty', `\`${pattern}\` matches no live resource`, hint);
}

function unmetHint(pattern: string): string {
  if (!pattern.includes('*')) return '`notiform status` lists the live resources';
  return 'Addresses are `Kind/profile/id`; `*` matches within one part, `**` across parts: `Video/**`';
}

/** Throws (exit 64) where a word of a flag is none of those that there are. */
export function requireKnown(flag: string, words: readonly string[], known: readonly string[]): void {
  const unknown = words.filter((word) => !known.includes(word));
  if (unknown.length === 0) return;
  throw new NotiformError(
    unknown.map((word) => errorProblem('usage', `\`${flag} ${word}\` is not known`, `There are ${known.join(', ')}`)),
    Exit.usage,
  );
}
