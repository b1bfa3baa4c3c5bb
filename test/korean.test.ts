import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** The rows of the Korean words in CONTRIBUTING.md: what is said, and what is not. */
function glossary(): { said: string; not: string[] }[] {
  const [, section = ''] = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split('### Korean words');
  return [...section.matchAll(/^\|[^|]*\|([^|]*[가-힣][^|]*)\|([^|]*)\|$/gm)].map(([, said = '', not = '']) => ({
    said: said.trim(),
    not: not.split(',').flatMap((word) => word.trim() || []),
  }));
}

/** The Korean texts of the product: strings of sources, and the Korean pages. */
function koreanTexts(): [file: string, text: string][] {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    // The words that lint rules look for are those of other people.
    .filter((path) => /\.(?:ts|json)$/.test(path) && !/generated|rules\/words\.ts$/.test(path))
    .map((path) => join('src', path));
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((page) =>
    page.endsWith('.ko.md'),
  );
  return [...sources, 'README.ko.md', ...pages.map((page) => join('docs', page))].map((file) => [
    file,
    readFileSync(join(ROOT, file), 'utf8'),
  ]);
}

it('Korean texts use the words of the glossary', () => {
  const rows = glossary();
  expect(rows.length).toBeGreaterThan(15);
  const wrong = koreanTexts().flatMap(([file, text]) =>
    rows.flatMap(({ said, not }) => not.filter((word) => text.includes(word)).map((word) => [file, word, said])),
  );
  expect(wrong).toEqual([]);
});

/** A particle that its noun cannot choose, because the noun is a value. */
const PARTICLE = /\{\w*\}`?"?(?:을|를|은|는|과|와|으로|로|이며|이고|이라)(?![가-힣])|\{\w*\}`?"?(?:이|가)\s/g;

it('no particle follows a value, whose last letter would choose it', () => {
  const counted = /\{(?:what|count|number|shown|all)\}/;
  const wrong = koreanTexts()
    .filter(([file]) => file.startsWith('src'))
    .flatMap(([file, text]) =>
      [...text.matchAll(PARTICLE)]
        .filter(([found]) => !counted.test(found))
        .map(({ index }) => `${file}: ${text.slice(Math.max(0, index - 30), index + 20)}`),
    );
  expect(wrong).toEqual([]);
});
