import { isObject } from '../core/json.ts';
import type { Entries, StateDocument, StateEntry, StoredUpload } from './document.ts';

/**
 * Returns the entries and uploads of a document of format 1 or 2. There, an import wrote `applied`, so an entry counts as imported:
 * a checkout without its manifest leaves it alone. Each upload had an entry of its own, with the use and the digest of the bytes
 * in its binding, and the bindings of earlier files in `replaced`.
 */
export function fromOlderFormat(all: Entries): Pick<StateDocument, 'entries' | 'uploads'> {
  const entries: Record<string, StateEntry> = {};
  const uploads: Record<string, StoredUpload> = {};
  for (const [address, entry] of Object.entries(all)) {
    const earlier = 'replaced' in entry && Array.isArray(entry.replaced) ? entry.replaced : [];
    const found = [entry.binding, ...earlier].flatMap(uploadsIn);
    const imported = entry.applied;
    if (found.length === 0) entries[address] = imported === null ? entry : { ...entry, applied: null, imported };
    for (const [handle, upload] of found) uploads[handle] ??= upload;
  }
  return { entries, ...(Object.keys(uploads).length > 0 && { uploads }) };
}

function uploadsIn(binding: unknown): [string, StoredUpload][] {
  if (!isObject(binding)) return [];
  const { handle = binding['url'], use, sha256, path = '' } = binding;
  if (typeof handle !== 'string' || typeof use !== 'string' || typeof sha256 !== 'string') return [];
  return [[handle, { use, sha256, path: String(path) }]];
}
