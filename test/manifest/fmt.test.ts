import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatText } from '../../src/manifest/format/format.ts';
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

function expectKept(text: string): void {
  const formatted = formatText(text);
  const shown = `${text}\n=====\n${formatted}`;
  expect(said(formatted), shown).toBe(said(text));
  expect(marks(formatted), shown).toEqual(marks(text));
  expect(runs(formatted), shown).toEqual(expect.arrayContaining(runsBeside(text)));
  expect(formatText(formatted), shown).toBe(formatted);
}

describe('fmt', () => {
  it('keeps every comment in and beside brackets in one piece, and changes nothing the second time', () => {
    const kept = fc.property(bracketed, (text) => {
      fc.pre(said(text) !== undefined);
      expectKept(text);
    });
    return fc.assert(kept, { numRuns: 60 });
  });

  it('keeps what a file says, all its comments and its scalars, and changes nothing the second time', () => {
    const files = randomLayout(fc.array(anyManifest, { minLength: 1, maxLength: 2 }));
    const kept = fc.property(files, (text) => {
      fc.pre(said(text) !== undefined);
      expectKept(text);
    });
    return fc.assert(kept, { numRuns: 60 });
  });

  it('leaves what was written by `import` as it is', () => {
    const same = fc.property(anyManifest, fc.boolean(), (manifest, hasHeader) => {
      const header = hasHeader ? { schema: '../schemas/notiform.schema.json', comment: '가져온 것\n\n둘째 줄' } : {};
      const written = writeManifest(String(manifest['kind']), manifest, header);
      expect(formatText(written)).toBe(written);
    });
    return fc.assert(same, { numRuns: 150 });
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
