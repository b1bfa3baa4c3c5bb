/** `Kind/profile/id`, or `Kind/id` for kinds without a profile: the logical name of a resource. Never sent. */
export type Address = string;

export interface AddressParts {
  kind: string;
  profile?: string;
  id: string;
}

/** The form of an `id` and of a profile's alias. */
export const ID_PATTERN = /^[a-z0-9-]+$/;

/** The form of the address of one resource, or of one version of it. */
export const ADDRESS_PATTERN = /^[A-Za-z]+(?:\/[a-z0-9-]+){1,2}(?:@v[1-9]\d*)?$/;

export function formatAddress({ kind, profile, id }: AddressParts): Address {
  return profile === undefined ? `${kind}/${id}` : `${kind}/${profile}/${id}`;
}

/** Returns the parts of an address, or undefined if the text is not an address. */
export function parseAddress(text: string): AddressParts | undefined {
  const parts = text.split('/');
  if (parts.some((part) => part === '')) return undefined;
  const [kind, second, third] = parts;
  if (kind === undefined || second === undefined || parts.length > 3) return undefined;
  return third === undefined ? { kind, id: second } : { kind, profile: second, id: third };
}

/** Returns the address of a version: `…@v2`. Ids have no `@`, so no manifest declares such an address. The first version has no `@`. */
export function versionAddress(address: Address, version: number): Address {
  return version === 1 ? address : `${address}@v${version}`;
}

/** Splits the address of a version into the address of the first version and the number. Without `@v2`, the number is 1. */
export function splitVersion(address: Address): { of: Address; version: number } {
  const [, of, version] = (address.includes('@') && /^(.+)@v([1-9]\d*)$/.exec(address)) || [];
  return of === undefined ? { of: address, version: 1 } : { of, version: Number(version) };
}

/** The address's kind. */
export function kindOf(address: Address): string {
  return address.slice(0, address.indexOf('/'));
}

/**
 * True if an address matches a pattern. `*` matches within one part, `**` across parts, `?` matches one character. A pattern with
 * fewer parts is matched against the last parts, so `order-*` means any kind and profile. A pattern that matches a resource matches
 * each of its versions.
 */
export function matchesGlob(address: Address, pattern: string): boolean {
  const { of } = splitVersion(address);
  // Most patterns are plain addresses: thousands of them are matched against thousands of resources.
  if (!/[*?]/.test(pattern)) return [address, of].some((whole) => `/${whole}`.endsWith(`/${pattern}`));
  const pieces = [...pattern.matchAll(/\*\*|./gsu)].map(([piece]) => piece);
  return [address, of].some((whole) => matchesPieces([...whole], pieces));
}

/** Matches all readings of the pattern in parallel. Trying them one after another would take exponential time. */
function matchesPieces(characters: readonly string[], pieces: readonly string[]): boolean {
  const skips = (piece: string | undefined): boolean => piece === '*' || piece === '**';
  const after = (places: Iterable<number>): Set<number> => {
    const all = new Set(places);
    for (const place of all) if (skips(pieces[place])) all.add(place + 1);
    return all;
  };
  let places = after([0]);
  for (const character of characters) {
    const next: number[] = [];
    for (const place of places) {
      const piece = pieces[place];
      if (piece === '**' || (piece === '*' && character !== '/')) next.push(place);
      else if (piece === character || (piece === '?' && character !== '/')) next.push(place + 1);
    }
    // A pattern of fewer parts begins at any part.
    if (character === '/') next.push(0);
    places = after(next);
  }
  return places.has(pieces.length);
}
