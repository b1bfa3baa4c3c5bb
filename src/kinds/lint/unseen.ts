import type { Path } from '../../core/path.ts';
import { type Problem, problemAt } from '../../core/problem.ts';
import type { Said } from '../../core/sentence.ts';
import { length } from '../../core/variables.ts';
import { codePointName } from '../../text/graphemes.ts';
import type { PlacedText } from '../fields.ts';
import type { Hit } from './rule.ts';
import type { NamedValues } from './search.ts';
import { say } from './sentences.ts';

/** A kind of character that nobody sees, or that looks like another one. */
interface UnseenSign {
  form: RegExp;
  says: 'unseen' | 'unseen-control' | 'unseen-private' | 'unseen-line' | 'unseen-blank';
  hint: Said;
  /** Set if it is looked for in links only, or in all other texts only. */
  only?: 'links' | 'texts';
}

const REMOVE = say('unseen-remove');

/** Blanks and separators that look like a space or a line break, as web pages and documents paste them. */
const BLANKS = '\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f';

/** The first of these that a text has is reported. */
const SIGNS: readonly UnseenSign[] = [
  // ASCII controls except tab and line breaks can be registered, but the service refuses a message with them (assumption 143).
  { form: /(?![\t\n\r\u0080-\u009f])\p{Cc}/u, says: 'unseen-control', hint: REMOVE },
  // The bullets of word processors. Other fonts, such as those of phones, have another sign or none.
  { form: /[\ue000-\uf8ff]/u, says: 'unseen-private', hint: say('unseen-sign') },
  // Other controls, zero-width spaces and direction marks are sent unchanged (assumption 178).
  {
    form: /[\r\u0080-\u009f\u00ad\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u,
    says: 'unseen',
    hint: REMOVE,
  },
  // U+3000 may be intended in a Korean text, but no blank is in a link. AT12 reports ASCII spaces.
  { form: new RegExp(`[${BLANKS}\u3000]`, 'u'), says: 'unseen-blank', hint: say('unseen-link'), only: 'links' },
  { form: /[\u2028\u2029]/u, says: 'unseen-line', hint: say('unseen-enter'), only: 'texts' },
  { form: new RegExp(`[${BLANKS}]`, 'u'), says: 'unseen-blank', hint: say('unseen-replace'), only: 'texts' },
];

/** Reports the first invisible or look-alike character of each text, or else a blank end. */
export function unseenIn(texts: readonly PlacedText[]): Problem[] {
  return texts.flatMap(({ at, text }) => {
    const where = at.includes('link') ? 'links' : 'texts';
    const sign = SIGNS.find(({ form, only = where }) => only === where && form.test(text));
    if (!sign) return blankEnd(at, text);
    const [found = ''] = sign.form.exec(text) ?? [];
    const place = length(text.slice(0, text.indexOf(found))) + 1;
    return [unseen(at, say(sign.says, { code: codePointName(found), place }), sign.hint, found)];
  });
}

/** Reports a blank or a tab at the end of a line, and blank lines at the end of a text: they are sent and inspected too. */
function blankEnd(at: Path, text: string): Problem[] {
  const [line] = /^.*[ \t]$/m.exec(text) ?? [];
  if (text.trim() === '' || (line === undefined && !text.endsWith('\n'))) return [];
  return [unseen(at, say('blank-end'), REMOVE, line)];
}

function unseen(at: Path, message: Said, hint: Said, text: string | undefined): Problem {
  const place = text === undefined ? {} : { text };
  return problemAt(at, { code: 'unseen-character', severity: 'warning', ...place, message, hint });
}

/** Fields with a short text. A body may begin and end with the words of a person. */
const SHORT = new Set(['name', 'category', 'title', 'subtitle', 'preview', 'header', 'description']);

/** A text that is wholly within one pair of curly quotes. */
const WHOLE = /^(?:[“”][^“”]+[“”]|[‘’][^‘’]+[‘’])$/;

/** AT34 finds the quotes of a word processor, which are a part of the text in YAML. */
export const curlyQuotes = { id: 'AT34', source: 'YAML 1.2.2, 7.3' } as const;

/** Finds short texts and sample values that are wholly in curly quotes. */
export function quotedIn(texts: readonly PlacedText[], samples: readonly NamedValues[]): Hit[] {
  const short = texts.filter(({ at }) => SHORT.has(String(at.at(-1))));
  const values = samples.flatMap((one) => Array.from(one.values, ([name, text]) => ({ at: [...one.at, name], text })));
  return [...short, ...values].filter(({ text }) => WHOLE.test(text)).map(({ at }) => ({ at, on: 'value' }));
}
