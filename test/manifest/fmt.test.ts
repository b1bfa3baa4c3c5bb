import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatText, sameValues } from '../../src/manifest/format/format.ts';
import { writeManifest } from '../../src/manifest/writer/writer.ts';
import { marks, randomLayout, runs, runsBeside, said } from './random-layout.ts';
import { kinds, randomManifest } from './random-manifest.ts';

const anyManifest = fc.constantFrom(...kinds).chain(randomManifest);

/** What is between two tokens in brackets. `@` is a comment, and `+` continues the comment before it. */
const gap = fc.oneof(
  { arbitrary: fc.constant(' '), weight: 3 },
  fc.constantFrom(
    '\n  ',
    ' @\n  ',
    '\n  @\n  ',
    '\n @\n@\n ',
    ' @\n  @\n    ',
    ' @\n\n  @\n\n ',
    `\n${' '.repeat(20)}@\n `,
  ),
  fc.constantFrom(` @\n${' '.repeat(30)}+\n  `, ` @\n${' '.repeat(31)}+\n  @\n `),
);

/** Files with brackets, with comments in every place in them and beside them. `|` is a gap. */
const bracketed = fc
  .constantFrom(
    '{|kind: A|}|',
    '{|kind: A|,|}|',
    '{|kind: A|,|id: {|a: [|1|,|2|]|}|}|\n---\nkind: B',
    'kind: A\nid: {|a: 1|,|b: "2"|,|}|\nname: B',
    'kind: A\nid: [|{|a: 1|}|,|[|]|,|b|]|',
    'kind: A\nid:\n  - {|}|\n  - [|[|1|,|]|]|',
  )
  .chain((text) =>
    fc.array(gap, { minLength: 14, maxLength: 14 }).map((gaps) => {
      const parts = text.split('|');
      const marked = parts.map((part, at) => part + (at === parts.length - 1 ? '' : gaps[at])).join('');
      return `${marked}\n`.replace(/[@+]/g, (mark, at: number, all: string) => {
        const count = all.slice(0, at).split('@').length;
        return mark === '@' ? `# 말 ${count}` : `# 말 ${count - 1} 이어서`;
      });
    }),
  );

/** Manifests of the project, as people write them, with blanks and block signs that nobody sees at places that chance picks. */
const corpora = readdirSync('.', { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(?:examples|test\/fixtures)\/.*\.ya?ml$/.test(file))
  .map((file) => readFileSync(file, 'utf8'));
const disturbed = fc
  .tuple(
    fc.constantFrom(...corpora),
    fc.array(fc.tuple(fc.nat(), fc.nat(9), fc.constantFrom('blank line', 'line end', '|+', '>', '>-', '|2'))),
  )
  .map(([text, edits]) => {
    const rows = text.split('\n');
    for (const [at, count, what] of edits) {
      const row = at % rows.length;
      const blanks = ' '.repeat(count);
      if (what === 'blank line') rows.splice(row, 0, blanks);
      else if (what === 'line end') rows[row] += blanks;
      else rows[row] = (rows[row] ?? '').replace(/(?<=: )\|$/, what);
    }
    return rows.join('\n');
  });

function expectKept(text: string): void {
  const formatted = formatText(text);
  const shown = `${text}\n=====\n${formatted}`;
  expect(said(formatted), shown).toBe(said(text));
  expect(marks(formatted), shown).toEqual(marks(text));
  expect(runs(formatted), shown).toEqual(expect.arrayContaining(runsBeside(text)));
  expect(formatText(formatted), shown).toBe(formatted);
}

describe('fmt', () => {
  it('never changes a value of any manifest', () => {
    expect(corpora.length).toBeGreaterThan(100);
    const kept = fc.property(disturbed, (text) => {
      fc.pre(said(text) !== undefined);
      expect(sameValues(text, formatText(text)), text).toBe(true);
    });
    return fc.assert(kept);
  });

  it('keeps every comment in and beside brackets in one piece, and changes nothing the second time', () => {
    const kept = fc.property(bracketed, (text) => {
      fc.pre(said(text) !== undefined);
      expectKept(text);
    });
    return fc.assert(kept);
  });

  it('keeps what a file says, all its comments and its scalars, and changes nothing the second time', () => {
    const files = randomLayout(fc.array(anyManifest, { minLength: 1, maxLength: 2 }));
    const kept = fc.property(files, (text) => {
      fc.pre(said(text) !== undefined);
      expectKept(text);
    });
    return fc.assert(kept);
  });

  it('leaves what was written by `import` as it is', () => {
    const same = fc.property(anyManifest, fc.boolean(), (manifest, hasHeader) => {
      const header = hasHeader ? { comment: '가져온 것\n\n둘째 줄' } : {};
      const written = writeManifest(String(manifest['kind']), manifest, header);
      expect(formatText(written)).toBe(written);
    });
    return fc.assert(same);
  });

  it('lays every bubble out alike: what a button is before its name, the samples at the end', () => {
    const written = `kind: BrandTemplate
samples: [{ values: { 산지: 서귀포 }, name: 기본 }]
buttons: [{ link: { mobile: "https://shop.example.com" }, name: 사러 가기, type: WL }]
commerce: { regularPrice: 39000, title: "#{산지} 한라봉" }
image: ./box.jpg
content: 올겨울 가장 단 것만 담았습니다.
bubble: COMMERCE
name: 한라봉 3kg
id: hallabong-box
`;
    expect(formatText(written)).toBe(`kind: BrandTemplate
id: hallabong-box
name: 한라봉 3kg
bubble: COMMERCE
content: 올겨울 가장 단 것만 담았습니다.
image: ./box.jpg
commerce: { title: "#{산지} 한라봉", regularPrice: 39000 }
buttons: [{ type: WL, name: 사러 가기, link: { mobile: "https://shop.example.com" } }]
samples: [{ name: 기본, values: { 산지: 서귀포 } }]
`);
  });
});
