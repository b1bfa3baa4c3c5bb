import { type Problem, problemAt } from '../../core/problem.ts';
import type { Said } from '../../core/sentence.ts';
import { length } from '../../core/variables.ts';
import { codePointName } from '../../text/graphemes.ts';
import type { PlacedText } from '../fields.ts';
import type { Hit } from './rule.ts';
import type { NamedValues } from './search.ts';
import { say } from './sentences.ts';

/** ASCII controls except tab and line breaks: they can be registered, but the service refuses a message with them (assumption 143). */
const CONTROL = /(?![\t\n\r\u0080-\u009f])\p{Cc}/u;
/** Other controls, zero-width spaces and direction marks: they are sent unchanged (assumption 178). */
const UNSEEN = /[\r\u0080-\u009f\u00ad\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** Blanks and separators that look like a space or a line break, as web pages and documents paste them. U+3000 may be intended in Korean texts. */
const BLANK = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f]/u;
const LINE_SEPARATOR = /[\u2028\u2029]/u;
/** Private-use characters: the bullets of word processors. Other fonts, such as those of phones, have another sign or none. */
const PRIVATE = /[\ue000-\uf8ff]/u;
/** No blank is intended in a link. AT12 reports ASCII spaces. */
const BLANK_IN_LINK = new RegExp(`${BLANK.source}|\u3000`, 'u');

/** One look at a text, because most have none of these. */
const EITHER = new RegExp(`${CONTROL.source}|${UNSEEN.source}|${PRIVATE.source}`, 'u');

const REMOVE = say('unseen-remove');
const REPLACE = say('unseen-replace');

/** Reports the first invisible character of each text, or else the first blank that is no normal space, or a blank end. */
export function unseenIn(texts: readonly PlacedText[]): Problem[] {
  return texts.flatMap(({ at, text }) => {
    const either = EITHER.exec(text);
    const control = either && CONTROL.exec(text);
    if (control) return [unseen(at, text, control[0], 'unseen-control', REMOVE)];
    if (either && PRIVATE.test(either[0])) return [unseen(at, text, either[0], 'unseen-private', say('unseen-sign'))];
    if (either) return [unseen(at, text, either[0], 'unseen', REMOVE)];
    const isLink = at.includes('link');
    const blank = (isLink ? BLANK_IN_LINK : BLANK).exec(text);
    if (!blank) return blankEnd(at, text);
    if (!isLink && LINE_SEPARATOR.test(blank[0]))
      return [unseen(at, text, blank[0], 'unseen-line', say('unseen-enter'))];
    return [unseen(at, text, blank[0], 'unseen-blank', isLink ? say('unseen-link') : REPLACE)];
  });
}

/** Reports a blank or a tab at the end of a line, and blank lines at the end of a text: they are sent and inspected too. */
function blankEnd(at: PlacedText['at'], text: string): Problem[] {
  const line = text.split('\n').find((one) => /[ \t]$/.test(one));
  if (line === undefined && !text.endsWith('\n')) return [];
  const message = say(line === undefined ? 'ends-blank-line' : line.endsWith('\t') ? 'ends-tab' : 'ends-space');
  const place = line === undefined ? {} : { text: line };
  return text.trim() === ''
    ? []
    : [problemAt(at, { code: 'unseen-character', severity: 'warning', ...place, message, hint: REMOVE })];
}

type UnseenWord = 'unseen' | 'unseen-control' | 'unseen-private' | 'unseen-line' | 'unseen-blank';

function unseen(at: PlacedText['at'], text: string, found: string, why: UnseenWord, hint: Said): Problem {
  const before = length(text.slice(0, text.indexOf(found)));
  return problemAt(at, {
    code: 'unseen-character',
    severity: 'warning',
    text: found,
    message: say(why, { code: codePointName(found), place: before + 1 }),
    hint,
  });
}

/** Fields with a short text. A body may begin and end with the words of a person. */
const SHORT = new Set(['name', 'category', 'title', 'subtitle', 'preview', 'header', 'description']);

/** A text that is wholly within one pair of curly quotes. */
const WHOLE = /^(?:[“”][^“”]+[“”]|[‘’][^‘’]+[‘’])$/;

/** AT34 finds the quotes of a word processor, which are a part of the text in YAML. */
export const curlyQuotes: { id: string; source: string } = {
  id: 'AT34',
  source: 'YAML 1.2.2, 7.3',
};

/** Finds short texts and sample values that are wholly in curly quotes. */
export function quotedIn(texts: readonly PlacedText[], samples: readonly NamedValues[]): Hit[] {
  const short = texts.filter(({ at }) => SHORT.has(String(at.at(-1))));
  const values = samples.flatMap((one) => Array.from(one.values, ([name, text]) => ({ at: [...one.at, name], text })));
  return [...short, ...values]
    .filter(({ text }) => WHOLE.test(text))
    .map(({ at, text }) => ({
      at,
      on: 'value',
      message: say('curly-quotes', { open: text.charAt(0), close: text.charAt(text.length - 1) }),
    }));
}
