import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstLines, type WrappedLine, wrap } from '../../src/preview/wrap.ts';
import { graphemes } from '../../src/text/graphemes.ts';
import { anyText } from './support.ts';

const font = { size: 10, bold: false };
/** A Hangul syllable in this font takes 9.2 pixels, a space 2.5. */
const SYLLABLE = 9.2;

function lines(text: string, width: number): string[] {
  return wrap(text, font, width).map(textOf);
}

function textOf({ runs }: WrappedLine): string {
  return runs.map((run) => run.text).join('');
}

describe('wrapping', () => {
  it('keeps words whole', () => {
    expect(lines('주문하신 상품의 결제가 완료되었습니다', 70)).toEqual(['주문하신 상품의', '결제가', '완료되었습니다']);
  });

  it('breaks between ideographs and kana, but never before a closing sign', () => {
    expect(lines('漢字漢字、漢字', 40)).toEqual(['漢字漢', '字、漢字']);
  });

  it('breaks a long address at its seams', () => {
    expect(lines('https://shop.example.com/orders/detail?order=12345', 120)).toEqual([
      'https://shop.example.',
      'com/orders/detail?order=',
      '12345',
    ]);
  });

  it('never cuts what a reader takes for one character', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(lines(`${family}${family}`, 13)).toEqual([family, family]);
    expect(lines('e\u0301e\u0301e\u0301', 11.5)).toEqual(['e\u0301e\u0301', 'e\u0301']);
    expect(lines('\u{20000}\u{20001}', 10)).toEqual(['\u{20000}', '\u{20001}']);
  });

  it('takes a message variable for one word, with the room of a chip around it', () => {
    // 17.85 for the letters, 4 on either side.
    const [line] = wrap('#{a}님', font, 100);
    expect(line?.runs).toEqual([
      { kind: 'variable', text: '#{a}', x: 0, width: expect.closeTo(25.85, 5) },
      { kind: 'text', text: '님', x: expect.closeTo(25.85, 5), width: expect.closeTo(SYLLABLE, 5) },
    ]);
    expect(line?.width).toBeCloseTo(25.85 + SYLLABLE, 5);
    expect(lines('가나다 #{이름}님', 60)).toEqual(['가나다', '#{이름}님']);
    expect(wrap('#{가}#{나}', font, 200)[0]?.runs.map(({ text }) => text)).toEqual(['#{가}', '#{나}']);
  });

  it('breaks a variable only where no line would hold it', () => {
    expect(lines('#{가나다라마바사}', 50)).toEqual(['#{가나다', '라마바사}']);
  });

  it('is never wider than its column and loses nothing but spaces', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 300 }), (text, width) => {
        const wrapped = wrap(text, font, width);
        for (const line of wrapped) expect(line.width).toBeLessThanOrEqual(width + 0.011);
        const whole = wrap(text, font, 1e9);
        const squashed = (some: WrappedLine[]): string => some.map(textOf).join('').replace(/\s/g, '');
        expect(squashed(wrapped)).toBe(squashed(whole));
      }),
    );
  });

  it('lays the runs of a line beside each other', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 50, max: 300 }), (text, width) => {
        for (const line of wrap(text, font, width)) {
          let x = 0;
          for (const run of line.runs) {
            expect(run.x).toBeCloseTo(x, 5);
            x += run.width;
          }
          expect(line.width).toBeCloseTo(x, 5);
        }
      }),
    );
  });

  it('takes a body of a hundred thousand letters in one go', () => {
    expect(wrap('a'.repeat(100_000), font, 280).length).toBe(2000);
  });
});

describe('the first lines', () => {
  const wrapped = wrap('가나다\n라마바\n사아자', font, 3 * SYLLABLE);

  it('are all of them where there is the room', () => {
    expect(firstLines(wrapped, 3, font, 3 * SYLLABLE)).toEqual(wrapped);
  });

  it('end with three dots where some are left out', () => {
    expect(firstLines(wrapped, 2, font, 3 * SYLLABLE + 10).map(textOf)).toEqual(['가나다', '라마바…']);
    expect(firstLines(wrapped, 2, font, 3 * SYLLABLE).map(textOf)).toEqual(['가나다', '라…']);
    expect(firstLines(wrapped, 0, font, 3 * SYLLABLE)).toEqual([]);
  });

  it('give up a whole variable for the dots', () => {
    const some = wrap('가 #{나}\n다', font, 50);
    expect(firstLines(some, 1, font, 42).map(textOf)).toEqual(['가 …']);
  });
});

describe('graphemes', () => {
  it('are what a reader takes for characters', () => {
    expect(graphemes('각e\u0301👨‍👩‍👧🇰🇷a')).toEqual(['각', 'e\u0301', '👨‍👩‍👧', '🇰🇷', 'a']);
  });

  it('are found the same way in plain text', () => {
    expect(graphemes('가 b~')).toEqual(['가', ' ', 'b', '~']);
  });
});
