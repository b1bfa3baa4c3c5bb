import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { columns } from '../../src/text/columns.ts';
import { graphemes } from '../../src/text/graphemes.ts';

const drawn = fc.stringMatching(/^(?:[가-힣a-z·×«»…→─-▟▶✓✗⧖]|\u0301|\ufe0f)*$/);

it('splits drawn signs and lines as the segmenter does', () => {
  const segmenter = new Intl.Segmenter('ko');
  fc.assert(
    fc.property(drawn, (text) => {
      expect(graphemes(text)).toEqual(Array.from(segmenter.segment(text), ({ segment }) => segment));
    }),
  );
});

it('counts two columns for a wide character, whatever the way it is counted', () => {
  expect([
    columns('abc'),
    columns('감귤 2kg'),
    columns(''),
    columns('👨‍👩‍👧'),
    columns('e\u0301'),
    columns('漢字'),
  ]).toEqual([3, 8, 0, 2, 1, 4]);
  const texts = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[가-힣a-z #{}]*$/), drawn);
  const withoutSigns = texts.map((text) => text.replace(/\p{Extended_Pictographic}/gu, ''));
  fc.assert(fc.property(withoutSigns, (text) => columns(text) === stringWidth(text)));
});

it('counts one column for a sign that is text, and two if a selector makes it emoji', () => {
  expect([columns('▶'), columns('▶ 주문번호'), columns('☎♥©'), columns('▶\ufe0f'), columns('😀')]).toEqual([
    1, 10, 3, 2, 2,
  ]);
});

it('counts a text of any length, also one with a grapheme longer than the window that is read at once', () => {
  const long = 'e\u0301'.repeat(3_000);
  const stacked = `e${'\u0301'.repeat(9_000)}`;
  expect([columns(long), columns(`${long}${stacked}${long}`)]).toEqual([3_000, 6_001]);
});
