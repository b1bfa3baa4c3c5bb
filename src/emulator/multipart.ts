/** A part of a form. A file has a name, which may be empty; a field has none. */
export interface FormPart {
  name: string;
  filename: string | undefined;
  bytes: Buffer;
}

const CRLF = Buffer.from('\r\n');

/** Splits a multipart form (RFC 7578); undefined if it breaks the format. */
export function partsOf(body: Buffer, contentType: string): FormPart[] | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: FormPart[] = [];
  // The first boundary needs no line break before it.
  let at = body.indexOf(delimiter.subarray(2)) === 0 ? delimiter.byteLength - 2 : after(body, delimiter, 0);
  while (at !== undefined) {
    const line = body.subarray(at, at + 2).toString('latin1');
    if (line === '--') return parts;
    const end = body.indexOf(delimiter, at + 2);
    const part = line === '\r\n' && end >= 0 ? partOf(body.subarray(at + 2, end)) : undefined;
    if (part === undefined) return undefined;
    parts.push(part);
    at = end + delimiter.byteLength;
  }
  return undefined;
}

function after(body: Buffer, wanted: Buffer, from: number): number | undefined {
  const at = body.indexOf(wanted, from);
  return at < 0 ? undefined : at + wanted.byteLength;
}

function partOf(bytes: Buffer): FormPart | undefined {
  const start = after(bytes, Buffer.concat([CRLF, CRLF]), 0);
  if (start === undefined) return undefined;
  const head = bytes.subarray(0, start).toString('utf8');
  const [, disposition] = /^content-disposition:\s*form-data(;.*)\r$/im.exec(head) ?? [];
  const parameters = disposition === undefined ? undefined : parametersOf(disposition);
  const name = parameters?.get('name') ?? '';
  const filename = extendedName(parameters?.get('filename*')) ?? parameters?.get('filename');
  if (name === '' || /\p{Cc}/u.test(name + (filename ?? ''))) return undefined;
  return { name, filename: filename?.split(/[/\\]/).at(-1), bytes: bytes.subarray(start) };
}

/** The parameters of `; name="…"; filename="…"`. Browsers write `%22`, `%0D` and `%0A`. */
function parametersOf(text: string): Map<string, string> | undefined {
  const parameter = /;\s*([\w*-]+)=(?:"([^"]*)"|([^\s;"]*))\s*/y;
  const found = new Map<string, string>();
  let end = 0;
  for (let match = parameter.exec(text); match !== null; match = parameter.exec(text)) {
    const value = (match[2] ?? match[3] ?? '').replace(/%(?:22|0D|0A)/gi, decodeURIComponent);
    found.set((match[1] ?? '').toLowerCase(), value);
    end = parameter.lastIndex;
  }
  return end === text.length ? found : undefined;
}

/** A file name as Python's clients write it (RFC 8187). */
function extendedName(text: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(text ?? '') ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
