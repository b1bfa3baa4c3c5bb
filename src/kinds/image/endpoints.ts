import * as z from 'zod';
import type { Words } from '../../wire/dialect.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import { resultCode, text, words } from '../../wire/shape.ts';
import { endpoint } from '../endpoint.ts';

/** What an image is for. Each use has its own endpoint (resource API 4.2, 4.7a). */
export type ImageUse =
  | 'notification/template'
  | 'notification/send'
  | 'notification/highlight'
  | 'brand/default'
  | 'brand/wide'
  | 'brand/wide-first'
  | 'brand/wide-items'
  | 'brand/carousel-feed'
  | 'brand/carousel-commerce';

/** What became of the upload of one image: its URL, or why it was not kept. */
interface UploadedImage {
  /** Empty where it was not kept. */
  image: string;
  refusal?: Words | undefined;
}

/** Shapes of the answers (resource API 4.2, 4.7a). Unknown members are kept. */
const uploadedImage: z.ZodType<UploadedImage> = z.looseObject({ image: text });

const kept = z.looseObject({ url: text });

const failed = z.looseObject({
  error: z.looseObject({ code: resultCode, message: words }).transform(({ code, message }) => ({ code, message })),
});

/** The answer to a list of one: what became of that one stands in one of the two. */
const uploadedImages: z.ZodType<UploadedImage> = z
  .looseObject({
    data: z.looseObject({ success: z.array(kept).nullish(), failure: z.array(failed).nullish() }).refine(isTelling, {
      error: 'tells neither of a success nor of a failure',
    }),
  })
  .transform(({ data: { success, failure } }) => ({ image: success?.[0]?.url ?? '', refusal: failure?.[0]?.error }));

function isTelling(data: { success?: unknown[] | null | undefined; failure?: unknown[] | null | undefined }): boolean {
  return [...(data.success ?? []), ...(data.failure ?? [])].length > 0;
}

const notification = '/v3/{segment}/image/{product}';
const brand = '/v4/{segment}/brand/image';

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
export const imageEndpoints: Record<ImageUse, ImageEndpoint> = {
  'notification/template': single('template', `${notification}/template`),
  'notification/send': single('send', notification),
  'notification/highlight': single('highlight', `${notification}/itemHighlight`),
  'brand/default': single('brandDefault', `${brand}/default`),
  'brand/wide': single('brandWide', `${brand}/wide`),
  'brand/wide-first': single('brandWideFirst', `${brand}/wideItemList/first`),
  'brand/wide-items': list('brandWideItems', `${brand}/wideItemList`),
  'brand/carousel-feed': list('brandCarouselFeed', `${brand}/carouselFeed`),
  'brand/carousel-commerce': list('brandCarouselCommerce', `${brand}/carouselCommerce`),
};
