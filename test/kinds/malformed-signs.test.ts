import fc from 'fast-check';
import { expect, it } from 'vitest';
import { malformedVariables } from '../../src/kinds/lint/variables.ts';
import { malformedTexts } from './malformed-texts.ts';

it('finds the same pieces in a text alone and beside every sign that the search looks for first', () => {
  fc.assert(
    fc.property(malformedTexts, (one) => {
      // The last line has a match of each kind, so nothing is skipped.
      const more = '\n{이름}\n％이름％\n#(이름)';
      const found = malformedVariables(one + more).filter(({ start }) => start < one.length);
      const closed = malformedVariables(`${one}\n`);
      expect(found.map(({ start, text: piece }) => [start, piece.split('\n')[0]])).toEqual(
        closed.map(({ start, text: piece }) => [start, piece.split('\n')[0]]),
      );
    }),
    { numRuns: 150 },
  );
});
