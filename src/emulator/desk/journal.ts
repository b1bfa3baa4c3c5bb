import type { JournalEntry } from '../control/journal-entry.ts';
import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { includes } from '../search.ts';
import { listing } from './search.ts';
import type { JournalRow, Listing } from './views.ts';

/** The beginning of the log of requests, the newest first. */
export function journalRows(
  { journal }: Machine,
  { search, count }: { search: string; count: number },
): Listing<JournalRow> {
  const found = journal
    .entries()
    .reverse()
    .filter((entry) => includes(textsOf(entry), search));
  return listing(found, count, ({ at, ...entry }) => ({ ...entry, at: formatDateTime(at) }));
}

function textsOf({ method, path, templateCode, status, code, fault }: JournalEntry): string[] {
  return [`${method} ${path}`, templateCode ?? '', String(status ?? ''), code ?? '', fault ?? ''];
}
