/** Where the reader is: an area, and the key of what is open in it. It stands in the address, so that it can be kept. */
export interface Place {
  area: string;
  key: string | undefined;
}

/** `#/waiting/notification/shop-key/order_paid`; undefined for any other address. */
export function placeIn(hash: string): Place | undefined {
  const match = /^#\/([a-z]+)(?:\/(.+))?$/.exec(hash);
  if (!match) return undefined;
  const [, area = '', key] = match;
  return { area, key: key === undefined ? undefined : decoded(key) };
}

export function addressOf({ area, key }: Place): string {
  return key === undefined ? `#/${area}` : `#/${area}/${key.split('/').map(encodeURIComponent).join('/')}`;
}

function decoded(key: string): string | undefined {
  try {
    return key.split('/').map(decodeURIComponent).join('/');
  } catch {
    return undefined; // no address of ours
  }
}

/** Goes there with a step of the history, as a link does. */
export function go(place: Place): void {
  location.hash = addressOf(place);
}

/** Goes there without a step: walking through a list leaves no trail. */
export function slide(place: Place): void {
  history.replaceState(null, '', addressOf(place));
}
