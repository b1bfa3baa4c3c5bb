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

/** What arrived at a video's upload address. Its bytes are not kept: nobody plays them. */
interface VideoUpload {
  sha256: string;
  /** Seconds; 0 where the file does not say. */
  duration: number;
  at: number;
  encodingAt: number;
  publicAt: number;
}

/** A video that was announced, and uploaded where `upload` says so. */
export interface Video {
  vid: string;
  senderKey: string;
  /** Its file's name without the ending. */
  title: string;
  fileName: string;
  fileSize: number;
  /** SHA-256 of the upload's token, which itself is nobody's business. */
  tokenDigest: string;
  /** Until when it may be uploaded. */
  uploadUntil: number;
  upload: VideoUpload | null;
  /** A status that the control API gave, in place of the one that time gives. */
  decided: VideoStatus | null;
}
