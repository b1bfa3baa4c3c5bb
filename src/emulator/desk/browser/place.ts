/** Where the reader is: an area, and the key of what is open in it. It stands in the address, so that it can be kept. */
export interface Place {
  area: string;
  /** As `keyOf` makes it: it may stand in an address. */
  key: string | undefined;
}

/** A key of parts that may hold anything. */
export function keyOf(...parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join('/');
}

/** The parts of a key; those of a malformed key are as they are. */
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

/** Goes there with a step of the history, as a link does. */
export function go(place: Place): void {
  location.hash = addressOf(place);
}

/** Goes there without a step: walking through a list leaves no trail. */
export function slide(place: Place): void {
  history.replaceState(null, '', addressOf(place));
}
