import { isObject, type JsonObject, own } from '../../../core/json.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import { length } from '../../../core/variables.ts';
import { nameCharacter, positionOf } from '../../difference.ts';
import { isAbsent, optional, overLimit, required, tooLong, wrongValue } from '../../envelope.ts';
import { textAt } from '../../members.ts';
import { bytesIn, type Unencodable, unencodableIn } from './euc-kr.ts';

/** The most bytes of each text in EUC-KR, and the members that a message needs (message API 2.5 to 2.7). */
const FORMS: Readonly<Record<string, { limits: Readonly<Record<string, number>>; needs: readonly string[] }>> = {
  lms: { limits: { subject: 64, message: 2000 }, needs: ['message'] },
  mms: { limits: { subject: 64, message: 2000 }, needs: [] },
};

const SMS = { limits: { message: 90 }, needs: ['message'] };

/** A longer text is not encoded: a payload of another program may have any length. */
const MOST_ENCODED = 10_000;

const MOST_FILES = 3;
const MOST_KEY = 40;

/** Returns the members of a text message that are missing, malformed or too long, or that EUC-KR does not have. */
export function checkText(type: string, content: JsonObject): ProofFailure[] {
  const { limits, needs } = own(FORMS, type) ?? SMS;
  return [
    ...required(content, needs, ''),
    ...optional(
      content,
      Object.keys(limits).filter((name) => !needs.includes(name)),
      '',
    ),
    ...Object.entries(limits).flatMap(([name, most]) => checkEncoded(type, name, textAt(content, name) ?? '', most)),
    ...(type === 'mms' ? checkFiles(content) : []),
  ];
}

function checkEncoded(type: string, path: string, text: string, most: number): ProofFailure[] {
  const hint = type === 'sms' ? { hint: 'Shorten it, or send an lms: it takes 2,000 bytes' } : {};
  const over = (bytes: string): ProofFailure[] => [
    { ...overLimit(path, `has ${bytes} bytes in EUC-KR, ${most} are allowed`), ...hint },
  ];
  // A character has one byte at least.
  if (length(text) > MOST_ENCODED) return over(`more than ${MOST_ENCODED}`);
  const unencodable = unencodableIn(text);
  if (unencodable.length > 0) return [notEncodable(path, text, unencodable)];
  const bytes = bytesIn(text);
  return bytes <= most ? [] : over(String(bytes));
}

/** The most characters that one failure names. */
const MOST_NAMED = 10;

/** Reports the first character with its place, and the others with what to write instead. */
function notEncodable(path: string, text: string, found: readonly Unencodable[]): ProofFailure {
  const named = found.slice(0, MOST_NAMED);
  const rest = found.length - named.length;
  const { line, column } = positionOf(Array.from(text), named[0]?.at ?? 0);
  const where = text.includes('\n') ? `line ${line}, column ${column}` : `column ${column}`;
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

function checkFiles({ file }: JsonObject): ProofFailure[] {
  if (isAbsent(file)) return [wrongValue('file', 'It is required and is not there', 'An mms has one to three images')];
  if (!Array.isArray(file)) return [wrongValue('file', 'It is not a list')];
  if (file.length === 0) return [wrongValue('file', 'It has no entries', 'An mms has one to three images')];
  if (file.length > MOST_FILES) return [overLimit('file', `has ${file.length} entries, ${MOST_FILES} are allowed`)];
  return file.flatMap((one, index) => {
    const base = `file[${index}]`;
    if (!isObject(one)) return [wrongValue(base, 'It is not an object')];
    const type = textAt(one, 'type');
    return [
      ...required(one, ['type', 'key'], `${base}.`),
      ...(type === undefined || type.trim() === '' || type === 'IMG'
        ? []
        : [wrongValue(`${base}.type`, `It is ${type}, and only IMG is allowed`)]),
      ...tooLong(one, { key: MOST_KEY }, `${base}.`),
    ];
  });
}
