// Writes what the sources import and a program makes, into generated/. The build and vitest's global setup run it.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compilePages } from './compile-pages.mjs';
import { compileProblems } from './compile-problems.mjs';
import { compileSchemas } from './compile-schemas.mjs';

/** Returns esbuild's metafiles of what it bundled. */
export async function generate() {
  const folder = join(import.meta.dirname, '../generated');
  await mkdir(folder, { recursive: true });
  const [schemas, pages] = await Promise.all([compileSchemas(folder), compilePages(folder), compileProblems(folder)]);
  return [schemas, ...pages];
}

/** The global setup of vitest. */
export async function setup() {
  await generate();
}
