import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../../src/core/json.ts';
import { parseLocated } from '../../../src/yaml/located.ts';
import type { LiveProject } from '../live-project.ts';

const root = join(import.meta.dirname, '../../fixtures/brand-templates');

/** A valid manifest for each bubble, as text. */
export const manifests: ReadonlyMap<string, string> = new Map(
  readdirSync(root)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => [name.replace('.yaml', ''), readFileSync(join(root, name), 'utf8')]),
);

export function manifest(name: string): string {
  const text = manifests.get(name);
  if (text === undefined) throw new Error(`there is no fixture ${name}`);
  return text;
}

/** The same as data. */
export function document(name: string): JsonObject {
  const [first] = parseLocated(name, manifest(name)).documents;
  if (!isObject(first?.value)) throw new Error(`${name} is no mapping`);
  return first.value;
}

/** Puts the files that the manifests show into a project. */
export async function writeFiles(project: LiveProject): Promise<void> {
  const folder = join(root, 'images');
  for (const name of readdirSync(folder))
    await project.write(`manifests/images/${name}`, readFileSync(join(folder, name)));
}
