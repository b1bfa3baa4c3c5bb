import type { JsonObject } from '../../../core/json.ts';
import { accept, isRefused, type Refused, refusal, refuse, result } from '../../answers.ts';
import { oneFile, type UploadedFile } from '../../body.ts';
import type { Machine } from '../../machine.ts';
import { integer, needed, oneOf, textLike } from '../../members.ts';
import { type Seeder, seeder } from '../../route.ts';
import { accountShape, ENVELOPE_BYTES, type Endpoints, type UploadEndpoint } from '../access.ts';
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
  '/wideItemList': imageListUpload('brand/wide-items', { most: 4, oneRatio: false }),
  // One for each card.
  '/carouselFeed': imageListUpload('brand/carousel-feed', { most: 6, oneRatio: false }),
  // The intro and the cards.
  '/carouselCommerce': imageListUpload('brand/carousel-commerce', { most: 7, oneRatio: true }),
};

/** The upload of one image (resource API 4.2, 4.7a). */
function imageUpload(use: ImageUse): UploadEndpoint {
  return {
    shape: accountShape,
    files: /^image$/,
    limit: imageRules[use].maxBytes + ENVELOPE_BYTES,
    tooLarge: refuse(result.image, `the image may have ${imageRules[use].maxBytes} bytes`),
    unreadable: result.image,
    handle: async (machine, form) => {
      const file = oneFile(form, 'image');
      if (typeof file === 'string') return refuse(result.parameters, file);
      const measured = checkImage(file, use);
      return isRefused(measured) ? measured : accept({ image: await machine.gallery.keep(file.bytes, use, measured) });
    },
  };
}

interface ImageListRule {
  /** Maximum images of one request: as many as the bubble shows (assumption 133). */
  most: number;
  /** True if all images of a request have the same ratio. */
  oneRatio: boolean;
}

interface NamedImage {
  formField: string;
  file: UploadedFile;
}

function imageListUpload(use: ImageUse, rule: ImageListRule): UploadEndpoint {
  const { maxBytes } = imageRules[use];
  return {
    shape: accountShape,
    files: FIELD,
    limit: rule.most * maxBytes + ENVELOPE_BYTES,
    tooLarge: refuse(result.image, `imageList may have ${rule.most} images of ${maxBytes} bytes`),
    unreadable: result.image,
    handle: async (machine, { files }) => {
      const list = nameFiles(files.filter(({ field }) => FIELD.test(field)));
      const refused = forbidsList(list, rule);
      return refused ?? accept({ data: await takeList(machine, use, list, rule) });
    },
  };
}

/** Names files by the caller's number, else by their position. */
function nameFiles(files: readonly UploadedFile[]): NamedImage[] {
  return files.map((file, index) => {
    const given = FIELD.exec(file.field)?.[1];
    return { formField: `imageList[${given ? Number(given) : index}]`, file };
  });
}

function forbidsList(list: readonly NamedImage[], { most }: ImageListRule): Refused | undefined {
  if (list.length === 0) return refuse(result.parameters, 'imageList is required');
  if (list.length > most) return refuse(result.fileCount, `imageList may have ${most} images, not ${list.length}`);
  const twice = list.find(({ formField }, index) => list.findIndex((other) => other.formField === formField) < index);
  return twice && refuse(result.parameters, `${twice.formField} is given twice`);
}

/** Stores the valid images, and lists the errors of the others. The request as a whole succeeds. */
async function takeList(
  machine: Machine,
  use: ImageUse,
  list: readonly NamedImage[],
  { oneRatio }: ImageListRule,
): Promise<JsonObject> {
  const success: JsonObject[] = [];
  const failure: JsonObject[] = [];
  let first: Measured | undefined;
  for (const { formField, file } of list) {
    const image = checkImage(file, use);
    const measured = !isRefused(image) && oneRatio && first ? ofOneRatio(image, first) : image;
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
