import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../src/core/problem.ts';
import { drawFrame, linesOf } from '../../src/report/terminal/frame.ts';

/** The frame without its gutter, a mark under what is marked. */
function frame(text: string, place: Omit<Place, 'file'>, width = 60): string[] {
  const rows = drawFrame(linesOf(text), { file: 'a.yaml', ...place }, width + 6, 'red');
  return rows.map((row) =>
    row
      .map((piece) => piece.text)
      .join('')
      .replace(/^ +(\d*) │ /, (_, line: string) => `${line || ' '}|`),
  );
}

describe('a code frame', () => {
  it('marks a word between the lines around it', () => {
    expect(frame('a: 1\nb: two\nc: 3\n', { line: 2, column: 4, endLine: 2, endColumn: 7 })).toEqual([
      '1|a: 1',
      '2|b: two',
      ' |   ^^^',
      '3|c: 3',
    ]);
  });

  it('counts Korean letters as two columns and emoji as they are seen', () => {
    expect(frame('이름: "👨‍👩‍👧 홍길동" # 끝', { line: 1, column: 12, endLine: 1, endColumn: 15 })).toEqual([
      '1|이름: "👨‍👩‍👧 홍길동" # 끝',
      ' |          ^^^^^^',
    ]);
  });

  it('marks the whole of what a reader takes for one character', () => {
    expect(frame('가👨‍👩‍👧나', { line: 1, column: 3 })).toEqual(['1|가👨‍👩‍👧나', ' |  ^^']);
  });

  it('shows what a terminal would not, and counts it as it is shown', () => {
    expect(frame('\ta\u0007b', { line: 1, column: 4 })).toEqual(['1|→a<U+0007>b', ' |          ^']);
  });

  it('points behind the end of a line', () => {
    expect(frame('가나', { line: 1, column: 3 })).toEqual(['1|가나', ' |    ^']);
    expect(frame('', { line: 1, column: 1 })).toEqual(['1|', ' |^']);
  });

  it('gives a place without width one mark', () => {
    expect(frame('abc', { line: 1, column: 2, endLine: 1, endColumn: 2 })).toEqual(['1|abc', ' | ^']);
    expect(frame('abc', { line: 1, column: 2, endColumn: 4 })).toEqual(['1|abc', ' | ^^']);
  });

  it('leaves blank neighbours out', () => {
    expect(frame('\nb\n\nd', { line: 2, column: 1 })).toEqual(['2|b', ' |^']);
  });

  it('marks a span of several lines from its text on', () => {
    const text = 'a: |\n  가\n  나\nb: 1\n';
    expect(frame(text, { line: 1, column: 4, endLine: 4, endColumn: 1 })).toEqual([
      '1|a: |',
      ' |   ^',
      '2|  가',
      ' |  ^^',
      '3|  나',
      ' |  ^^',
      '4|b: 1',
    ]);
    expect(frame(text, { line: 2, column: 3, endLine: 3, endColumn: 4 })).toEqual([
      '1|a: |',
      '2|  가',
      ' |  ^^',
      '3|  나',
      ' |  ^^',
      '4|b: 1',
    ]);
  });

  it('shows three lines of a long span and says that it goes on', () => {
    const text = Array.from({ length: 9 }, (_, index) => `줄 ${index + 1}`).join('\n');
    expect(frame(text, { line: 3, column: 1, endLine: 8, endColumn: 2 })).toEqual([
      '2|줄 2',
      '3|줄 3',
      ' |^^^^',
      '4|줄 4',
      ' |^^^^',
      '5|줄 5',
      ' |^^^^',
      ' |…',
    ]);
  });

  it('shows a long line around its mark', () => {
    expect(frame(`${'가'.repeat(50)}X${'나'.repeat(50)}`, { line: 1, column: 51 }, 20)).toEqual([
      '1|…가가가X나나나나나…',
      ' |       ^',
    ]);
  });

  it('begins a long line at its beginning where the mark is there', () => {
    expect(frame('abcdefghijklmnopqrstuvwxyz', { line: 1, column: 2, endLine: 1, endColumn: 27 }, 20)).toEqual([
      '1|abcdefghijklmnopqrs…',
      ' | ^^^^^^^^^^^^^^^^^^^',
    ]);
    expect(frame('abcdefghijklmnopqrstuvwxyz\nb', { line: 2, column: 1 }, 20)).toEqual([
      '1|abcdefghijklmnopqrs…',
      '2|b',
      ' |^',
    ]);
  });

  it('ends a long line at its end where the mark is there', () => {
    expect(frame('abcdefghijklmnopqrstuvwxyz', { line: 1, column: 26 }, 20)).toEqual(['1|…tuvwxyz', ' |       ^']);
  });

  it('is shown for a line that is a whole file', () => {
    const long = '가'.repeat(200_000);
    const [row = ''] = frame(`${long}X${long}`, { line: 1, column: 200_001 });
    expect(row).toContain('X');
    expect(stringWidth(row)).toBeLessThanOrEqual(62);
  });

  it('is empty for a line that is not there', () => {
    expect(frame('a\n', { line: 5, column: 1 })).toEqual([]);
  });

  it('reads lines as an editor does: no byte-order mark, any line break', () => {
    expect(frame('\ufeffa: 1\r\nb: 2\rc: 3', { line: 2, column: 1 })).toEqual(['1|a: 1', '2|b: 2', ' |^', '3|c: 3']);
  });

  it('never takes more columns than it may, and marks what it is told to', () => {
    const piece = fc.constantFrom('가', 'a', '🍊', ' ', '\t', '👨‍👩‍👧', 'é');
    const line = fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(line, fc.nat(200), fc.nat(40), fc.integer({ min: 20, max: 80 }), (text, start, long, width) => {
        const column = Math.min(start, [...text].length) + 1;
        const [row = '', mark = ''] = frame(text, { line: 1, column, endLine: 1, endColumn: column + long }, width);
        expect(stringWidth(row)).toBeLessThanOrEqual(width + 2);
        expect(mark).toMatch(/^ \| *\^+$/);
        const before = [...text].slice(0, column - 1).join('');
        if (!row.startsWith('1|…'))
          expect(mark.indexOf('^') - 2).toBeLessThanOrEqual(stringWidth(before.replaceAll('\t', '→')));
      }),
      { numRuns: 100, seed: 11 },
    );
  });
});
