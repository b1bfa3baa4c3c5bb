import type { ImageUse } from './rules.ts';

export interface UploadedImage {
  id: string;
  /** `message/mms`: an image of a text message. `profile/consent`: a proof of consent. */
  use: ImageUse | 'message/mms' | 'profile/consent';
  type: 'png' | 'jpg';
  /** Null for a seeded image without bytes, which is drawn on demand. */
  sha256: string | null;
  size: number;
  width: number;
  height: number;
  uploadedAt: number;
}
