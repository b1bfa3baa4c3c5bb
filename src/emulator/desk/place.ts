/** What the address of the page says: the area, the search, its filters and the open row. */
export interface DeskPlace {
  area: AreaName;
  search: string;
  /** The values of the area's filters, by name. */
  filters: Readonly<Record<string, string>>;
  /** How many rows are shown. */
  count: number;
  /** The key of the row that the reader opened. */
  open: string | undefined;
  /** Values of variables, by name. */
  samples: ReadonlyMap<string, string>;
}

export type AreaName = 'templates' | 'inbox' | 'log';

export const AREAS: readonly AreaName[] = ['templates', 'inbox', 'log'];

/** The filters of each area. The first value is the usual one. */
const FILTERS: Readonly<Record<AreaName, Readonly<Record<string, string>>>> = {
  templates: { state: 'waiting', product: '' },
  inbox: { type: '', result: '' },
  log: {},
};

/** The default and the maximum number of rows. */
export const USUAL_ROWS = 50;
const MOST_ROWS = 2000;
const SAMPLE = 'v.';

/** Reads the address of the page. What it does not know is left out. */
export function placeOf(query: URLSearchParams): DeskPlace {
  const area = AREAS.find((one) => one === query.get('area')) ?? 'templates';
  const count = Number(query.get('count') ?? USUAL_ROWS);
  const usual = Object.entries(FILTERS[area]);
  return {
    area,
    search: query.get('search')?.trim() ?? '',
    filters: Object.fromEntries(usual.map(([name, value]) => [name, query.get(name) ?? value])),
    count: Number.isInteger(count) ? Math.min(Math.max(count, 1), MOST_ROWS) : USUAL_ROWS,
    open: query.get('open') ?? undefined,
    samples: new Map([...query].flatMap(([name, value]) => (name.startsWith(SAMPLE) ? [[name.slice(2), value]] : []))),
  };
}

/** The query of a place, with other members where they are given. The usual values are left out. */
export function queryOf(place: DeskPlace, changes: Partial<DeskPlace> = {}): [name: string, value: string][] {
  const { area, search, filters, count, open, samples } = { ...place, ...changes };
  const members: [string, string][] = [
    ...Object.entries({ ...filters }),
    ['search', search],
    ['count', count === USUAL_ROWS ? '' : String(count)],
    ['open', open ?? ''],
    ...[...samples].map(([name, value]): [string, string] => [SAMPLE + name, value]),
  ];
  const usual = FILTERS[area];
  const others = members.filter(([name, value]) => (Object.hasOwn(usual, name) ? value !== usual[name] : value !== ''));
  return area === 'templates' ? others : [['area', area], ...others];
}

export function addressOf(place: DeskPlace, changes: Partial<DeskPlace> = {}): string {
  const query = String(new URLSearchParams(queryOf(place, changes)));
  return query === '' ? '/' : `/?${query}`;
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
