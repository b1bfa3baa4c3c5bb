import { disableTypes, imageSize, types } from 'image-size';
import { type Refused, refuse, result } from '../answers.ts';
import type { ImageUse } from '../store/image.ts';

/** 500 KB, counted as 1,024 bytes each (assumption 23). */
export const IMAGE_BYTES = 500 * 1024;

interface Ratio {
  width: number;
  height: number;
}

interface Rule {
  minWidth: number;
  /** The flattest and the tallest that may be; equal where one ratio alone is allowed. */
  flattest: Ratio;
  tallest: Ratio;
}

const twoToOne: Ratio = { width: 2, height: 1 };
const square: Ratio = { width: 1, height: 1 };

/** The constraints of resource API 4.2. A ratio is met to the pixel (assumption 23). */
export const imageRules: Record<ImageUse, Rule> = {
  'notification/template': { minWidth: 500, flattest: twoToOne, tallest: twoToOne },
  'notification/send': { minWidth: 500, flattest: twoToOne, tallest: { width: 3, height: 4 } },
  'notification/highlight': { minWidth: 108, flattest: square, tallest: square },
};

export interface Measured {
  type: 'png' | 'jpg';
  width: number;
  height: number;
}

// Everything else that the library reads stays shut, whatever a file's first bytes say.
disableTypes(types.filter((type) => type !== 'png' && type !== 'jpg'));

const PNG_MAGIC = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_MAGIC = [0xff, 0xd8, 0xff];

/** Checks type (by the bytes), bytes, width and ratio of an image for a use. */
export function measureImage(bytes: Uint8Array, use: ImageUse): Measured | Refused {
  if (bytes.byteLength > IMAGE_BYTES)
    return refuse(result.image, `the image may have ${IMAGE_BYTES} bytes, not ${bytes.byteLength}`);
  const measured = measure(bytes);
  if (measured === undefined) return refuse(result.image, 'the image is no readable PNG or JPEG');
  const { width, height } = measured;
  const { minWidth, flattest, tallest } = imageRules[use];
  if (width < minWidth) return refuse(result.image, `the image must be ${minWidth} pixels wide or more, not ${width}`);
  const tooFlat = width * flattest.height > height * flattest.width;
  const tooTall = width * tallest.height < height * tallest.width;
  if (tooFlat || tooTall) return refuse(result.image, `the ratio of ${width}:${height} is not allowed for this use`);
  return measured;
}

function measure(bytes: Uint8Array): Measured | undefined {
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
  const starts = (magic: readonly number[]): boolean => magic.every((byte, index) => bytes[index] === byte);
  if (starts(PNG_MAGIC)) return 'png';
  return starts(JPEG_MAGIC) ? 'jpg' : undefined;
}
