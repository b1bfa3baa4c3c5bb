import type { Row, RowPage } from '../../core/kind.ts';
import type { Problem } from '../../core/problem.ts';
import type { Live, ProfileRef, Resource } from '../../core/resource.ts';

/** All pages of a list, as one. */
export interface Listing {
  /** By the resource's name. */
  rows: ReadonlyMap<string, Row>;
  /** Rows that did not fit. Those whose name could be read count as listed. */
  unreadable: readonly RowPage['unreadable'][number][];
  pages: number;
  /** When the first of its pages was answered, by the service's clock; undefined where it does not say for each of them. */
  date: number | undefined;
  /** False where the list kept moving: then that a row is missing proves nothing. */
  settled: boolean;
}

/** Of a kind that the service keeps no list of: what its detail refuses is absent. */
export const noList: Listing = { rows: new Map(), unreadable: [], pages: 0, date: undefined, settled: true };

/** How often a list is taken before it counts as one that does not settle. */
const ATTEMPTS = 3;

/**
 * Takes a list whole: the first page tells how many there are, the others follow at once. It is taken again where the
 * total moved between pages, a row came twice, or rows and total do not agree (assumption 60).
 * @param page reads one page, from 1 on
 */
export async function takeList(page: (number: number) => Promise<RowPage>): Promise<Listing> {
  for (let attempt = 1; ; attempt += 1) {
    const first = await page(1);
    const others = Array.from({ length: Math.max(0, first.pages - 1) }, (_, index) => page(index + 2));
    const listing = joinPages(first, await Promise.all(others));
    if (listing.settled || attempt === ATTEMPTS) return listing;
  }
}

function joinPages(first: RowPage, others: readonly RowPage[]): Listing {
  const pages = [first, ...others];
  const all = pages.flatMap((page) => page.rows);
  const unreadable = pages.flatMap((page) => page.unreadable);
  const rows = new Map(all.map((row) => [row.name, row]));
  const steady = others.every((page) => page.total === first.total && page.pages === first.pages);
  const whole = rows.size === all.length && all.length + unreadable.length === first.total;
  const dates = pages.flatMap(({ date }) => date ?? []);
  const date = dates.length === pages.length ? Math.min(...dates) : undefined;
  return { rows, unreadable, pages: pages.length, date, settled: steady && whole };
}

/** Whether a list that lacks a name proves that it does not exist. */
export function provesAbsence(listing: Listing, name: string): boolean {
  return (
    listing.settled &&
    !listing.rows.has(name) &&
    listing.unreadable.every((row) => row.name !== undefined && row.name !== name)
  );
}

/** Several bear the title of what is wanted, and none is bound to it: nobody can tell which is meant. */
export function ambiguousProblem(
  { want, profile }: { want: Resource; profile: ProfileRef },
  found: readonly Live[],
): Problem {
  const names = found.map(({ name }) => name).sort();
  return {
    code: 'name-ambiguous',
    severity: 'error',
    message: `${profile.alias} has ${names.length} of this name (${names.join(', ')}), and none is bound to ${want.address}`,
    hint: `Rename one of them, or say which is meant: \`notiform state bind ${want.address} ${names[0]}\`.`,
    place: want.source,
    address: want.address,
  };
}

export function unsettledProblem(kind: string, profile: string): Problem {
  return {
    code: 'list-unsettled',
    severity: 'error',
    message: `The list of ${kind} in ${profile} kept changing while it was read ${ATTEMPTS} times`,
    hint: 'Somebody works on these resources just now. Run the command again in a while.',
  };
}
