import fc from 'fast-check';
import { expect, it } from 'vitest';
import { searched } from '../../src/kinds/lint/search.ts';
import { malformedVariables, syntax } from '../../src/kinds/lint/variables.ts';
import { malformedTexts } from './malformed-texts.ts';

it('searches every text that has a malformed variable', () => {
  fc.assert(
    fc.property(malformedTexts, (one) => {
      const found = syntax.find?.({ texts: [searched(['content'], one)], samples: [] }) ?? [];
      const names = searched([], one).variables.map(({ name }) => name);
      expect(found.map(({ text }) => text)).toEqual(malformedVariables(one, names).map(({ text }) => text));
    }),
    { numRuns: 300 },
  );
});
