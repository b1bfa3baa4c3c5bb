import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillVariables, findVariables, length, variableNames } from '../../src/core/variables.ts';

describe('message variables', () => {
  it('are found with their places', () => {
    expect(findVariables('#{이름}님 🍊 #{금액}원')).toEqual([
      { name: '이름', start: 0, end: 5 },
      { name: '금액', start: 10, end: 15 },
    ]);
  });

  it.each(['#이름', '#{}', '{이름}', '${이름}', '#{이름', '# {이름}', '#{#}', '#{{}}'])('are not %s', (text) => {
    expect(findVariables(text)).toEqual([]);
  });

  it('are found inside what is not one', () => {
    expect(findVariables('#{a#{b}}').map(({ name }) => name)).toEqual(['b']);
  });

  it('are named once each, in order of first sight', () => {
    expect(variableNames(['#{b} #{a}', '#{c}', '#{a}'])).toEqual(['b', 'a', 'c']);
  });

  it('are filled, and a variable inside a value is left alone', () => {
    const values = new Map([
      ['이름', '#{금액}'],
      ['금액', '$& $1'],
    ]);
    expect(fillVariables('#{이름} #{금액}', values)).toBe('#{금액} $& $1');
  });

  it('without a value stay', () => {
    expect(fillVariables('#{a} #{b} #{a} #{c}', new Map([['c', '']]))).toBe('#{a} #{b} #{a} ');
  });

  it('leave the text around them as it is', () => {
    const value = fc.string({ unit: 'grapheme', maxLength: 10 });
    fc.assert(
      fc.property(
        fc.array(
          value.filter((text) => !/[#{}]/.test(text)),
          { minLength: 1 },
        ),
        value,
        (pieces, filling) => {
          const filled = fillVariables(pieces.join('#{x}'), new Map([['x', filling]]));
          expect(filled).toBe(pieces.join(filling));
        },
      ),
      { seed: 3 },
    );
  });
});

describe('length', () => {
  it('counts code points', () => {
    expect(['', '가나', '🍊', 'é', '\r\n', '👨‍👩‍👧'].map(length)).toEqual([0, 2, 1, 1, 2, 5]);
  });
});
