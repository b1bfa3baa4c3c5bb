import * as z from 'zod';
import type { FileRules } from '../../core/declaration.ts';
import type { Words } from '../../wire/dialect.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import { resultCode, text, words } from '../../wire/shape.ts';
import { endpoint } from '../endpoint.ts';

/** The result of uploading one image: its URL, or why the service refused it. */
interface UploadedImage {
  /** Empty if the service refused it. */
  image: string;
  refusal?: Words | undefined;
}

/** Shapes of the answers (resource API 4.2, 4.7a). Unknown members are kept. */
const uploadedImage: z.ZodType<UploadedImage> = z.looseObject({ image: text });

const kept = z.looseObject({ url: text });

const failed = z.looseObject({
  error: z.looseObject({ code: resultCode, message: words }).transform(({ code, message }) => ({ code, message })),
});

/** The answer to a list of one image, which is either a success or a failure. */
const uploadedImages: z.ZodType<UploadedImage> = z
  .looseObject({
    data: z
      .looseObject({ success: z.array(kept).nullish(), failure: z.array(failed).nullish() })
      .refine(({ success, failure }) => success?.length || failure?.length, 'has neither a success nor a failure'),
  })
  .transform(({ data: { success, failure } }) => ({ image: success?.[0]?.url ?? '', refusal: failure?.[0]?.error }));

const notificationPath = '/v3/{segment}/image/{product}';
const brandPath = '/v4/{segment}/brand/image';

interface ImageEndpoint {
  /** The form's field for the file. An endpoint with `imageList` gets a list of one. */
  field: 'image' | 'imageList';
  to: Endpoint<UploadedImage>;
}

function single(name: string, path: string): ImageEndpoint {
  return { field: 'image', to: endpoint(`image.${name}`, path, 'write', uploadedImage) };
}

function list(name: string, path: string): ImageEndpoint {
  const to = endpoint(`image.${name}`, path, 'write', uploadedImages);
  return { field: 'imageList', to: { ...to, refusal: (answer) => answer.refusal } };
}

/** Resource API 4.2, 4.7a. */
export const imageEndpoints = {
  'notification/template': single('template', `${notificationPath}/template`),
  'notification/send': single('send', notificationPath),
  'notification/highlight': single('highlight', `${notificationPath}/itemHighlight`),
  'brand/default': single('brandDefault', `${brandPath}/default`),
  'brand/wide': single('brandWide', `${brandPath}/wide`),
  'brand/wide-first': single('brandWideFirst', `${brandPath}/wideItemList/first`),
  'brand/wide-items': list('brandWideItems', `${brandPath}/wideItemList`),
  'brand/carousel-feed': list('brandCarouselFeed', `${brandPath}/carouselFeed`),
  'brand/carousel-commerce': list('brandCarouselCommerce', `${brandPath}/carouselCommerce`),
} satisfies Record<string, ImageEndpoint>;

/** The use of an image. Each use has its own endpoint. */
export type ImageUse = keyof typeof imageEndpoints;

/** A KB is 1,024 bytes, and a MB 1,024 KB (assumption 55). */
const KB = 1024;
const MB = 1024 * KB;

type ImageShape = Pick<NonNullable<FileRules['image']>, 'ratio' | 'shape'>;

const twoToOne: ImageShape = { ratio: { min: 2, max: 2 }, shape: '2:1' };
const square: ImageShape = { ratio: { min: 1, max: 1 }, shape: '1:1' };
const twoToOneToSquare: ImageShape = { ratio: { min: 1, max: 2 }, shape: '2:1 to 1:1' };
const twoToOneToTall: ImageShape = { ratio: { min: 3 / 4, max: 2 }, shape: '2:1 to 3:4' };

/** The service also reads the type from the name (assumption 47). */
const IMAGE = { types: ['png', 'jpeg'], endings: ['png', 'jpg', 'jpeg'] } as const satisfies Partial<FileRules>;

/** Images of notifications have one limit of bytes, and one upload serves all templates of a profile (assumption 63). */
function notification(minWidth: number, shape: ImageShape): FileRules {
  const upload = { kind: 'Image', shared: true };
  return { ...IMAGE, maxBytes: 500 * KB, image: { minWidth, ...shape }, section: '4.2', upload };
}

/**
 * Images of brand messages. The documents have two limits of bytes, so the lower one is a warning; where they have no width,
 * the width of the other uses is a warning. Each template has its own upload.
 */
function brand(width: { minWidth: number } | { likelyWidth: number }, shape: ImageShape): FileRules {
  const image = { minWidth: 1, ...width, ...shape };
  const upload = { kind: 'Image', shared: false };
  return { ...IMAGE, maxBytes: 5 * MB, likelyBytes: 500 * KB, image, section: '4.7a', upload };
}

const required = { minWidth: 500 };
const likely = { likelyWidth: 500 };

/** The rules for each use of an image, by the use's name in manifests. */
export const imageUses: Readonly<Record<ImageUse, FileRules>> = {
  'notification/template': notification(500, twoToOne),
  'notification/send': notification(500, twoToOneToTall),
  'notification/highlight': notification(108, square),
  'brand/default': brand(required, twoToOneToTall),
  'brand/wide': brand(likely, twoToOneToSquare),
  'brand/wide-first': brand(required, twoToOne),
  'brand/wide-items': brand(required, square),
  'brand/carousel-feed': brand(likely, twoToOneToTall),
  'brand/carousel-commerce': brand(likely, twoToOneToTall),
};

/** Reads the use of an image. Returns undefined if there is no use of that name. */
export function imageUseOf(text: unknown): ImageUse | undefined {
  const isUse = (one: unknown): one is ImageUse => typeof one === 'string' && Object.hasOwn(imageUses, one);
  return isUse(text) ? text : undefined;
}
