import { ServiceFailure } from '../../core/failure.ts';
import type { Kind, Row, RowPage } from '../../core/kind.ts';
import { errorProblem, interruptedProblem, type Problem } from '../../core/problem.ts';
import type { Live, ProfileRef, Resource } from '../../core/resource.ts';
import { resourceProblem } from '../problems.ts';
import { say } from '../sentences.ts';
import type { ListedAt } from '../stored-state/stored-row.ts';

/** All pages of a list, as one. */
export interface Listing extends ListedAt {
  /** By the resource's name. */
  rows: ReadonlyMap<string, Row>;
  /** Rows with an unexpected shape. Each may be a resource (`unreadableRows`). */
  unreadable: readonly RowPage['unreadable'][number][];
  /** False if the list kept changing. A missing row then proves nothing. */
  complete: boolean;
}

/** The listing of a kind without a list. A refused detail then proves absence. */
export const noList: Listing = { rows: new Map(), unreadable: [], date: undefined, complete: true };

/** How often a list is taken before it counts as one that keeps changing. */
const ATTEMPTS = 3;

/** Pages of one list that are under way at once: as many as `limits.inFlight` may allow. */
const WINDOW = 64;

/** A list that is read page by page. */
interface PagedList {
  /** Reads one page, from 1 on. */
  page(number: number): Promise<RowPage>;
  signal: AbortSignal;
  /** Called after each page with the rows read so far and the rows that the service counts. */
  onPage?: ((rows: number, total: number) => void) | undefined;
}

/**
 * Reads a complete list. The first page has the number of pages, and the others follow in a bounded window. The list is read
 * again if the total changed between pages, a row came twice, or rows and total differ (assumption 60). A page without a new row
 * ends it, whatever the first page counted. Throws a ServiceFailure if the run was stopped.
 */
export async function takeList(list: PagedList): Promise<Listing> {
  for (let attempt = 1; ; attempt += 1) {
    const listing = await takeOnce(list);
    if (listing.complete || attempt === ATTEMPTS) return listing;
  }
}

async function takeOnce({ page, signal, onPage }: PagedList): Promise<Listing> {
  const first = await page(1);
  const others: RowPage[] = [];
  const names = new Set(first.rows.map(({ name }) => name));
  let read = rowsOn(first);
  let last = first.pages;
  onPage?.(read, first.total);
  let next = 2;
  const readOn = async (): Promise<void> => {
    while (next <= last) {
      if (signal.aborted) throw new ServiceFailure('interrupted', interruptedProblem());
      const number = next++;
      const answer = await page(number);
      others[number - 2] = answer;
      const known = names.size;
      for (const { name } of answer.rows) names.add(name);
      if (names.size === known && answer.unreadable.length === 0) last = Math.min(last, number);
      read += rowsOn(answer);
      onPage?.(read, first.total);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(WINDOW, first.pages - 1) }, readOn));
  } finally {
    last = 0;
  }
  return joinPages(
    first,
    others.filter((one) => one !== undefined),
  );
}

function rowsOn({ rows, unreadable }: RowPage): number {
  return rows.length + unreadable.length;
}

function joinPages(first: RowPage, others: readonly RowPage[]): Listing {
  const pages = [first, ...others];
  const all = pages.flatMap((page) => page.rows);
  const unreadable = pages.flatMap((page) => page.unreadable);
  const rows = new Map(all.map((row) => [row.name, row]));
  const steady = others.every((page) => page.total === first.total && page.pages === first.pages);
  const whole = rows.size === all.length && all.length + unreadable.length === first.total;
  const dates = pages.flatMap(({ date }) => date ?? []);
  const date = dates.length === pages.length ? dates.reduce((a, b) => Math.min(a, b)) : undefined;
  return { rows, unreadable, date, complete: steady && whole };
}

/** True if a list without this name proves that the resource does not exist. */
export function provesAbsence(listing: Listing, name: string): boolean {
  return listing.complete && !listing.rows.has(name) && unreadableRows(listing, name).length === 0;
}

/**
 * Returns the rows that could not be read and may be a resource. A row without a name may be any resource of its title, and every
 * resource if one of the two titles is not known.
 * @param name undefined if the service gives the name: then every row of its title may be the resource
 */
export function unreadableRows(
  { unreadable }: Listing,
  name: string | undefined,
  title?: string,
): Listing['unreadable'] {
  return unreadable.filter((row) => {
    if (name !== undefined && row.name !== undefined) return row.name === name;
    return title === undefined || row.title === undefined || row.title === title;
  });
}

/** Returns the title that the list row of a resource has. Undefined if its kind has none. */
export function titleIn<S>({ recognition }: Kind<S>, { content }: Pick<Resource, 'content'>): string | undefined {
  const { name } = content;
  return recognition?.titleOf(content) ?? (typeof name === 'string' ? name : undefined);
}

/** The problem of an unbound resource whose title several live resources have. */
export function ambiguousProblem(
  { want, profile }: { want: Resource; profile: ProfileRef },
  found: readonly Live[],
): Problem {
  const names = found.map(({ name }) => name).sort();
  const { address } = want;
  const values = { alias: profile.alias, count: names.length, names: names.join(', '), address };
  const way = say('ambiguous-way', { command: `\`notiform state bind ${address} ${names[0]}\`` });
  return resourceProblem(want, 'name-ambiguous', say('ambiguous', values), way);
}

export function unsteadyProblem(kind: string, profile: string): Problem {
  return errorProblem('list-unsettled', say('unsteady', { kind, profile, count: ATTEMPTS }), say('run-elsewhere'));
}

export function detailRefused({ alias }: ProfileRef, name: string): Problem {
  return errorProblem('listed-without-detail', say('no-detail', { name, alias }), say('no-detail-way'));
}
