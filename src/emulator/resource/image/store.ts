export const IMAGE_USES = [
  'notification/template',
  'notification/send',
  'notification/highlight',
  'brand/default',
  'brand/wide',
  'brand/wide-first',
  'brand/wide-items',
  'brand/carousel-feed',
  'brand/carousel-commerce',
] as const;

/**
 * The use of an uploaded image (resource API 4.2, 4.7a). `brand/default` is for IMAGE, COMMERCE and PREMIUM_VIDEO;
 * each other brand use belongs to one bubble.
 */
export type ImageUse = (typeof IMAGE_USES)[number];

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
