import { stripVTControlCharacters } from 'node:util';
import { fieldLabels } from '../../src/kinds/labels.ts';

/** Users' texts, quotes, commands, addresses, paths, digests, dates and codes: what is the same in every language. */
const SAME = [
  /[│┆].*/g,
  /notiform (?:-e|explain) .*/g,
  /`[^`]*`|"[^"]*"|'[^']*'|“[^”]*”|\([^()]*sha256[^()]*\)/g,
  /\S*[/@_]\S*/g,
  /(?<![\w-])--?[a-z][\w-]*/g,
  /\b[a-z]+(?:-[a-z\d]+)+\b/g,
  /\b\w+\.(?:ya?ml|json)\b/g,
  /\b[A-Z][A-Z\d]+\b/g,
  /\b(?=\w*\d)\w{6,}\b/g,
];

/** Names that are words of English. */
const NAMES = new Set([...Object.keys(fieldLabels), 'samples', 'notiform', 'id', 'at', 'ai', 'sms', 'lms', 'rcs']);

/** The English words of a Korean text of a terminal. */
export function englishIn(text: string, names: readonly string[] = []): string[] {
  const known = new Set([...NAMES, ...names]);
  return stripVTControlCharacters(text)
    .split('\n')
    .flatMap((line) => {
      const rest = SAME.reduce((left, form) => left.replace(form, ' '), line);
      const words = (rest.match(/[A-Za-z][A-Za-z-]+/g) ?? []).filter((word) => !known.has(word));
      return words.length === 0 ? [] : [`${words.join(' ')}: ${line}`];
    });
}
