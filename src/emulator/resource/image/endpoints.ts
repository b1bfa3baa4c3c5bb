import type { JsonObject } from '../../../core/json.ts';
import { accept, isRefused, type Refused, refusal, refuse, result } from '../../answers.ts';
import { oneFile, type UploadedFile } from '../../body.ts';
import type { Machine } from '../../machine.ts';
import { integer, needed, oneOf, textLike } from '../../members.ts';
import { type Seeder, seeder } from '../../route.ts';
import { type Endpoint, type Endpoints, ofAccount } from '../access.ts';
import { drawBlank } from './gallery.ts';
import { checkImage, type ImageUse, imageRules, type Measured } from './rules.ts';

/** `imageList` once for each image, `imageList[]`, or numbered `imageList[0]` (assumption 133). */
const FIELD = /^imageList(?:\[(\d{0,2})\])?$/;

/** Images of notification templates (resource API 4.2), by their path after `/v3/msgr/image/<product>`. */
export const imageEndpoints: Endpoints = {
  '/template': imageUpload('notification/template'),
  '': imageUpload('notification/send'),
  '/itemHighlight': imageUpload('notification/highlight'),
};

/** Images of brand messages (resource API 4.7a), by their path after `/v4/msgr/brand/image`. */
export const brandImageEndpoints: Endpoints = {
  '/default': imageUpload('brand/default'),
  '/wide': imageUpload('brand/wide'),
  '/wideItemList/first': imageUpload('brand/wide-first'),
  // Items 2 to 5.
  '/wideItemList': imageListUpload('brand/wide-items', 4),
  // One for each card.
  '/carouselFeed': imageListUpload('brand/carousel-feed', 6),
  // The intro and the cards.
  '/carouselCommerce': imageListUpload('brand/carousel-commerce', 7, true),
};

/** The upload of one image (resource API 4.2, 4.7a). */
function imageUpload(use: ImageUse): Endpoint {
  const { maxBytes: bytes } = imageRules[use];
  const tooLarge = refuse(result.image, `the image may have ${bytes} bytes`);
  return ofAccount(
    {},
    async ({ gallery }, _none, _body, files) => {
      const file = oneFile(files, 'image');
      if (typeof file === 'string') return refuse(result.parameters, file);
      const measured = checkImage(file, use);
      return isRefused(measured) ? measured : accept({ image: await gallery.keep(file.bytes, use, measured) });
    },
    { upload: { bytes, files: /^image$/, tooLarge, unreadable: result.image } },
  );
}

interface NamedImage {
  formField: string;
  file: UploadedFile;
}

/** The upload of as many images as a bubble shows (assumption 133). */
function imageListUpload(use: ImageUse, most: number, hasOneRatio = false): Endpoint {
  const { maxBytes } = imageRules[use];
  const tooLarge = refuse(result.image, `imageList may have ${most} images of ${maxBytes} bytes`);
  return ofAccount(
    {},
    async (machine, _none, _body, files) => {
      const list = files.filter(({ field }) => FIELD.test(field)).map(named);
      if (list.length === 0) return refuse(result.parameters, 'imageList is required');
      if (list.length > most) return refuse(result.fileCount, `imageList may have ${most} images, not ${list.length}`);
      const twice = list.find((one, index) => list.findIndex(({ formField }) => formField === one.formField) < index);
      if (twice) return refuse(result.parameters, `${twice.formField} is given twice`);
      return accept({ data: await takeList(machine, use, list, hasOneRatio) });
    },
    { upload: { bytes: most * maxBytes, files: FIELD, tooLarge, unreadable: result.image } },
  );
}

/** Names a file by the caller's number, else by its position. */
function named(file: UploadedFile, index: number): NamedImage {
  const given = FIELD.exec(file.field)?.[1];
  return { formField: `imageList[${given ? Number(given) : index}]`, file };
}

/** Stores the valid images, and lists the errors of the others. The request as a whole succeeds. */
async function takeList(
  machine: Machine,
  use: ImageUse,
  list: readonly NamedImage[],
  hasOneRatio: boolean,
): Promise<JsonObject> {
  const success: JsonObject[] = [];
  const failure: JsonObject[] = [];
  let first: Measured | undefined;
  for (const { formField, file } of list) {
    const image = checkImage(file, use);
    const measured = !isRefused(image) && hasOneRatio && first ? ofOneRatio(image, first) : image;
    if (isRefused(measured)) {
      failure.push({ formField, error: refusal(measured) });
    } else {
      first ??= measured;
      success.push({ formField, url: await machine.gallery.keep(file.bytes, use, measured) });
    }
  }
  return { success, failure };
}

/** The first valid image sets the ratio (assumption 133). */
function ofOneRatio(image: Measured, first: Measured): Measured | Refused {
  if (image.width * first.height === image.height * first.width) return image;
  return refuse(
    result.image,
    `the ratio of ${image.width}:${image.height} is not that of the first image, ${first.width}:${first.height}`,
  );
}

const pixels = integer(1, 4096);

const seedShape = {
  id: needed(textLike(/^[\w-]{1,60}\.png$/, 'a name that ends in .png')),
  use: needed(oneOf(...(Object.keys(imageRules) as ImageUse[]))),
  width: pixels,
  height: pixels,
};

/** Seeds images of one colour at a known URL: `/images/<id>`. */
export const imageSeeds: Record<string, Seeder> = {
  images: seeder(seedShape, ({ store, clock }, { id, use, width = 800, height = 400 }) => {
    const size = drawBlank(width, height).byteLength;
    store.images.put({ id, use, type: 'png', sha256: null, size, width, height, uploadedAt: clock.now() });
    return undefined;
  }),
};
