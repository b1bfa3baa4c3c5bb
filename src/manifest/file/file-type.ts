import type { FileType } from '../../core/declaration.ts';

interface Signature {
  type: FileType;
  at: number;
  bytes: string;
}

/** First bytes, as Latin-1. */
const SIGNATURES: readonly Signature[] = [
  { type: 'png', at: 0, bytes: '\u0089PNG\r\n\u001a\n' },
  { type: 'jpeg', at: 0, bytes: '\u00ff\u00d8\u00ff' },
  { type: 'gif', at: 0, bytes: 'GIF8' },
  { type: 'webp', at: 8, bytes: 'WEBP' },
  { type: 'bmp', at: 0, bytes: 'BM' },
  { type: 'pdf', at: 0, bytes: '%PDF-' },
  { type: 'office', at: 0, bytes: '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1' },
  { type: 'zip', at: 0, bytes: 'PK\u0003\u0004' },
  { type: 'hwp3', at: 0, bytes: 'HWP Document File' },
  // Images in the container of MP4, as phones and browsers store them.
  { type: 'heic', at: 4, bytes: 'ftyphei' },
  { type: 'heic', at: 4, bytes: 'ftypmif1' },
  { type: 'avif', at: 4, bytes: 'ftypavi' },
  { type: 'mp4', at: 4, bytes: 'ftyp' },
  { type: 'webm', at: 0, bytes: '\u001a\u0045\u00df\u00a3' },
  { type: 'avi', at: 8, bytes: 'AVI ' },
];

/** The words for each type in messages. */
export const TYPE_NAMES: Readonly<Record<FileType, string>> = {
  png: 'a PNG image',
  jpeg: 'a JPEG image',
  gif: 'a GIF image',
  webp: 'a WebP image',
  heic: 'a HEIC image',
  avif: 'an AVIF image',
  bmp: 'a BMP image',
  pdf: 'a PDF document',
  office: 'an Office document',
  zip: 'a ZIP archive',
  hwp3: 'an old HWP document',
  mp4: 'an MP4 video',
  webm: 'a WebM video',
  avi: 'an AVI video',
};

/** The types that an ending allows. The service distinguishes files by the ending (assumption 47). */
const BY_ENDING: Readonly<Record<string, readonly FileType[]>> = {
  png: ['png'],
  jpg: ['jpeg'],
  jpeg: ['jpeg'],
  gif: ['gif'],
  pdf: ['pdf'],
  hwp: ['office', 'hwp3'],
  doc: ['office'],
  docx: ['zip'],
  mp4: ['mp4'],
  mov: ['mp4'],
  m4v: ['mp4'],
  webm: ['webm'],
  mkv: ['webm'],
  avi: ['avi'],
};

/** Returns the type of a file by its first bytes, or undefined for an unknown type. */
export function fileTypeOf(bytes: Uint8Array): FileType | undefined {
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  return SIGNATURES.find(({ at, bytes: signature }) => head.startsWith(signature, at))?.type;
}

/** Returns the types that a name's ending allows, or undefined for an unknown ending. */
export function promisedTypes(path: string): readonly FileType[] | undefined {
  const ending = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
}

/** The bytes of a PNG signature. Chunks follow, each with its length, type, data and checksum. */
const SIGNATURE = 8;
const HEAD = 8;
const SUM = 4;

/**
 * True if a PNG or a JPEG has its end. A file that was cut off while it was copied has a size, but no complete picture. The
 * pixels are not decoded, and each byte is read once at most.
 */
export function isWhole(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view[0] === 0xff ? isWholeJpeg(view) : isWholePng(view);
}

/** Walks through the chunks to `IEND`. One of them must have pixels (`IDAT`). */
function isWholePng(bytes: Buffer): boolean {
  let hasPixels = false;
  for (let at = SIGNATURE; at + HEAD + SUM <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + HEAD);
    at += HEAD + length + SUM;
    if (at > bytes.length) return false;
    if (type === 'IEND') return hasPixels;
    hasPixels ||= type === 'IDAT' && length > 0;
  }
  return false;
}

const MARK = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = Buffer.from([MARK, 0xd9]);

/** Walks through the segments to the pixels, and looks for the end marker after them. No pixel data looks like that marker. */
function isWholeJpeg(bytes: Buffer): boolean {
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== MARK) return false;
    const marker = bytes[at + 1];
    if (marker === MARK) at += 1;
    else {
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === START_OF_SCAN) return bytes.indexOf(END_OF_IMAGE, at) !== -1;
    }
  }
  return false;
}
