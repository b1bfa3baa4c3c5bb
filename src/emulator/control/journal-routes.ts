import type { Machine } from '../machine.ts';
import { filledText, integerText, textLike } from '../members.ts';
import type { JournalEntry, JournalFilter } from '../public-types.ts';
import { type ControlAnswer, type ControlRequest, clearing, get, plain, type Route } from '../route.ts';
import type { Rule } from '../shape.ts';
import { apiPath } from './faults.ts';
import { meetsJournal } from './journal.ts';
import { answerFirst, timeoutMs } from './waiting.ts';

const MOST = 20_000;

const FILTER = {
  after: integerText(0, Number.MAX_SAFE_INTEGER),
  path: apiPath,
  templateCode: filledText,
  status: integerText(100, 599),
  code: textLike(/^\d+$/, 'a string of digits'),
} satisfies Record<keyof JournalFilter, Rule>;

export const journalRoutes: readonly Route[] = [
  get('/journal', 'Lists the requests of both APIs, oldest first: entries', list, {
    ...FILTER,
    limit: integerText(1, MOST, MOST),
  }),
  get('/journal/wait', 'Waits for the oldest request that matches: entry', wait, {
    ...FILTER,
    timeoutMs,
  }),
  clearing('/journal', 'Empties the journal', clear),
];

function filterOf({ query }: ControlRequest): JournalFilter {
  const numberOf = (name: string): number | undefined => (query.has(name) ? Number(query.get(name)) : undefined);
  const textsOf = { path: query.get('path'), templateCode: query.get('templateCode'), code: query.get('code') };
  return { after: numberOf('after') ?? 0, status: numberOf('status'), ...textsOf };
}

function list(machine: Machine, request: ControlRequest): ControlAnswer {
  const limit = Number(request.query.get('limit') ?? MOST);
  return { entries: plain(machine.journal.entries(filterOf(request)).slice(0, limit)) };
}

function wait(machine: Machine, request: ControlRequest): Promise<ControlAnswer> {
  const filter = filterOf(request);
  const awaited = {
    what: 'request',
    find: () => machine.journal.entries(filter)[0],
    meets: (entry: JournalEntry) => meetsJournal(entry, filter),
    others: () => newestOf(machine.journal.entries()),
    watch: (listener: (entry: JournalEntry) => void) => machine.journal.onChange((entry) => entry && listener(entry)),
  };
  return answerFirst(machine, request, awaited, (found) => ({ entry: plain(found) }));
}

function newestOf(entries: readonly JournalEntry[]): string {
  const newest = entries.at(-1);
  const many = entries.length === 1 ? '1 request' : `${entries.length} requests`;
  return newest ? `the journal has ${many}, the newest ${newest.method} ${newest.path}` : 'the journal is empty';
}

function clear({ journal }: Machine): void {
  journal.clear();
}
