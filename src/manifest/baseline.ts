import { join } from 'node:path';
import * as z from 'zod';
import type { Address } from '../core/address.ts';
import { contentDigest } from '../core/content.ts';
import { parsedJson } from '../core/json.ts';
import type { Resource } from '../core/resource.ts';
import type { Writer } from '../files/writer.ts';
import { declarations } from '../kinds/registry.ts';
import type { Project } from './file/local-file.ts';

/**
 * The approved texts that `import` found, as digests by address. While a resource declares such a text, its lint warnings are not shown:
 * the text cannot be edited. A draft goes to an inspection, so its warnings are shown.
 */
const BASELINE_FILE = 'lint-baseline.json';

/** Enough for a hundred thousand texts. */
const MOST_BYTES = 16 * 1024 * 1024;

const shape = z.record(z.string(), z.string()).catch({});

async function storedIn({ root, files }: Project): Promise<{ was?: Uint8Array; known: Record<Address, string> }> {
  const path = join(root, BASELINE_FILE);
  const was = (await files.size(path)) === undefined ? undefined : await files.read(path, MOST_BYTES);
  return was ? { was, known: shape.parse(parsedJson(was)) } : { known: {} };
}

/** Returns the test whether a resource declares a text of the baseline. A missing or damaged file has none. */
export async function openBaseline(
  place: Project,
): Promise<(resource: Pick<Resource, 'address' | 'content'>) => boolean> {
  const known = new Map(Object.entries((await storedIn(place)).known));
  return ({ address, content }) => known.size > 0 && known.get(address) === contentDigest(content);
}

/** Adds the texts of resources whose kind has lint rules, except those of drafts. */
export async function recordBaseline(
  place: Project,
  write: Writer['write'],
  resources: readonly Resource[],
): Promise<void> {
  const linted = resources.filter(({ kind, goal }) => declarations.get(kind)?.rules && goal !== 'draft');
  if (linted.length === 0) return;
  const { was, known } = await storedIn(place);
  for (const { address, content } of linted) known[address] = contentDigest(content);
  const sorted = Object.fromEntries(Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1)));
  await write(BASELINE_FILE, `${JSON.stringify(sorted, null, 2)}\n`, was);
}
