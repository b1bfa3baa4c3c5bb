import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../../src/core/json.ts';
import { parseLocated } from '../../../src/core/located.ts';
import { normaliseSource } from '../../../src/core/source-text.ts';
import { formatText } from '../../../src/manifest/format/format.ts';
import { readPages } from '../../../src/manifest/format/read.ts';
import { documentValue } from '../../../src/manifest/import/text.ts';
import { type Revised, reviseText } from '../../../src/manifest/revise/revise.ts';
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

function saidIn(text: string): JsonObject {
  const [document] = parseLocated('a.yaml', text).documents;
  return isObject(document?.value) ? document.value : {};
}

function firstLine(text: string): number {
  return parseLocated('a.yaml', text).documents[0]?.place([], 'key').line ?? 0;
}

/** A file without a mistake, in which nothing stands that nobody writes. */
function isUsual(text: string): boolean {
  return said(text) !== undefined && !text.includes('${') && readPages(text) !== undefined;
}

/** How many scalars a value is written with, names included: an id that is a list goes with all of them. */
function scalarsIn(value: Json | undefined): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + scalarsIn(one), 0);
  if (!isObject(value)) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + 1 + scalarsIn(one), 0);
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
      { numRuns: 60 },
    );
  });

  it('is not touched where it says it already', () => {
    return fc.assert(
      fc.property(revisions, ({ before, text }) => {
        fc.pre(isUsual(text));
        expect(reviseText(text, firstLine(text), before, before)).toEqual({ text, fields: [] });
      }),
      { numRuns: 60 },
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
      { numRuns: 60 },
    );
  });

  it('is as formatted as it was', () => {
    return fc.assert(
      fc.property(revisions, ({ text, before, after }) => {
        const formatted = formatText(text);
        fc.pre(isUsual(formatted));
        const revised = textOf(reviseText(formatted, firstLine(formatted), before, after));
        expect(formatText(revised)).toBe(revised);
      }),
      { numRuns: 60 },
    );
  });
});
