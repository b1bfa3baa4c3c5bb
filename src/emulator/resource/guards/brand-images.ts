import { result } from '../../answers.ts';
import type { ImageUse } from '../../store/image.ts';

import { placeOf, type Reading } from './reading.ts';

/** The measures of an image, in pixels. */
export interface Measures {
  width: number;
  height: number;
}

/** The image that an upload for this use gave this URL to. */
export type FindImage = (url: string, use: ImageUse) => Measures | undefined;

/** The image of a required `imageUrl`, which an upload for this use gave (resource API 2.4, 4.7a). */
export function readImage(
  reading: Reading,
  use: ImageUse,
  find: FindImage,
  name = 'imageUrl',
): { url: string; image: Measures | undefined } {
  return readOptionalImage(reading, use, find, name) ?? { url: reading.requiredText(name), image: undefined };
}

/** As `readImage`, of a place that may be empty. */
export function readOptionalImage(
  reading: Reading,
  use: ImageUse,
  find: FindImage,
  name = 'imageUrl',
): { url: string; image: Measures | undefined } | null {
  const url = reading.text(name);
  if (url === null) return null;
  const image = find(url, use);
  if (image === undefined)
    reading.fail(result.image, `${placeOf(reading, name)} is not the URL of an image uploaded for this use`);
  return { url, image };
}

/** All images of a CAROUSEL_COMMERCE have the same ratio, to the pixel (resource API 4.7a). */
export function checkRatios(reading: Reading, images: readonly { at: string; image: Measures | undefined }[]): void {
  const first = images[0]?.image;
  for (const { at, image } of images) {
    if (first && image && image.width * first.height !== image.height * first.width)
      reading.fail(
        result.image,
        `${at} is ${image.width}:${image.height}, the carousel's first image ${first.width}:${first.height}: all must have the same ratio`,
      );
  }
}
