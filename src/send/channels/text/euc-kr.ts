import iconv from 'iconv-lite';
import { length } from '../../../core/variables.ts';
import { graphemes } from '../../../text/graphemes.ts';

/** EUC-KR, the encoding of text messages. It has the characters of cp949, which phones support (assumption 90). */
const ENCODING = 'euc-kr';

/** Returns the length of a text in bytes. The text must be encodable. */
export function bytesIn(text: string): number {
  return iconv.encode(text, ENCODING).byteLength;
}

/** A character that cannot be encoded. */
export interface Unencodable {
  character: string;
  /** Its place in the text, in code points from 0. */
  at: number;
  /** A similar text that can be encoded; "" if there is none. */
  instead: string;
}

/** Returns the characters of a text that cannot be encoded, each once, at its first place. */
export function unencodableIn(text: string): Unencodable[] {
  const found = new Map<string, Unencodable>();
  let at = 0;
  for (const character of graphemes(text)) {
    if (!found.has(character) && !isEncodable(character))
      found.set(character, { character, at, instead: similarTo(character) });
    at += length(character);
  }
  return [...found.values()];
}

/** iconv-lite writes a question mark in place of what it cannot encode. */
function isEncodable(text: string): boolean {
  return iconv.decode(iconv.encode(text, ENCODING), ENCODING) === text;
}

/** Similar characters that Unicode does not decompose to. */
const SIMILAR: Readonly<Record<string, string>> = {
  '₩': '￦',
  '¥': '￥',
  '£': '￡',
  '¢': '￠',
  '—': '-',
  '–': '-',
  '−': '-',
  '‐': '-',
  '•': '·',
  '〜': '~',
  '©': '(c)',
  '«': '《',
  '»': '》',
  '➡': '→',
  '⬅': '←',
  '✔': 'V',
  '✓': 'V',
  '⭐': '★',
  '❤': '♥',
  '📞': '☎',
};

function similarTo(character: string): string {
  const plain = character.replaceAll('\ufe0f', '');
  const composed = plain.normalize('NFKC');
  const forms = [SIMILAR[plain] ?? '', plain, composed, composed.normalize('NFD').replace(/\p{M}/gu, '')];
  return forms.find((form) => form !== '' && isEncodable(form)) ?? '';
}
