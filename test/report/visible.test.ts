import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import './support.ts';
import { visible } from '../../src/report/visible.ts';

describe('what a terminal would obey or not show', () => {
  it.each([
    ['a tab and line ends', 'a\tb\r\nc', 'a→b␍⏎c'],
    ['an escape sequence', '\u001b[31mred', '<U+001B>[31mred'],
    ['C1 controls and DEL', '\u009b\u007f', '<U+009B><U+007F>'],
    ['bidirectional controls', 'a\u202eb\u2066c\u200fd', 'a<U+202E>b<U+2066>c<U+200F>d'],
    ['a no-break space', 'a\u00a0b', 'a⍽b'],
    ['other odd spaces', 'a\u2003b', 'a<U+2003>b'],
    ['zero-width characters', 'a\u200b\ufeffb\u00ad', 'a<U+200B><U+FEFF>b<U+00AD>'],
    ['Hangul fillers and the blank Braille pattern', '\u3164\u115f\u2800', '<U+3164><U+115F><U+2800>'],
    ['line and paragraph separators', '\u2028\u2029', '<U+2028><U+2029>'],
    ['a lone surrogate', 'a\ud800b', 'a<U+D800>b'],
    ['a joiner that joins nothing', 'a\u200db', 'a<U+200D>b'],
  ])('is made visible: %s', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it.each([
    ['Korean', '주문하신 상품의 결제가 완료되었습니다.'],
    ['an ideographic space', '가　나'],
    ['a family of one emoji', '👨‍👩‍👧 👩🏽‍💻 ❤️‍🔥'],
    ['decomposed Hangul', '한글'.normalize('NFD')],
  ])('stays as it is: %s', (_, text) => {
    expect(visible(text)).toBe(text);
  });

  it('leaves nothing that a terminal obeys, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it('shows the same when it is shown again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visible(visible(text))).toBe(visible(text));
      }),
    );
  });
});
