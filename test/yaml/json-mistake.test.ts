import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonMistake } from '../../src/yaml/json-mistake.ts';

it.each([
  ['', 1, 1],
  ['  \n', 2, 1],
  ['{"a": }', 1, 7],
  ['{"a": 1,\n}', 2, 1],
  ['[1 2]', 1, 4],
  ['[1,]', 1, 4],
  ['{"한글": tru}', 1, 8],
  ["{'a': 1}", 1, 2],
  ['{"a" 1}', 1, 6],
  ['{"a": "line\nbreak"}', 1, 7],
  ['{"a": 1', 1, 8],
  ['{} {}', 1, 4],
  ['[1}', 1, 3],
  ['{"a": 01}', 1, 8],
  ['{1: 2}', 1, 2],
  ['[,1]', 1, 2],
  ['1,', 1, 2],
  ['{:1}', 1, 2],
  ['[1"a"]', 1, 3],
  ['1\n\n]', 3, 1],
])('finds where a text stops being JSON: %j', (text, line, column) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonMistake(text)).toEqual({ line, column });
});

it('reads every JSON text to its end', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(jsonMistake(text)).toEqual({ line: 1, column: [...text].length + 1 });
    }),
  );
});
