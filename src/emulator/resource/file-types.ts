/** First bytes of the allowed attachments (resource API 4.1), as Latin-1, by file extension. */
const OLE = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';
const JPEG = '\u00ff\u00d8\u00ff';

interface FileType {
  media: string;
  /** True if a browser may show it. Every other type is downloaded. */
  isShown: boolean;
  signatures: readonly string[];
}

const JPEG_TYPE: FileType = { media: 'image/jpeg', isShown: true, signatures: [JPEG] };
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const TYPES: ReadonlyMap<string, FileType> = new Map([
  ['png', { media: 'image/png', isShown: true, signatures: ['\u0089PNG\r\n\u001a\n'] }],
  ['jpg', JPEG_TYPE],
  ['jpeg', JPEG_TYPE],
  ['gif', { media: 'image/gif', isShown: true, signatures: ['GIF87a', 'GIF89a'] }],
  ['pdf', { media: 'application/pdf', isShown: true, signatures: ['%PDF-'] }],
  ['hwp', { media: 'application/x-hwp', isShown: false, signatures: [OLE, 'HWP Document File'] }],
  ['doc', { media: 'application/msword', isShown: false, signatures: [OLE] }],
  ['docx', { media: DOCX, isShown: false, signatures: ['PK\u0003\u0004'] }],
]);

/** The media type of a file by its extension, and whether a browser may show it. */
export function servedAs(name: string): { type: string; isShown: boolean } {
  const { media = 'application/octet-stream', isShown = false } = TYPES.get(endingOf(name)) ?? {};
  return { type: media, isShown };
}

/** How many first bytes identify a type. */
const SIGNATURE_BYTES = 32;

export const ATTACHMENT_TYPES: readonly string[] = [...TYPES.keys()];

/** The extension of a file name, in lower case and without the dot; "" if it has none. */
export function endingOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
}

/** True if the first bytes of a file match its extension (assumption 47). */
export function isAsNamed(name: string, bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString('latin1');
  return (TYPES.get(endingOf(name))?.signatures ?? []).some((signature) => head.startsWith(signature));
}
