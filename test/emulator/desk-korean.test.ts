import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { counted, korean } from '../../src/emulator/desk/browser/korean.ts';

const DESK = 'src/emulator/desk';

async function written(): Promise<string> {
  const names = await readdir(DESK, { recursive: true });
  const own = names.filter((name) => /\.(ts|html)$/.test(name) && !/korean\.ts$|generated/.test(name));
  return (await Promise.all(own.map((name) => readFile(join(DESK, name), 'utf8')))).join('\n');
}

it('every Korean text of the desk stands for an English one that the desk shows', async () => {
  const text = await written();
  const words = [...Object.keys(korean), ...Object.keys(counted)];
  expect(words.length).toBeGreaterThan(100);
  expect(words.filter((word) => !text.includes(word))).toEqual([]);
});

it('every Korean text is Korean', () => {
  const others = [...Object.values(korean), ...Object.values(counted)].filter(
    (text) => !/\p{Script=Hangul}/u.test(text),
  );
  expect(others).toEqual([]);
});

it('every text of the page itself has one', async () => {
  const page = await readFile(join(DESK, 'page.html'), 'utf8');
  const words = [...page.matchAll(/data-word[^>]*>([^<]+)</g)].map(([, word = '']) => word.trim());
  expect(words.length).toBeGreaterThan(10);
  expect(words.filter((word) => !Object.hasOwn(korean, word))).toEqual([]);
});
