import { isObject } from '../core/json.ts';
import type { Entries, StateDocument, StateEntry, StoredUpload } from './document.ts';

/**
 * Returns the entries of a document of format 1 or 2 without those of uploads, and the table of these uploads. In these formats,
 * each upload had an entry of its own. Its binding has the use and the digest of the bytes, and `replaced` the bindings of earlier files.
 */
export function withUploadTable(all: Entries): Pick<StateDocument, 'entries' | 'uploads'> {
  const entries: Record<string, StateEntry> = {};
  const uploads: Record<string, StoredUpload> = {};
  for (const [address, entry] of Object.entries(all)) {
    const earlier = 'replaced' in entry && Array.isArray(entry.replaced) ? entry.replaced : [];
    const found = [entry.binding, ...earlier].flatMap(uploadsIn);
    if (found.length === 0) entries[address] = entry;
    for (const [handle, upload] of found) uploads[handle] ??= upload;
  }
  return Object.keys(uploads).length > 0 ? { entries, uploads } : { entries: all };
}

function uploadsIn(binding: unknown): [string, StoredUpload][] {
  if (!isObject(binding)) return [];
  const { handle = binding['url'], use, sha256, path = '' } = binding;
  if (typeof handle !== 'string' || typeof use !== 'string' || typeof sha256 !== 'string') return [];
  return [[handle, { use, sha256, path: String(path) }]];
}
