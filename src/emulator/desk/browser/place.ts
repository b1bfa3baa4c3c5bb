/** The place of the reader, kept in the address of the page: an area, and the key of the open row. */
export interface Place {
  area: string;
  /** A key of `keyOf`. */
  key: string | undefined;
}

/** Encodes parts as a key for an address. */
export function keyOf(...parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join('/');
}

/** The parts of a key. Parts of a malformed key are not decoded. */
export function partsOf(key: string): string[] {
  try {
    return key.split('/').map(decodeURIComponent);
  } catch {
    return key.split('/');
  }
}

/** `#/waiting/notification/shop-key/order_paid`; undefined for any other address. */
export function placeIn(hash: string): Place | undefined {
  const match = /^#\/([a-z]+)(?:\/(.+))?$/.exec(hash);
  if (!match) return undefined;
  const [, area = '', key] = match;
  return { area, key };
}

export function addressOf({ area, key }: Place): string {
  return key === undefined ? `#/${area}` : `#/${area}/${key}`;
}

/** Goes to a place with an entry in the history, as a link does. */
export function go(place: Place): void {
  location.hash = addressOf(place);
}

/** Goes to a place without an entry in the history. */
export function slide(place: Place): void {
  history.replaceState(null, '', addressOf(place));
}
