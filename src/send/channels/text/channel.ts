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

function checkEncoded(value: string, most: number, hint?: string): ProofFailure[] {
  const [unencodable, ...others] = unencodableIn(value);
  if (unencodable !== undefined) return [notEncodable(value, unencodable, others)];
  const bytes = bytesIn(value);
  return bytes <= most ? [] : [overLimit('', `has ${bytes} bytes in EUC-KR, ${most} are allowed`, hint)];
}

const SIMILAR = 'Remove it, or write a similar one: ￦ for ₩, - for –, · for •, ♥ for ❤';

/** Reports the first character with its place, and the others. */
function notEncodable(value: string, found: string, others: readonly string[]): ProofFailure {
  const before = value.slice(0, value.indexOf(found)).split('\n');
  const column = `column ${length(before.at(-1) ?? '') + 1}`;
  const where = value.includes('\n') ? `line ${before.length}, ${column}` : column;
  const also = others.length === 0 ? '' : `. The same is true of ${fewOf(others.map(nameOf))}`;
  const message = `It has ${nameOf(found)} at ${where}, which EUC-KR does not have${also}`;
  return { code: 'send-character', path: '', message, hint: SIMILAR };
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

/** Returns the characters of a text that cannot be encoded, each once, in the order of their first places. */
export function unencodableIn(text: string): string[] {
  return [...new Set(graphemes(text))].filter((character) => !isEncodable(character));
}

/** iconv-lite writes a question mark in place of what it cannot encode. */
function isEncodable(text: string): boolean {
  return iconv.decode(iconv.encode(text, ENCODING), ENCODING) === text;
}
