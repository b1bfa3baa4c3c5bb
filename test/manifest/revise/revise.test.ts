import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../../src/core/json.ts';
import { formatText } from '../../../src/manifest/format/format.ts';
import { documentValue } from '../../../src/manifest/import/text.ts';
import { placesIn } from '../../../src/manifest/revise/places.ts';
import { type Revised, reviseText } from '../../../src/manifest/revise/revise.ts';
import { normaliseSource } from '../../../src/text/source-text.ts';
import { parseLocated } from '../../../src/yaml/located.ts';
import { marks, randomLayout, said } from '../random-layout.ts';
import { kinds, randomManifest } from '../random-manifest.ts';

/** A file that somebody wrote by hand, what its document says, and what it should say. */
const revisions = fc.constantFrom(...kinds).chain((kind) =>
  fc
    .tuple(
      randomLayout(fc.tuple(randomManifest(kind)).map((one) => one)),
      randomManifest(kind),
      fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
    )
    .map(([text, other, taken]) => {
      const before = saidIn(text);
      const theirs = documentValue('a.yaml', other);
      const names = [...new Set([...Object.keys(before), ...Object.keys(theirs)])];
      const after: JsonObject = {};
      for (const [index, name] of names.entries()) {
        const value = (taken[index] || name === 'kind' ? before : theirs)[name];
        if (value !== undefined) after[name] = value;
      }
      return { text: normaliseSource(text), before, after };
    }),
);

/** A file with a list or a mapping in brackets over several lines: with comments and commas as people write them. */
const spread = fc
  .record({
    isList: fc.boolean(),
    entries: fc.array(fc.record({ above: fc.boolean(), beside: fc.boolean() }), { minLength: 2, maxLength: 4 }),
    end: fc.constantFrom('', ',', ' # 말 99\n  ,'),
  })
  .map(({ isList, entries, end }) => {
    const lines = entries.map(({ above, beside }, at) => {
      const comma = at === entries.length - 1 ? end : ',';
      const entry = isList ? `{ a: 값 ${at} }` : `a${at}: 값 ${at}`;
      return `${above ? `  # 말 ${at}0\n` : ''}  ${entry}${comma}${beside ? ` # 말 ${at}1` : ''}\n`;
    });
    const text = `kind: GroupTag\nid: ${isList ? `[\n${lines.join('')}]` : `{\n${lines.join('')}}`}\nname: 여름\n`;
    return { text, before: saidIn(text) };
  });

function saidIn(text: string): JsonObject {
  const [document] = parseLocated('a.yaml', text).documents;
  return isObject(document?.value) ? document.value : {};
}

function firstLine(text: string): number {
  return parseLocated('a.yaml', text).documents[0]?.place([], 'key').line ?? 0;
}

/** A file without a mistake, in which nothing stands that nobody writes. */
function isUsual(text: string): boolean {
  return said(text) !== undefined && !text.includes('${') && placesIn(text) !== undefined;
}

/** How many scalars a value is written with, names included: an id that is a list goes with all of them. */
function scalarsIn(value: Json | undefined): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + scalarsIn(one), 0);
  if (!isObject(value)) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + 1 + scalarsIn(one), 0);
}

/** The lines of a text with their breaks, without the byte order mark. */
function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/(?<=\n|\r(?!\n))/);
}

/** The lines before a member, and those from the member after it; all lines if there is no such member. */
function untouched(text: string, name: string): { head: string[]; tail: string[] } {
  const lines = linesOf(text);
  const [document, next] = parseLocated('a.yaml', text).documents;
  const lineOf = (key: string): number => document?.place([key], 'key').line ?? 0;
  const names = Object.keys(saidIn(text));
  if (!names.includes(name)) return { head: lines, tail: [] };
  const ends = [...names.map(lineOf), next?.place([], 'key').line ?? lines.length + 1];
  const end = Math.min(...ends.filter((line) => line > lineOf(name)));
  return { head: lines.slice(0, lineOf(name) - 1), tail: lines.slice(end - 1) };
}

/** True if the lines of a text are in another one, in order. Indentation of comments does not count. */
function areIn(lines: readonly string[], others: readonly string[]): boolean {
  const bare = (line: string | undefined): string | undefined => line?.replace(/^[ \t]+(?=#)/, '');
  let at = 0;
  for (const other of others) if (bare(other) === bare(lines[at])) at += 1;
  return at >= lines.length;
}

/**
 * The comments beside something, each with the last characters before it; commas and brackets do not count. Empty for one beside
 * a bracket: what is in the brackets may change.
 */
function besideComments(text: string): Map<string, string> {
  const lines = text.split('\n').flatMap((line) => {
    const [, written = '', comment = ''] = /^(.*?)(# 말 \d+(?: 이어서)?)$/.exec(line) ?? [];
    const bare = written.replace(/[\s,{}[\]|>-]+/g, '');
    if (bare === '') return [];
    return [[comment, /[\]}][,\s]*$/.test(written) ? '' : bare.slice(-3)] as const];
  });
  return new Map(lines);
}

function textOf(revised: Revised): string {
  if ('text' in revised) return revised.text;
  throw new Error(JSON.stringify(revised));
}

describe('a manifest that is revised', () => {
  it('says what it should, however it was written', () => {
    return fc.assert(
      fc.property(revisions, ({ before, after, text }) => {
        fc.pre(isUsual(text));
        const revised = textOf(reviseText(text, firstLine(text), before, after));
        expect(saidIn(revised), `${text}\n=====\n${revised}`).toEqual(after);
      }),
      { numRuns: 30 },
    );
  });

  it('is not touched where it says it already', () => {
    return fc.assert(
      fc.property(revisions, ({ before, text }) => {
        fc.pre(isUsual(text));
        expect(reviseText(text, firstLine(text), before, before)).toEqual({ text, fields: [] });
      }),
      { numRuns: 30 },
    );
  });

  it('keeps every comment and every other scalar where one text changes', () => {
    return fc.assert(
      fc.property(revisions, ({ before, text }) => {
        fc.pre(isUsual(text));
        const after = { ...before, id: 'another-one' };
        const revised = textOf(reviseText(text, firstLine(text), before, after));
        const [old, now] = [marks(text), marks(revised)];
        expect(now.comments).toEqual(old.comments);
        const gone = old.scalars.filter((one) => !now.scalars.includes(one));
        expect(gone.length).toBeLessThanOrEqual(scalarsIn(before['id']));
      }),
      { numRuns: 30 },
    );
  });

  it('keeps every comment and every other scalar, whichever texts change', () => {
    return fc.assert(
      fc.property(revisions, fc.integer({ min: 2, max: 5 }), ({ before, text }, nth) => {
        fc.pre(isUsual(text));
        let at = 0;
        const changed = (value: Json, key?: string): Json => {
          if (Array.isArray(value)) return value.map((one) => changed(one));
          if (isObject(value))
            return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changed(one, name)]));
          at += 1;
          return typeof value === 'string' && key !== 'kind' && at % nth === 0 ? `${value}.\n다시` : value;
        };
        const after = changed(before) as JsonObject;
        const revised = textOf(reviseText(text, firstLine(text), before, after));
        expect(saidIn(revised), `${text}\n=====\n${revised}`).toEqual(after);
        expect(marks(revised).comments, `${text}\n=====\n${revised}`).toEqual(marks(text).comments);
      }),
      { numRuns: 30 },
    );
  });

  it('leaves no comment of a removed member beside another one', () => {
    return fc.assert(
      fc.property(fc.oneof(revisions, spread), fc.infiniteStream(fc.nat(2)), ({ before, text }, dice) => {
        fc.pre(isUsual(text));
        const thinned = (value: Json): Json => {
          if (Array.isArray(value)) return value.filter(() => dice.next().value !== 0).map(thinned);
          if (!isObject(value)) return value;
          const kept = Object.entries(value).filter(([name]) => name === 'kind' || dice.next().value !== 0);
          return Object.fromEntries(kept.map(([name, one]) => [name, thinned(one)]));
        };
        const after = thinned(before) as JsonObject;
        const revised = textOf(reviseText(text, firstLine(text), before, after));
        const shown = `${text}\n=====\n${revised}`;
        expect(saidIn(revised), shown).toEqual(after);
        const old = besideComments(text);
        for (const [comment, end] of besideComments(revised)) {
          if (end !== '' && old.get(comment) !== '') expect(old.get(comment), shown).toBe(end);
        }
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['between key and value', 'name: # 왜\n  # 둘째\n  여름\n', 'id: x\n# 왜\n# 둘째\nname: 겨울\n'],
    [
      'between key and value in braces',
      'link: {\n  name: # 왜\n    여름,\n  b: 1 }\n',
      'id: x\nlink: {\n  # 왜\n  name: 겨울,\n  b: 1 }\n',
    ],
    [
      'beside the last member in braces that stays',
      'link: {\n  name: 여름, # 이름\n  b: 1, # 비\n  c: 2 # 씨\n}\n',
      'id: x\nlink: {\n  name: 여름 # 이름\n}\n',
    ],
    [
      'above a removed member in braces',
      'link: {\n  name: 여름,\n  # 비\n  b: 1 }\n',
      'id: x\nlink: {\n  name: 여름\n  # 비\n  }\n',
    ],
    [
      'beside a member above a removed one',
      'link:\n  name: 여름 # 이름\n  b: 1 # 비\n       # 둘째\n  c: 1\n',
      'id: x\nlink:\n  name: 여름 # 이름\n  c: 1\n',
    ],
    ['inside what is written anew', 'link:\n  # 위\n  a: 1 # 옆\n', 'id: x\n# 위\nlink: 겨울 # 옆\n'],
    [
      'above a text that begins in the line',
      'link: { a: "가\n  나", b: # 왜\n  여름 }\n',
      'id: x\n# 왜\nlink: { a: "가\n  나", b: 겨울 }\n',
    ],
  ])('keeps a comment %s', (_where, written, expected) => {
    const text = `id: x\n${written}`;
    const before = saidIn(text);
    const after = saidIn(expected);
    const revised = textOf(reviseText(text, 1, before, after));
    expect(revised).toBe(expected);
  });

  it.each([
    ['beside the entry that stays', '  { a: 1 }, # 첫째\n  { a: 2 },\n', '  { a: 1 }, # 첫째\n'],
    ['above the removed entry', '  { a: 1 },\n  # 둘째\n  { a: 2 },\n', '  { a: 1 },\n  # 둘째\n'],
    ['above the comma', '  { a: 1 },\n  { a: 2 } # 둘째, 끝\n  # 끝\n  ,\n', '  { a: 1 },\n  # 끝\n'],
    ['on no line', '  { a: 1 },\n  { a: 2 },\n', '  { a: 1 },\n'],
  ])('takes out the last entry with its comma, a comment %s', (_where, written, expected) => {
    const [text, wanted] = [written, expected].map((entries) => `id: x\nlist: [\n${entries}]\n`);
    expect(textOf(reviseText(text ?? '', 1, saidIn(text ?? ''), saidIn(wanted ?? '')))).toBe(wanted);
  });

  it.each([
    ['in brackets in brackets', 'list: [[1, # 하나\n  2]]\n', 'list: [[1 # 하나\n        ]]\n'],
    ['in brackets of a member in another', 'a:\n  b: [1, # 하나\n    2]\n', 'a:\n  b: [1 # 하나\n      ]\n'],
    ['below a text that keeps its line breaks', 'a: |+\n  가\nlist: 1\n\nb: 2\n', 'a: |+\n  가\nb: 2\n'],
    ['above a line of blanks', 'list:\n  - >-\n    가\n  - 나\n      \n', 'list:\n  - >-\n    가\n  \n'],
  ])('takes out an entry %s, and the others say what they said', (_where, written, expected) => {
    const [text, wanted] = [`id: x\n${written}`, `id: x\n${expected}`];
    expect(textOf(reviseText(text, 1, saidIn(text), saidIn(wanted)))).toBe(wanted);
  });

  it.each(['id: x\nlist: []\n', '{ id: x, list: [] }\n'])(
    'writes an object twice that a value has twice: %j',
    (text) => {
      const one = { a: 1 };
      const after = { id: 'x', list: [one, one] };
      const revised = textOf(reviseText(text, 1, saidIn(text), after));
      expect(revised).not.toMatch(/[&*]/);
      expect(saidIn(revised)).toEqual(after);
    },
  );

  it('says what it should in place of a folded block, wherever the text has blanks', () => {
    const words = fc.array(fc.constantFrom('가', '나 다', '라'.repeat(30), '\t', ' ', '  ', '\n'), { maxLength: 12 });
    const texts = words.map((pieces) => pieces.join(' ')).filter((one) => one.trim() !== '');
    const folds = fc.array(fc.constantFrom('가', '가 나 다', '라'.repeat(30)), { minLength: 1, maxLength: 4 });
    return fc.assert(
      fc.property(folds, texts, fc.constantFrom('>', '>-'), (lines, name, header) => {
        const text = `kind: A\nname: ${header}\n${lines.map((line) => `  ${line}\n`).join('')}`;
        const after = { ...saidIn(text), name };
        const revised = textOf(reviseText(text, 1, saidIn(text), after));
        expect(saidIn(revised), revised).toEqual(after);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ["name: '여름' # 둘", '겨울', "name: '겨울' # 둘"],
    ["name: '여름'", "it's", "name: 'it''s'"],
    ['name: "여름"', '겨울', 'name: "겨울"'],
    ['name: "가\\n나" # 둘', '가\n다', 'name: "가\\n다" # 둘'],
    ['name: "가\\n\\\n  나" # 둘', '가\n다', 'name: "가\\n\\\n  다" # 둘'],
    ['name: "여름"', '겨울\n눈', 'name: |\n  겨울\n  눈'],
    ['name: |\n    여름\n    밤', '여름\n낮', 'name: |\n    여름\n    낮'],
    ['name: |\n  여름', '겨울', 'name: |\n  겨울'],
    ['name: |-\n  여름\n  밤', '여름\n낮', 'name: |-\n  여름\n  낮'],
    ['name: >-\n  여름\n  밤', '여름 밤 낮', 'name: |-\n  여름 밤 낮'],
    ['name: >\n    여름\n    밤\n\n    달', '여름 밤\n\n별', 'name: |\n    여름 밤\n\n    별'],
    ['name: >-\n  여름', '겨울\n  눈', 'name: |-\n  겨울\n    눈'],
    ['name: 여름', '겨울', 'name: 겨울'],
    ["- ['여름', 1]", '겨울', "- ['겨울', 1]"],
    ["- '여름' # 둘", '겨울', "- '겨울' # 둘"],
  ])('keeps the style of a text: %s', (written, value, expected) => {
    const isList = written.startsWith('-');
    const [head, lead] = isList ? ['kind: A\nlist:\n  ', ''] : ['kind: A\n', ''];
    const before = saidIn(`${head}${lead}${written}\n`);
    const after = saidIn(`${head}${lead}${expected}\n`);
    expect(JSON.stringify(after)).toContain(JSON.stringify(value).slice(1, -1));
    expect(textOf(reviseText(`${head}${written}\n`, 1, before, after))).toBe(`${head}${expected}\n`);
  });

  it('keeps every untouched line byte for byte, whatever its line break', () => {
    const files = fc
      .constantFrom(...kinds)
      .chain((kind) =>
        fc.tuple(
          randomLayout(fc.array(randomManifest(kind), { minLength: 1, maxLength: 2 })),
          randomManifest(kind),
          fc.nat(),
          fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: 1, maxLength: 7 }),
          fc.boolean(),
        ),
      );
    return fc.assert(
      fc.property(files, ([layout, other, which, breaks, hasMark]) => {
        let at = 0;
        const mixed = layout.replaceAll('\n', () => breaks[at++ % breaks.length] ?? '\n');
        const text = hasMark ? `\ufeff${mixed}` : mixed;
        fc.pre(isUsual(layout) && said(text) === said(layout) && placesIn(text)?.roots[0]?.flow !== true);
        const before = saidIn(text);
        const names = Object.keys({ ...before, ...other }).filter((one) => one !== 'kind');
        const name = names[which % Math.max(names.length, 1)] ?? 'id';
        const { [name]: _gone, ...rest } = before;
        const value = documentValue('a.yaml', other)[name];
        const after = value === undefined ? rest : { ...before, [name]: value };
        const revised = textOf(reviseText(text, firstLine(text), before, after));
        const { head, tail } = untouched(text, name);
        const [lines, shown] = [linesOf(revised), `${JSON.stringify([text, name])}\n${JSON.stringify(revised)}`];
        if (name in before) {
          // As texts: a line that ends with \r and an empty line that ends with \n look like one line once they meet.
          expect(lines.join('').startsWith(head.join('')), shown).toBe(true);
          expect(lines.join('').endsWith(tail.join('')), shown).toBe(true);
        } else expect(areIn(head, lines), shown).toBe(true);
        expect(revised.startsWith('\ufeff')).toBe(hasMark);
        if (new Set(breaks).size === 1) expect(new Set(revised.match(/\r\n?|\n/g)), shown).toEqual(new Set(breaks));
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['kind: A\r\nname: 여름\r\nid: x\r\n', '겨울', 'kind: A\r\nname: 겨울\r\nid: x\r\n'],
    ['kind: A\nname: 여름\r\nid: x\n', '겨울\n눈', 'kind: A\nname: |\r\n  겨울\r\n  눈\r\nid: x\n'],
    ['kind: A\rname: |\r\n  가\n  나\r  다\r\nid: x', '가\n라\n다', 'kind: A\rname: |\r\n  가\n  라\r  다\r\nid: x'],
    ['\ufeffkind: A\r\nname: 여름\nid: x\r', undefined, '\ufeffkind: A\r\nid: x\r'],
  ])('keeps the line breaks of %j', (text, name, expected) => {
    const { name: _gone, ...rest } = saidIn(text);
    const after = name === undefined ? rest : { ...rest, name };
    expect(textOf(reviseText(text, 1, saidIn(text), after))).toBe(expected);
  });

  it.each([
    ['reversed', (names: readonly string[]) => [...names].reverse()],
    ['nearly emptied', (names: readonly string[]) => names.slice(0, 10)],
    ['changed in each element', (names: readonly string[]) => names.map((name) => `${name}x`)],
  ])('takes processor time in proportion to a long list that is %s', (_how, change) => {
    const names = Array.from({ length: 3000 }, (_, index) => `a${index}`);
    for (const written of [` [${names.join(', ')}]`, `\n${names.map((name) => `  - ${name}`).join('\n')}`]) {
      const { user } = process.cpuUsage();
      const [before, after] = [names, change(names)].map((profiles) => ({ kind: 'GroupTag', profiles }));
      const revised = textOf(reviseText(`kind: GroupTag\nprofiles:${written}\n`, 1, before ?? {}, after ?? {}));
      expect(saidIn(revised)).toEqual(after);
      expect((process.cpuUsage().user - user) / 1000).toBeLessThan(3000);
    }
  });

  it('is as formatted as it was', () => {
    return fc.assert(
      fc.property(revisions, ({ text, before, after }) => {
        const formatted = formatText(text);
        fc.pre(isUsual(formatted));
        const revised = textOf(reviseText(formatted, firstLine(formatted), before, after));
        expect(formatText(revised)).toBe(revised);
      }),
      { numRuns: 30 },
    );
  });
});
