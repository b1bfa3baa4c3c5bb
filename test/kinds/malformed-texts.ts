import fc from 'fast-check';

/** Parts of variables, written well and badly, and what is around them. */
const SIGNS = [
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

/** Texts with variables of every shape, most of them malformed. */
export const malformedTexts = fc.array(fc.constantFrom(...SIGNS), { maxLength: 8 }).map((parts) => parts.join(''));
