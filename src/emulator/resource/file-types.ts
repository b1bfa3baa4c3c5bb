/** First bytes of the files that an inspection takes (resource API 4.1), as Latin-1, by the ending of their name. */
const OLE = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';
const JPEG = '\u00ff\u00d8\u00ff';

const SIGNATURES: ReadonlyMap<string, readonly string[]> = new Map([
  ['png', ['\u0089PNG\r\n\u001a\n']],
  ['jpg', [JPEG]],
  ['jpeg', [JPEG]],
  ['gif', ['GIF87a', 'GIF89a']],
  ['pdf', ['%PDF-']],
  ['hwp', [OLE, 'HWP Document File']],
  ['doc', [OLE]],
  ['docx', ['PK\u0003\u0004']],
]);

/** What a browser may show in a tab of its own. Every other type is a download. */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['pdf', 'application/pdf'],
]);

const DOWNLOADED: ReadonlyMap<string, string> = new Map([
  ['hwp', 'application/x-hwp'],
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
]);

/** The media type of a file by the ending of its name, and whether a browser may show the file. */
export function servedAs(name: string): { type: string; isShown: boolean } {
  const shown = SHOWN.get(endingOf(name));
  if (shown !== undefined) return { type: shown, isShown: true };
  return { type: DOWNLOADED.get(endingOf(name)) ?? 'application/octet-stream', isShown: false };
}

/** How many first bytes of a file tell its type. */
export const SIGNATURE_BYTES = 32;

export const ATTACHMENT_TYPES: readonly string[] = [...SIGNATURES.keys()];

/** The ending of a file's name, in lower case, without its dot; "" where it has none. */
export function endingOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
}

/** Whether a file begins as its name promises (assumption 47). */
export function isAsNamed(name: string, bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString('latin1');
  return (SIGNATURES.get(endingOf(name)) ?? []).some((signature) => head.startsWith(signature));
}
