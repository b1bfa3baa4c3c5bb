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
 * What an image was uploaded for (resource API 4.2, 4.7a). `brand/default` serves IMAGE, COMMERCE and
 * PREMIUM_VIDEO; the others belong to one chat bubble each.
 */
export type ImageUse = (typeof IMAGE_USES)[number];

export interface UploadedImage {
  id: string;
  /** `message/mms`: a file of a text message (message API 4.4); `profile/consent`: a proof of consent (resource API 4.3). */
  use: ImageUse | 'message/mms' | 'profile/consent';
  type: 'png' | 'jpg';
  /** Null for one that was seeded without bytes: it is drawn when it is looked at. */
  sha256: string | null;
  size: number;
  width: number;
  height: number;
  uploadedAt: number;
}
