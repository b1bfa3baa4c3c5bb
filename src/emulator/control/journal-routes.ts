import { filledText, integer, textLike } from '../members.ts';
import type { JournalFilter } from '../public-types.ts';
import { get, isRejected, plain, type Route, remove } from '../route.ts';
import type { Rule } from '../shape.ts';
import { apiPath } from './faults.ts';
import { JOURNAL_FILTERS, missesJournal } from './journal.ts';
import { waitFor, waiting } from './waiting.ts';

const MOST = 20_000;

const FILTER = {
  after: integer(0, Number.MAX_SAFE_INTEGER),
  path: apiPath,
  templateCode: filledText,
  status: integer(100, 599),
  code: textLike(/^\d+$/, 'a string of digits'),
} satisfies Record<keyof JournalFilter, Rule>;

export const journalRoutes: readonly Route[] = [
  get(
    '/journal',
    'Lists the requests of both APIs, oldest first: entries',
    ({ journal }, { limit = MOST, ...filter }) => ({ entries: plain(journal.entries(filter).slice(0, limit)) }),
    { ...FILTER, limit: integer(1, MOST) },
  ),

  get(
    '/journal/wait',
    'Waits for the oldest request that matches: entry',
    async (machine, { timeoutMs: _ms, ...filter }, request) => {
      const { journal } = machine;
      const found = await waitFor(machine, request, {
        what: 'request',
        existing: journal.entries(filter)[0],
        filters: JOURNAL_FILTERS,
        misses: (entry, name) => missesJournal(entry, filter, name),
        all: () => journal.entries({ after: filter.after ?? 0 }),
        nameOf: ({ method, path }) => `${method} ${path}`,
        has: (entry, name) => (name === 'after' ? entry.seq : entry[name]),
        watch: (listener) => journal.onChange(listener),
      });
      return isRejected(found) ? found : { entry: plain(found) };
    },
    { ...FILTER, ...waiting },
  ),

  remove(
    '/journal',
    'Empties the journal',
    ({ journal }) => {
      journal.clear();
      return {};
    },
    {},
  ),
];
