/** Resource API 2.5. */
export const VIDEO_STATUSES = [
  'REGISTERED',
  'ENCODING',
  'PUBLIC',
  'PRIVATE',
  'VIOLATED',
  'ILLEGAL',
  'DELETED',
  'ERROR',
] as const;

export type VideoStatus = (typeof VIDEO_STATUSES)[number];

/** An uploaded file. Its bytes are not stored, because nothing plays them. */
interface VideoUpload {
  sha256: string;
  /** Seconds; 0 if unknown. */
  duration: number;
  at: number;
  encodingAt: number;
  publicAt: number;
}

/** A registered video. `upload` is null before the upload. */
export interface Video {
  vid: string;
  senderKey: string;
  /** The file name without its extension. */
  title: string;
  fileName: string;
  fileSize: number;
  /** SHA-256 of the upload token. */
  tokenDigest: string;
  /** The end of the time for the upload. */
  uploadUntil: number;
  upload: VideoUpload | null;
  /** A status that the control API set; null if it follows from the time. */
  decided: VideoStatus | null;
}
