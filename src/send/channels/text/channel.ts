import iconv from 'iconv-lite';
import { type JsonObject, own } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import type { TestSend } from '../../../core/test-send.ts';
import { length, variableNames } from '../../../core/variables.ts';
import { filled, imageOf } from '../../../kinds/bubble.ts';
import type { Bubble } from '../../../preview/bubble.ts';
import { graphemes } from '../../../text/graphemes.ts';
import { fewOf } from '../../../text/suggest.ts';
import { unsupported } from '../../about.ts';
import type { Draft, ShownSend, WrittenChannel } from '../../channel.ts';
import { nameCharacter } from '../../compare.ts';
import { checkShape, list, object, overLimit, type PayloadShape, shape, text as textMember } from '../../shape.ts';
import { textBubble } from '../../text-bubble.ts';

/** Text messages: `sms`, `lms`, and `mms` with images (message API 2.5 to 2.7). */
export const text: WrittenChannel = {
  types: ['sms', 'lms', 'mms'],
  draft,
  check: (type, content) => checkShape(content, shapeOf(type)),
  shapeOf,
  bubble,
};

function bubble(type: string, content: JsonObject, shown: ShownSend): Bubble {
  const images = (shown.images ?? []).flatMap((file) => imageOf(file, shown) ?? []);
  const drawn = textBubble(type === 'lms' || type === 'mms' ? type : 'sms', content, shown);
  return images.length === 0 ? drawn : { ...drawn, images };
}

/** The key of an image until it is uploaded. */
const AFTER_UPLOAD = '<after upload>';

function draft(test: TestSend): Draft {
  const { type = 'sms', subject = '', text = '', files = [] } = test.message ?? {};
  const texts = { ...(subject === '' ? {} : { subject }), ...(text === '' ? {} : { message: text }) };
  const withKeys = (content: JsonObject, keys: readonly string[]): JsonObject => ({
    ...content,
    ...(keys.length === 0 ? {} : { file: keys.map((key) => ({ type: 'IMG', key })) }),
  });
  const placeholders = files.map(() => AFTER_UPLOAD);
  const upload: Draft['upload'] = async (content, keyOf) => {
    const keys: string[] = [];
    for (const file of files) keys.push(await keyOf(file));
    return withKeys(content, keys);
  };
  return {
    type,
    variables: variableNames([subject, text]),
    mistakes: unsupported(test, ['profile', 'buttons', 'brand'], `of type ${type}`),
    risks: [],
    fill: (_, values) => withKeys(filled(texts, values), placeholders),
    fieldOf,
    ...(files.length > 0 && { upload }),
  };
}

/** The field of the test send that sets a member: `file[0].key` is of `message.files[0]`. */
function fieldOf(path: string): Path | undefined {
  const [, member, index] = /^(subject|message|file)(?:\[(\d+)\])?/.exec(path) ?? [];
  if (member === 'file') return ['message', 'files', ...(index === undefined ? [] : [Number(index)])];
  return member === undefined ? undefined : ['message', member === 'message' ? 'text' : member];
}

/** A text with this many bytes at most in EUC-KR. */
function encoded(most: number, required = false, hint?: string) {
  return textMember({ required, check: (value) => checkEncoded(value, most, hint) });
}

const FILE = object({
  type: textMember({ required: true, of: ['IMG'] }),
  key: textMember({ required: true, max: 40 }),
});

/** The members of each type (message API 2.5 to 2.7). */
const SHAPES: Readonly<Record<string, PayloadShape>> = {
  sms: shape({ message: encoded(90, true, 'Shorten it, or send an lms: it takes 2,000 bytes') }),
  lms: shape({ subject: encoded(64), message: encoded(2000, true) }),
  mms: shape({
    subject: encoded(64),
    message: encoded(2000),
    file: list(FILE, { required: true, max: 3, hint: 'An mms has one to three images' }),
  }),
};

function shapeOf(type: string): PayloadShape {
  return own(SHAPES, type) ?? shape({});
}

/** A longer text is not encoded: a payload of another program may have any length. */
const MOST_ENCODED = 10_000;

function checkEncoded(value: string, most: number, hint?: string): ProofFailure[] {
  const over = (bytes: string): ProofFailure[] => [
    overLimit('', `has ${bytes} bytes in EUC-KR, ${most} are allowed`, hint),
  ];
  // A character has one byte at least.
  if (length(value) > MOST_ENCODED) return over(`more than ${MOST_ENCODED}`);
  const unencodable = unencodableIn(value);
  if (unencodable.length > 0) return notEncodable(value, unencodable);
  const bytes = bytesIn(value);
  return bytes <= most ? [] : over(String(bytes));
}

const SIMILAR = 'Remove it, or write a similar one: ￦ for ₩, - for –, · for •, ♥ for ❤';

/** Reports the first character with its place, and the others. */
function notEncodable(value: string, [found, ...others]: readonly Unencodable[]): ProofFailure[] {
  if (!found) return [];
  const before = Array.from(value).slice(0, found.at).join('').split('\n');
  const column = `column ${length(before.at(-1) ?? '') + 1}`;
  const where = value.includes('\n') ? `line ${before.length}, ${column}` : column;
  const also =
    others.length === 0 ? '' : `. The same is true of ${fewOf(others.map(({ character }) => nameOf(character)))}`;
  const message = `It has ${nameOf(found.character)} at ${where}, which EUC-KR does not have${also}`;
  return [{ code: 'send-character', path: '', message, hint: SIMILAR }];
}

/** Names a character, or a group of code points that a reader takes for one. */
function nameOf(character: string): string {
  return length(character) === 1 ? nameCharacter(character) : `"${character}"`;
}

/** EUC-KR, the encoding of text messages. It has the characters of cp949, which phones support (assumption 90). */
const ENCODING = 'euc-kr';

/** Returns the length of a text in bytes. The text must be encodable. */
export function bytesIn(text: string): number {
  return iconv.encode(text, ENCODING).byteLength;
}

/** A character that cannot be encoded. */
interface Unencodable {
  character: string;
  /** Its place in the text, in code points from 0. */
  at: number;
}

/** Returns the characters of a text that cannot be encoded, each once, at its first place. */
export function unencodableIn(text: string): Unencodable[] {
  const found = new Map<string, Unencodable>();
  let at = 0;
  for (const character of graphemes(text)) {
    if (!found.has(character) && !isEncodable(character)) found.set(character, { character, at });
    at += length(character);
  }
  return [...found.values()];
}

/** iconv-lite writes a question mark in place of what it cannot encode. */
function isEncodable(text: string): boolean {
  return iconv.decode(iconv.encode(text, ENCODING), ENCODING) === text;
}
