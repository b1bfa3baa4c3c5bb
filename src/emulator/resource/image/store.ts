import type { ImageUse } from './rules.ts';

export interface UploadedImage {
  id: string;
  /**
   * `message/mms`: an image of a text message (message API 4.4). `profile/consent`: a proof of consent (resource API
   * 4.3).
   */
  use: ImageUse | 'message/mms' | 'profile/consent';
  type: 'png' | 'jpg';
  /** Null for a seeded image without bytes, which is drawn on demand. */
  sha256: string | null;
  size: number;
  width: number;
  height: number;
  uploadedAt: number;
}
