import { describe, expect, it } from 'vitest';
import { durationText, priceTexts } from '../../src/preview/figures.ts';

describe('prices', () => {
  it.each([
    ['a rate', { regularPrice: 49_000, discountPrice: 39_200, discountRate: 20 }, ['20%', '39,200원', '49,000원']],
    [
      'a fixed discount',
      { regularPrice: 1000, discountPrice: 0, discountFixed: 1000 },
      ['1,000원 할인', '0원', '1,000원'],
    ],
    ['both', { discountPrice: 99_999_999, discountRate: 1, discountFixed: 5 }, ['1%', '99,999,999원', '']],
    ['no discount', { regularPrice: 999 }, ['', '999원', '']],
    ['nothing', {}, ['', '', '']],
    ['empty texts', { regularPrice: '', discountPrice: '', discountRate: '' }, ['', '', '']],
    [
      'variables',
      { regularPrice: '#{정상가격}', discountPrice: '#{할인가격}', discountRate: '#{할인율}' },
      ['#{할인율}%', '#{할인가격}원', '#{정상가격}원'],
    ],
  ])('with %s', (_name, offer, [off, main, regular]) => {
    expect(priceTexts({ title: '니트', ...offer })).toEqual({ off, main, regular });
  });
});

describe('the length of a video', () => {
  it.each([
    [7, '0:07'],
    [59.6, '1:00'],
    [750, '12:30'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [3723, '1:02:03'],
    [0, '0:00'],
    [undefined, ''],
    [Number.NaN, ''],
    [-1, ''],
  ])('of %s seconds', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});
