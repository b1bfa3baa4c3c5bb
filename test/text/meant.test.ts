import { expect, it } from 'vitest';
import { meantBy } from '../../src/text/meant.ts';

const ALL = ['Thing/shop/a', 'Thing/shop/b', 'Badge/shop/b', 'Thing/shop/a@v2'];

it.each([
  ['an address', 'Thing/shop/b', 'Thing/shop/b'],
  ['its last part', 'a', 'Thing/shop/a'],
  ['its last parts', 'shop/a', 'Thing/shop/a'],
  ['a version that is known', 'a@v2', 'Thing/shop/a@v2'],
  ['a version of what is known', 'a@v3', 'Thing/shop/a@v3'],
  ['what is known nowhere, as it was given', 'c', 'c'],
])('a word means one address: %s', (_, word, address) => {
  expect(meantBy(word, ALL)).toBe(address);
});

it('a word that means several is refused with all of them', () => {
  expect(() => meantBy('b', ALL)).toThrow(
    expect.objectContaining({
      exit: 64,
      problems: [
        {
          code: 'usage',
          severity: 'error',
          message: '`b` matches 2 addresses',
          hint: 'Name one of them: `Thing/shop/b`, `Badge/shop/b`',
        },
      ],
    }),
  );
});

it('of many names, ten and the number of the others are listed', () => {
  const many = Array.from({ length: 12 }, (_, index) => `Thing/s${index}/b`);
  expect(() => meantBy('b', many)).toThrow(
    expect.objectContaining({
      problems: [
        expect.objectContaining({
          hint: expect.stringMatching(/^Name one of them: (`Thing\/s\d\/b`, ){10}and 2 more$/),
        }),
      ],
    }),
  );
});
