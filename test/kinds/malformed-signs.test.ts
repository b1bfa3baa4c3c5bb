import fc from 'fast-check';
import { expect, it } from 'vitest';
import { malformedVariables } from '../../src/kinds/lint/variables.ts';

it('finds the same pieces in a text alone and beside every sign that the search looks for first', () => {
  const signs = [
    '#{',
    '{',
    '}',
    '{{',
    '}}',
    '${',
    '%',
    '$',
    '＃',
    '｛',
    '｝',
    '＄',
    '％',
    '#',
    '(',
    ')',
    '[',
    '］',
    '이름',
    'ab',
    ' ',
    '\n',
  ];
  const text = fc.array(fc.constantFrom(...signs), { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (one) => {
      // The last line has a match of each kind, so nothing is skipped.
      const more = '\n{이름}\n％이름％\n#(이름)';
      const found = malformedVariables(one + more).filter(({ start }) => start < one.length);
      const closed = malformedVariables(`${one}\n`);
      expect(found.map(({ start, text: piece }) => [start, piece.split('\n')[0]])).toEqual(
        closed.map(({ start, text: piece }) => [start, piece.split('\n')[0]]),
      );
    }),
    { numRuns: 500 },
  );
});
