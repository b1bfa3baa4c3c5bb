import { isUtf8 } from 'node:buffer';
import { trimEndOf } from '../text/trim.ts';

/** The head of a part (RFC 7578, 4.2). */
export interface PartHead {
  name: string;
  /** Without folders; undefined for a field. */
  filename: string | undefined;
}

/** Transfer encodings that do not change the bytes (RFC 7578, 4.7). */
const PLAIN_ENCODINGS = ['7bit', '8bit', 'binary'];

/** Reads the head of a part; undefined if it is not valid UTF-8 `form-data` with a name and each header once. */
export function readPartHead(bytes: Buffer): PartHead | undefined {
  if (!isUtf8(bytes)) return undefined;
  const lines = readLines(bytes.toString('utf8'));
  const disposition = lines && readDisposition(lines.get('content-disposition') ?? '');
  if (lines === undefined || disposition === undefined) return undefined;
  const encoding = lines.get('content-transfer-encoding')?.trim().toLowerCase();
  if (encoding !== undefined && !PLAIN_ENCODINGS.includes(encoding)) return undefined;
  const filename = filenameOf(disposition);
  const name = disposition.get('name');
  if (name === undefined || name === '' || isControlled(name)) return undefined;
  if (filename !== undefined && isControlled(filename)) return undefined;
  const { charset } = mediaType(lines.get('content-type'));
  if (filename === undefined && charset !== undefined && charset !== 'utf-8' && charset !== 'us-ascii')
    return undefined;
  return { name, filename: filename?.split(/[/\\]/).at(-1) };
}

function readLines(text: string): Map<string, string> | undefined {
  const lines = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const match = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*)$/s.exec(line);
    const name = match?.[1]?.toLowerCase();
    if (name === undefined || lines.has(name)) return undefined;
    lines.set(name, trimEndOf(match?.[2] ?? '', ' \t'));
  }
  return lines;
}

/** The parameters of `form-data; name="…"; filename="…"`. */
function readDisposition(value: string): Map<string, string> | undefined {
  const type = /^form-data[ \t]*/i.exec(value);
  if (type === null) return undefined;
  const parameters = new Map<string, string>();
  const next = /;[ \t]*([!#$%&'*+\-.^_`|~0-9A-Za-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))[ \t]*/suy;
  next.lastIndex = type[0].length;
  while (next.lastIndex < value.length) {
    const match = next.exec(value);
    const name = match?.[1]?.toLowerCase();
    if (match === null || name === undefined || parameters.has(name)) return undefined;
    parameters.set(name, match[2] === undefined ? (match[3] ?? '') : unquote(match[2]));
  }
  return parameters;
}

/** A backslash escapes only `"` and `\` (RFC 9110), which keeps Windows paths. Browsers write `%22`, `%0D`, `%0A`. */
function unquote(text: string): string {
  return text
    .replace(/\\(["\\])/g, '$1')
    .replace(/%(22|0D|0A)/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** `filename`, also as `filename*` (RFC 8187) or as the encoded word (RFC 2047) of older clients. */
function filenameOf(disposition: Map<string, string>): string | undefined {
  const extended = disposition.get('filename*');
  const plain = disposition.get('filename');
  if (extended === undefined) return plain && decodeWords(plain);
  const match = /^utf-8'[^']*'((?:[^%]|%[0-9a-f]{2})*)$/i.exec(extended);
  // `\0` makes the caller refuse the head.
  return match ? decodePercents(match[1] ?? '') : '\0';
}

function decodeWords(text: string): string {
  return text.replace(
    /=\?utf-8\?(?:b\?([A-Za-z0-9+/=]*)|q\?([^?\s]*))\?=(?:[ \t]+(?==\?))?/gi,
    (_whole, base64, quoted) =>
      decodePercents(
        base64 === undefined
          ? String(quoted)
              .replaceAll('%', '%25')
              .replaceAll('_', ' ')
              .replace(/=([0-9a-f]{2})/gi, '%$1')
          : Buffer.from(String(base64), 'base64').toString('hex').replace(/../g, '%$&'),
      ),
  );
}

function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '\0';
  }
}

function isControlled(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** The media type of a `Content-Type` and its charset, if it has one, in lower case. */
export function mediaType(header: string | undefined): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length);
  return { type, charset: charset?.replaceAll('"', '') };
}

/** True for `application/json` in UTF-8 (resource API 2.1, message API 2.1). */
export function isJsonRequest(header: string | undefined): boolean {
  const { type, charset } = mediaType(header);
  return type === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8');
}
