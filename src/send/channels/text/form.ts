import { type JsonObject, own } from '../../../core/json.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import { length } from '../../../core/variables.ts';
import { MOST_NAMED } from '../../../text/suggest.ts';
import { nameCharacter } from '../../match.ts';
import { checkShape, list, type MemberRule, object, overLimit, type PayloadShape, text } from '../../shape.ts';
import { bytesIn, type Unencodable, unencodableIn } from './euc-kr.ts';

/** A text with this many bytes at most in EUC-KR. */
function encoded(most: number, required = false, hint?: string): MemberRule {
  return text({ required, check: (value, path) => checkEncoded(path, value, most, hint) });
}

const FILE = object({ type: text({ required: true, of: ['IMG'] }), key: text({ required: true, max: 40 }) });

/** The members of each type (message API 2.5 to 2.7). */
const SHAPES: Readonly<Record<string, PayloadShape>> = {
  sms: { message: encoded(90, true, 'Shorten it, or send an lms: it takes 2,000 bytes') },
  lms: { subject: encoded(64), message: encoded(2000, true) },
  mms: {
    subject: encoded(64),
    message: encoded(2000),
    file: list(FILE, { required: true, max: 3, hint: 'An mms has one to three images' }),
  },
};

/** Returns the members of a text message that are missing, malformed or too long, or that EUC-KR does not have. */
export function checkText(type: string, content: JsonObject): ProofFailure[] {
  return checkShape(content, shapeOf(type));
}

export function shapeOf(type: string): PayloadShape {
  return own(SHAPES, type) ?? {};
}

/** A longer text is not encoded: a payload of another program may have any length. */
const MOST_ENCODED = 10_000;

function checkEncoded(path: string, value: string, most: number, hint?: string): ProofFailure[] {
  const over = (bytes: string): ProofFailure[] => [
    overLimit(path, `has ${bytes} bytes in EUC-KR, ${most} are allowed`, hint),
  ];
  // A character has one byte at least.
  if (length(value) > MOST_ENCODED) return over(`more than ${MOST_ENCODED}`);
  const unencodable = unencodableIn(value);
  if (unencodable.length > 0) return [notEncodable(path, value, unencodable)];
  const bytes = bytesIn(value);
  return bytes <= most ? [] : over(String(bytes));
}

/** Reports the first character with its place, and the others with what to write instead. */
function notEncodable(path: string, value: string, found: readonly Unencodable[]): ProofFailure {
  const named = found.slice(0, MOST_NAMED);
  const rest = found.length - named.length;
  const before = Array.from(value).slice(0, named[0]?.at).join('').split('\n');
  const column = `column ${length(before.at(-1) ?? '') + 1}`;
  const where = value.includes('\n') ? `line ${before.length}, ${column}` : column;
  const [first = '', ...others] = named.map(({ character }) => nameOf(character));
  const also = others.length === 0 ? '' : `. The same is true of ${others.join(', ')}`;
  const more = rest === 0 ? '' : ` and ${rest} more`;
  const message = `It has ${first} at ${where}, which EUC-KR does not have${also}${more}`;
  const advice = named.map(({ character, instead }) =>
    instead === '' ? `remove ${nameOf(character)}` : `write ${nameOf(instead)} instead of ${nameOf(character)}`,
  );
  const hint = advice.join('; ').replace(/^./, (letter) => letter.toUpperCase());
  return { code: 'send-character', path, message, hint };
}

/** Names a character, or a group of code points that a reader takes for one. */
function nameOf(character: string): string {
  return length(character) === 1 ? nameCharacter(character) : `"${character}"`;
}
