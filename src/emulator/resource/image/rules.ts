import { disableTypes, imageSize, types } from 'image-size';
import { isRefused, type Refused, refuse, result } from '../../answers.ts';
import type { UploadedFile } from '../../body.ts';
import { isAsNamed } from '../file-types.ts';

const KB = 1024;
/** 500 KB and 5 MB, by 1,024 (assumption 23). A sentence of 4.7a has 500 KB too (assumption 130). */
const NOTIFICATION_BYTES = 500 * KB;
const BRAND_BYTES = 5 * KB * KB;

interface Ratio {
  width: number;
  height: number;
}

interface ImageRule {
  maxBytes: number;
  minWidth: number;
  /** The flattest and the tallest allowed ratio. */
  flattest: Ratio;
  tallest: Ratio;
}

const twoToOne: Ratio = { width: 2, height: 1 };
const square: Ratio = { width: 1, height: 1 };
const threeToFour: Ratio = { width: 3, height: 4 };

const brand = { maxBytes: BRAND_BYTES, minWidth: 500 };
/** 4.7a has no width for these (assumption 131). */
const anyWidth = { ...brand, minWidth: 1 };
const notification = { maxBytes: NOTIFICATION_BYTES, minWidth: 500 };

/** The rules of resource API 4.2 and 4.7a. Ratios are exact (assumption 23). */
export const imageRules = {
  'notification/template': { ...notification, flattest: twoToOne, tallest: twoToOne },
  'notification/send': { ...notification, flattest: twoToOne, tallest: threeToFour },
  'notification/highlight': { ...notification, minWidth: 108, flattest: square, tallest: square },
  'brand/default': { ...brand, flattest: twoToOne, tallest: threeToFour },
  'brand/wide': { ...anyWidth, flattest: twoToOne, tallest: square },
  'brand/wide-first': { ...brand, flattest: twoToOne, tallest: twoToOne },
  'brand/wide-items': { ...brand, flattest: square, tallest: square },
  'brand/carousel-feed': { ...anyWidth, flattest: twoToOne, tallest: threeToFour },
  'brand/carousel-commerce': { ...anyWidth, flattest: twoToOne, tallest: threeToFour },
} satisfies Record<string, ImageRule>;

/** The use of an uploaded image. `brand/default` is for IMAGE, COMMERCE and PREMIUM_VIDEO. */
export type ImageUse = keyof typeof imageRules;

export interface Measured {
  type: 'png' | 'jpg';
  width: number;
  height: number;
}

// The library must not parse any other type.
disableTypes(types.filter((type) => type !== 'png' && type !== 'jpg'));

/** Checks an uploaded image for a use: size, type (by its bytes), width, ratio and file extension. */
export function checkImage({ name, size, bytes }: UploadedFile, use: ImageUse): Measured | Refused {
  const { maxBytes } = imageRules[use];
  if (size > maxBytes) return refuse(result.image, `the image may have ${maxBytes} bytes, not ${size}`);
  const measured = measureFor(bytes, use);
  if (isRefused(measured) || isAsNamed(name, bytes)) return measured;
  return refuse(result.image, 'the name of the image does not end as its type: png, jpg or jpeg');
}

function measureFor(bytes: Uint8Array, use: ImageUse): Measured | Refused {
  const measured = measure(bytes);
  if (measured === undefined) return refuse(result.image, 'the image is not a readable PNG or JPEG');
  const { width, height } = measured;
  const { minWidth, flattest, tallest } = imageRules[use];
  if (width < minWidth) return refuse(result.image, `the image must be ${minWidth} pixels wide or more, not ${width}`);
  const tooFlat = width * flattest.height > height * flattest.width;
  const tooTall = width * tallest.height < height * tallest.width;
  if (tooFlat || tooTall) return refuse(result.image, `the ratio of ${width}:${height} is not allowed for this use`);
  return measured;
}

/** Type, width and height of a PNG or JPEG; undefined if it is another type or its head cannot be read. */
export function measure(bytes: Uint8Array): Measured | undefined {
  const type = typeOf(bytes);
  if (type === undefined) return undefined;
  try {
    const { width, height } = imageSize(bytes);
    return { type, width, height };
  } catch {
    return undefined;
  }
}

function typeOf(bytes: Uint8Array): Measured['type'] | undefined {
  return (['png', 'jpg'] as const).find((type) => isAsNamed(`.${type}`, bytes));
}

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
