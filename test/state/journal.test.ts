import { describe, expect, it } from 'vitest';
import { NotiformError } from '../../src/core/problem.ts';
import {
  emptyDocument,
  FORMAT,
  type StateChange,
  type StateDocument,
  serializeDocument,
} from '../../src/state/document.ts';
import { changeBetween, openWriter, replay, WHOLE } from '../../src/state/journal.ts';
import { parseBase } from '../../src/state/stored-document.ts';
import { document } from './contract.ts';

/** The texts of a document with a journal. */

const PLACE = { environment: 'test', profile: 'shop', shown: 'shop.json', help: 'Restore it' };
const entry = { binding: { code: 'a' }, protect: false, applied: 'x', row: null };

function put(serial: number): StateChange {
  return { serial, entries: { [`Thing/shop/${serial}`]: entry } };
}

function read(base: string, journal: string) {
  return replay(parseBase(base, PLACE), journal, PLACE);
}

/** A base at serial 1, and the lines of the next writes. */
function written(lines: number): { base: string; lines: string[] } {
  const writer = openWriter(undefined, PLACE, 'token', 0);
  const first = writer.next({ ...document(1), serial: 1 });
  const more = Array.from({ length: lines }, (_, index) => {
    const next = writer.next(put(index + 2));
    return 'line' in next ? next.line : '';
  });
  return { base: 'base' in first ? first.base : '', lines: more };
}

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof NotiformError ? `${error.problems[0]?.code}: ${error.problems[0]?.message}` : String(error);
  }
}

describe('a journal', () => {
  it('that ends within a line is read up to the line before, wherever it ends', () => {
    const { base, lines } = written(3);
    const [last = ''] = lines.slice(-1);
    for (let length = 0; length < last.length; length += 1) {
      const { document, hasLeftOut } = read(base, lines.slice(0, 2).join('') + last.slice(0, length));
      // Only the line break may be missing.
      expect([document.serial, hasLeftOut]).toEqual(length === last.length - 1 ? [4, false] : [3, length > 0]);
    }
    for (const rest of ['\0\0\0\n\0', `${'0'.repeat(16)} {}\n`, `${last.slice(0, 20)}\n${last.slice(0, 9)}`]) {
      expect(read(base, lines.join('') + rest)).toMatchObject({ document: { serial: 4 }, hasLeftOut: true });
    }
  });

  it('is damaged if any other line is, or is missing', () => {
    const { base, lines } = written(3);
    const [one = '', two = '', three = ''] = lines;
    const damage = 'state-corrupt: The state in shop.json cannot be read: line 2 of its journal is damaged';
    expect(codeOf(() => read(base, one + two.replace('Thing', 'Think') + three))).toBe(damage);
    expect(codeOf(() => read(base, one + three))).toBe(damage);
  });

  it('is damaged if more lines at its end are than an interrupted write can leave', () => {
    const { base, lines } = written(4);
    const journal = lines.map((line, index) => (index < 2 ? line : line.replace('Thing', 'Think'))).join('');
    const damage = 'state-corrupt: The state in shop.json cannot be read: line 3 of its journal is damaged';
    expect(codeOf(() => read(base, journal))).toBe(damage);
    expect(read(base, lines.slice(0, 3).join('').replace('shop/4', 'shop/5')).document.serial).toBe(3);
  });

  it('is read with the line breaks of Windows, which a checkout may have put in', () => {
    const { base, lines } = written(3);
    const stored = read(base.replaceAll('\n', '\r\n'), lines.join('').replaceAll('\n', '\r\n'));
    expect(stored).toMatchObject({ document: { serial: 4 }, hasLeftOut: false });
  });

  it('leaves out the line of a run that had lost its lock, and is damaged if its lines are of another journal', () => {
    const { base, lines } = written(3);
    const late = `${lines.join('')}${lines[1]}`;
    expect(read(base, late)).toMatchObject({ document: { serial: 4 }, hasLeftOut: true });
    const other = base.replace('token-1', 'other-1');
    const damage = 'state-corrupt: The state in shop.json cannot be read: line 1 of its journal is damaged';
    expect(codeOf(() => read(other, lines.join('')))).toBe(damage);
    expect(read(other, lines[0] ?? '')).toMatchObject({ document: { serial: 1 }, hasLeftOut: true });
  });

  it('with lines that do not count is not continued: the next write is a new base', () => {
    const { base, lines } = written(3);
    const stored = read(base, lines.join('') + lines[0]?.slice(0, 30));
    const writer = openWriter(stored, PLACE, 'next', 0);
    const writing = writer.next(put(5));
    expect(writing).toMatchObject({ journal: 'next-5', journalBefore: 'token-1' });
    expect('base' in writing && read(writing.base, '').document).toMatchObject({ serial: 5 });
    expect(writer.next(put(6))).toHaveProperty('line');
  });

  it('that lacks only its last line break is not continued, because both lines would be damaged', () => {
    const { base, lines } = written(3);
    const writer = openWriter(read(base, lines.join('').trimEnd()), PLACE, 'next', 0);
    const writing = writer.next(put(5));
    expect('base' in writing && Object.keys(read(writing.base, '').document.entries)).toContain('Thing/shop/4');
    expect(writing).toMatchObject({ journal: 'next-5' });
  });

  it('costs what its writes change, a few times, however large the document is', () => {
    const batches = 80;
    const size = 100;
    const writer = openWriter(undefined, PLACE, 'token');
    let bytes = 0;
    let changes = 0;
    let bases = 0;
    let model = emptyDocument('test', 'shop', 'acc');
    for (let serial = 1; serial <= batches; serial += 1) {
      const entries = Object.fromEntries(
        Array.from({ length: size }, (_, index) => [`GroupTag/shop/tag-${serial}-${index}`, entry]),
      );
      model = { ...model, serial, entries: { ...model.entries, ...entries } };
      const change: StateChange = { ...(serial === 1 ? model : {}), serial, entries };
      const writing = writer.next(change);
      changes += JSON.stringify(change).length;
      bytes += 'line' in writing ? writing.line.length : writing.base.length;
      bases += 'line' in writing ? 0 : 1;
    }
    expect(bytes).toBeLessThan(6 * changes);
    expect(bases).toBeLessThan(10);
    const all = serializeDocument(model).length;
    expect(bytes).toBeLessThan(5 * all);
    expect(all).toBeGreaterThan(10 * WHOLE);
  });

  it('costs the creations that begin or end, however many are in progress', () => {
    const since = '2026-11-20T00:00:00.000Z';
    const creations = (from: number) =>
      Object.fromEntries(Array.from({ length: 3_000 - from }, (_, index) => [`GroupTag/shop/${from + index}`, since]));
    const first = { ...document(1), underWay: creations(0) };
    const next = { ...document(1), serial: 2, underWay: creations(1) };
    const change = changeBetween(first, { ...next, entries: first.entries });
    expect(change).toEqual({ serial: 2, entries: {}, underWay: { 'GroupTag/shop/0': null } });
    const base = openWriter(undefined, PLACE, 'token', 0).next(first);
    const read = replay(parseBase('base' in base ? base.base : '', PLACE), '', PLACE);
    const writer = openWriter(read, PLACE, 'token', Number.POSITIVE_INFINITY);
    expect(JSON.stringify(writer.next(change)).length).toBeLessThan(200);
    expect(parseBase(writer.fold().base, PLACE).document.underWay).toEqual(next.underWay);
    writer.next({ serial: 3, underWay: Object.fromEntries(Object.keys(next.underWay).map((one) => [one, null])) });
    expect(parseBase(writer.fold().base, PLACE).document).not.toHaveProperty('underWay');
  });

  it('does not change what an entry is: a change is what the next document differs in', () => {
    const before: StateDocument = { ...document(1), underWay: { a: '2026-11-20T00:00:00.000Z' }, begunIn: 'c3' };
    const { underWay: _, ...members } = before;
    const after = { ...members, serial: 2, begunIn: 'c4', entries: { b: entry } };
    expect(changeBetween(before, after)).toEqual({
      serial: 2,
      underWay: { a: null },
      begunIn: 'c4',
      entries: { 'Thing/shop/a': null, b: entry },
    });
    expect(changeBetween(before, { ...before, serial: 2 })).toEqual({ serial: 2, entries: {} });
  });
});

describe('an earlier version of notiform', () => {
  /** What version 1 of the format did with a document: it refused it as newer, before it looked at anything else. */
  const refuses = (text: string): boolean => {
    const value = JSON.parse(text) as { formatVersion: unknown };
    return typeof value.formatVersion === 'number' && value.formatVersion > 1;
  };

  it('refuses every document that is written, with a journal or without', () => {
    const { base } = written(0);
    expect(refuses(base)).toBe(true);
    expect(base).toContain('"journal": "token-1"');
    const whole = openWriter(undefined, PLACE, 'token').next(document(1));
    expect('base' in whole && refuses(whole.base) && !whole.base.includes('journal')).toBe(true);
  });

  it('wrote documents that are read as they are', () => {
    const old = JSON.stringify({ ...document(3), formatVersion: 1, later: 'x' });
    expect(parseBase(old, PLACE).document).toEqual({ ...document(3), later: 'x' });
  });

  it('is not extended if an earlier version wrote its base', () => {
    const { base, lines } = written(3);
    const [one = '', two = ''] = lines;
    const older = base.replace(`"formatVersion": ${FORMAT}`, '"formatVersion": 2');
    const stored = read(older, one + two);
    expect(stored.document).toMatchObject({ formatVersion: FORMAT, serial: 3 });
    const writing = openWriter(stored, PLACE, 'token', 0).next(put(4));
    expect('base' in writing && JSON.parse(writing.base)).toMatchObject({ formatVersion: FORMAT, serial: 4 });
    expect('line' in openWriter(read(base, one + two), PLACE, 'token', 0).next(put(4))).toBe(true);
  });
});
