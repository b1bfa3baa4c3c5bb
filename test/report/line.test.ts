import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paint } from '../../src/report/style.ts';
import { indent, lineWidth, padLine, render, renderLine, wrap, wrapHanging } from '../../src/report/terminal/line.ts';
import { span, type Text, whole } from '../../src/report/text.ts';
import { columns } from '../../src/text/columns.ts';
import { colored, plain, tags } from './support.ts';

const textOf = (line: Text): string => line.map(({ text }) => text).join('');

describe('columns', () => {
  it('counts two for what is wide and none for what only changes it', () => {
    expect([columns('abc'), columns('가나'), columns('👨‍👩‍👧'), columns('e\u0301')]).toEqual([3, 4, 2, 1]);
  });
});

describe('colour', () => {
  it('is there when the style has it, whatever the environment says', () => {
    expect(tags(paint(colored(), 'word', 'red', 'bold'))).toBe('‹red›‹bold›word‹/›‹/›');
    expect(paint(plain(), 'word', 'red')).toBe('word');
    expect(paint(colored(), '', 'red')).toBe('');
    expect(paint(colored(), 'word')).toBe('word');
  });
});

describe('a line', () => {
  it('makes a text visible before it can be drawn', () => {
    expect(renderLine([span('a\u001b[2J\nb')], plain())).toBe('a<U+001B>[2J⏎b');
  });

  it('has no spaces at its end, in any of its pieces', () => {
    expect(render([[span('a '), span('  ', 'dim'), span(' ')], [span('  ')]], colored())).toBe('a\n\n');
  });

  it('is indented and padded, unless there is nothing in it', () => {
    expect(textOf(indent([span('가')], 2))).toBe('  가');
    expect(indent([], 2)).toEqual([]);
    expect(textOf(padLine([span('가')], 4))).toBe('가  ');
    expect(textOf(padLine([span('가나다')], 4))).toBe('가나다');
  });

  it('breaks after spaces', () => {
    expect(wrap([span('one two three')], 8).map(textOf)).toEqual(['one two ', 'three']);
  });

  it('breaks a word that is longer than a row, between characters', () => {
    expect(wrap([span('가나다라마')], 5).map(textOf)).toEqual(['가나', '다라', '마']);
  });

  it('does not break what is whole', () => {
    expect(wrap([span('see '), whole('docs/errors.md and more')], 10).map(textOf)).toEqual([
      'see ',
      'docs/errors.md and more',
    ]);
  });

  it('keeps the tones of its pieces over a break', () => {
    const rows = wrap([span('one '), span('two three', 'red')], 8);
    expect(rows.map((row) => tags(renderLine(row, colored())))).toEqual(['one ‹red›two‹/›', '‹red›three‹/›']);
  });

  it('hangs where it goes on', () => {
    expect(wrapHanging([span('one two three four')], 10, 4).map(textOf)).toEqual([
      'one two ',
      '    three ',
      '    four',
    ]);
    expect(wrapHanging([], 10, 4)).toEqual([[]]);
  });

  it('loses nothing when it is broken, and no row is too wide', () => {
    const words = fc.array(fc.constantFrom('주문', 'a', '12,000원', ' ', '  ', 'https://example.com/long', '👨‍👩‍👧'));
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 40 }), (parts, width) => {
        const text = parts.join('');
        const rows = wrap([span(text)], width);
        expect(rows.map(textOf).join('')).toBe(text);
        for (const row of rows) expect(lineWidth([span(textOf(row).trimEnd())])).toBeLessThanOrEqual(width);
      }),
    );
  });
});
