/** What the address of the page says: the area, the search, its filters and the open row. */
export interface DeskPlace {
  area: AreaName;
  search: string;
  /** The filter of the templates. `waiting` is a request for a verdict. */
  state: string;
  /** Filters of the inbox. */
  type: string;
  result: string;
  /** How many rows are shown. */
  count: string;
  /** The key of the row that the reader opened; "" for none. */
  open: string;
  /** Values of variables, by name. */
  samples: ReadonlyMap<string, string>;
}

export const AREAS = ['templates', 'inbox', 'log'] as const;
export type AreaName = (typeof AREAS)[number];

/** How many rows are shown at first, and added then. */
export const USUAL_ROWS = 50;

/** The values that an address leaves out. */
const USUAL: Readonly<Record<string, string>> = { area: 'templates', state: 'waiting', count: String(USUAL_ROWS) };
const SAMPLE = 'v.';

/** Reads the address of the page. What it does not know is left out. */
export function placeOf(query: URLSearchParams): DeskPlace {
  const given = (name: string): string => query.get(name)?.trim() ?? USUAL[name] ?? '';
  return {
    area: AREAS.find((one) => one === given('area')) ?? 'templates',
    search: given('search'),
    state: given('state'),
    type: given('type'),
    result: given('result'),
    count: given('count'),
    open: given('open'),
    samples: new Map([...query].flatMap(([name, value]) => (name.startsWith(SAMPLE) ? [[name.slice(2), value]] : []))),
  };
}

/** The query of a place, with other members where they are given. */
export function queryOf(place: DeskPlace, changes: Partial<DeskPlace> = {}): [name: string, value: string][] {
  const { samples, ...members } = { ...place, ...changes };
  const typed = [...samples].map(([name, value]): [string, string] => [SAMPLE + name, value]);
  return [...Object.entries(members).filter(([name, value]) => value !== (USUAL[name] ?? '')), ...typed];
}

export function addressOf(place: DeskPlace, changes: Partial<DeskPlace> = {}): string {
  const query = String(new URLSearchParams(queryOf(place, changes)));
  return query === '' ? '/' : `/?${query}`;
}

/** The address of a row in the list of a place; of the list alone if the key is "". */
export function rowAddress(place: DeskPlace, key: string): string {
  return addressOf(place, { open: key, samples: new Map() });
}

/** The start of an area. */
export function startOf(area: AreaName): DeskPlace {
  return placeOf(new URLSearchParams({ area }));
}

/** Encodes the parts of a key. */
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
