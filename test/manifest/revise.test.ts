import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Parser } from 'yaml';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import { formatText } from '../../src/manifest/format/format.ts';
import { type Revised, reviseText } from '../../src/manifest/format/revise.ts';
import { unusualIn } from '../../src/manifest/format/tidy.ts';
import { documentValue } from '../../src/manifest/import/text.ts';
import { normaliseSource } from '../../src/text/source-text.ts';
import { parseLocated } from '../../src/yaml/located.ts';
import { marks, randomLayout, said } from './random-layout.ts';
import { kinds, randomManifest } from './random-manifest.ts';

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
  return said(text) !== undefined && !text.includes('${') && unusualIn([...new Parser().parse(text)]) === undefined;
}

/** How many scalars a value is written with, names included: an id that is a list goes with all of them. */
function scalarsIn(value: Json | undefined): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + scalarsIn(one), 0);
  if (!isObject(value)) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + 1 + scalarsIn(one), 0);
}

/**
 * The comments beside something, each with the last characters before it; commas and brackets do not count. Empty for one beside
 * a bracket: what is in the brackets may change.
 */
function besideComments(text: string): Map<string, string> {
  const lines = text.split('\n').flatMap((line) => {
    const [, written = '', comment = ''] = /^(.*?)(# 말 \d+(?: 이어서)?)$/.exec(line) ?? [];
    const bare = written.replace(/(?<=[|>])[\d+-]+\s*$/, '').replace(/[\s,{}[\]|>-]+/g, '');
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
      { numRuns: 15 },
    );
  });

  it('is not touched where it says it already', () => {
    return fc.assert(
      fc.property(revisions, ({ before, text }) => {
        fc.pre(isUsual(text));
        expect(reviseText(text, firstLine(text), before, before)).toEqual({ text, fields: [] });
      }),
      { numRuns: 15 },
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
      { numRuns: 15 },
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
      { numRuns: 15 },
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
      { numRuns: 20 },
    );
  });

  it.each([
    ['between key and value', 'name: # 왜\n  # 둘째\n  여름\n', 'id: x\n# 왜\n# 둘째\nname: 겨울\n'],
    [
      'beside a member above a removed one',
      'link:\n  name: 여름 # 이름\n  b: 1 # 비\n       # 둘째\n  c: 1\n',
      'id: x\nlink:\n  name: 여름 # 이름\n  c: 1\n',
    ],
    ['inside what is written anew', 'link:\n  # 위\n  a: 1 # 옆\n', 'id: x\n# 위\n# 옆\nlink: 겨울\n'],
    ['inside a list that is emptied', 'list:\n  # 위\n  - a\n', 'id: x\n# 위\nlist: []\n'],
    ['beside an entry in brackets', 'list: [\n  1, # 하나\n  2, # 둘\n]\n', 'id: x\nlist:\n  [\n    1 # 하나\n  ]\n'],
  ])('keeps a comment %s', (_where, written, expected) => {
    const text = `id: x\n${written}`;
    const before = saidIn(text);
    const after = saidIn(expected);
    const revised = textOf(reviseText(text, 1, before, after));
    expect(revised).toBe(expected);
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
      { numRuns: 50 },
    );
  });

  it.each([
    ['reversed', (names: readonly string[]) => [...names].reverse()],
    ['nearly emptied', (names: readonly string[]) => names.slice(0, 10)],
    ['changed in each element', (names: readonly string[]) => names.map((name) => `${name}x`)],
  ])('takes processor time in proportion to a long list that is %s', (_how, change) => {
    const time = (count: number): number => {
      const names = Array.from({ length: count }, (_, index) => `a${index}`);
      const [before, after] = [names, change(names)].map((profiles) => ({ kind: 'GroupTag', profiles }));
      const text = `kind: GroupTag\nprofiles:\n${names.map((name) => `  - ${name}\n`).join('')}`;
      const began = process.cpuUsage();
      const revised = textOf(reviseText(text, 1, before ?? {}, after ?? {}));
      const { user } = process.cpuUsage(began);
      expect(saidIn(revised)).toEqual(after);
      return user / 1000;
    };
    const few = time(200);
    // Quadratic work would take 100 times as long.
    expect(time(2000)).toBeLessThan(50 * Math.max(5, few, time(200)));
  });

  it('is as formatted as it was', () => {
    return fc.assert(
      fc.property(revisions, ({ text, before, after }) => {
        const formatted = formatText(text);
        fc.pre(isUsual(formatted));
        const revised = textOf(reviseText(formatted, firstLine(formatted), before, after));
        expect(formatText(revised)).toBe(revised);
      }),
      { numRuns: 15 },
    );
  });
});
