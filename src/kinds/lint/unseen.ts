import { type Problem, problemAt } from '../../core/problem.ts';
import { length } from '../../core/variables.ts';
import type { PlacedText } from '../fields.ts';

/** ASCII controls except tab and line breaks: they can be registered, but the service refuses a message with them (assumption 143). */
const CONTROL = /(?![\t\n\r\u0080-\u009f])\p{Cc}/u;
/** Other controls, zero-width spaces and direction marks: they are sent unchanged (assumption 178). */
const UNSEEN = /[\r\u0080-\u009f\u00ad\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** One look at a text, because most have neither. */
const EITHER = new RegExp(`${CONTROL.source}|${UNSEEN.source}`, 'u');

/** Reports the first invisible character of each text. */
export function unseenIn(texts: readonly PlacedText[]): Problem[] {
  return texts.flatMap(({ at, text }) => {
    const either = EITHER.exec(text);
    if (!either) return [];
    const control = CONTROL.exec(text);
    if (control) return [unseen(at, text, control[0], 'which no message may contain')];
    return [unseen(at, text, either[0], 'which is invisible')];
  });
}

function unseen(at: PlacedText['at'], text: string, found: string, why: string): Problem {
  const hex = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const before = length(text.slice(0, text.indexOf(found)));
  return problemAt(at, {
    code: 'unseen-character',
    severity: 'warning',
    text: found,
    message: `The text contains U+${hex}, ${why}, at character ${before + 1}`,
    hint: 'Remove it: a message without it does not match the template',
  });
}
