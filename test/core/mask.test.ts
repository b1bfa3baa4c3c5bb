import { describe, expect, it } from 'vitest';
import { hasNumber, starNumbers } from '../../src/core/mask.ts';

describe('phone numbers in a text', () => {
  it.each([
    '01012345678',
    '010-1234-5678',
    '010 1234 5678',
    '(010) 1234.5678',
    '+82 10-1234-5678',
    '+821012345678',
    '82-10-1234-5678',
    '02-123-4567',
    '1012345678',
    '０１０１２３４５６７８',
    '０１０－１２３４－５６７８',
    '＋８２　１０－１２３４－５６７８',
    '010–1234–5678',
    '010\u00a01234\u00a05678',
    '010‑1234‑5678',
    '010-1234-5678원',
    '010·1234·5678',
    '010ㆍ1234ㆍ5678',
    '010/1234/5678',
    '010, 1234, 5678',
    '010\t1234\t5678',
    '02/123/4567',
    '0101234/5678',
    '+82 10/1234/5678',
    '012345678원',
  ])('%s is starred wherever it stands', (number) => {
    const starred = number.replaceAll(/[\d０-９]/g, '*');
    for (const [before, after] of [
      ['', ''],
      ['to: "', '"'],
      ['전화 ', '로 연락하세요. 가격은 30,000원이며 ＡＢＣ'],
    ] as const) {
      expect(starNumbers(`${before}${number}${after}`)).toBe(`${before}${starred}${after}`);
      expect(hasNumber(`${before}${number}${after}`)).toBe(true);
    }
  });

  it.each([
    '123456789원',
    '할인가 １２３４５６７８９원',
    '30,000,000,000원',
    '2026-11-20 09:00:00',
    '12345678',
    '2026/11/23',
    '2026/11/23 09:00:00',
    '2026·01·12345678',
    '10/11/2026, 11/11/2026',
    '1, 2, 3, 4, 5, 6, 7, 8, 9, 10',
    '001001, 001002, 001003',
    '1,234,567,890원',
    '100\t2000\t3000\t4000',
    '1588/1234',
  ])('%s stays: it is a price, a time, a list, a code or too short', (text) => expect(starNumbers(text)).toBe(text));
});
