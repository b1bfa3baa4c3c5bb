import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { lifecyclePage } from './lifecycle-page.ts';

const page = new URL('../../../docs/lifecycle.md', import.meta.url);

test('docs/lifecycle.md shows every route that comes out of the operation table', async () => {
  const drawn = lifecyclePage();
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(page, drawn);
  expect(drawn).toBe(await readFile(page, 'utf8'));
});
