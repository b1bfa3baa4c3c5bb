import * as z from 'zod';
import type { Words } from './dialect.ts';
import { resultCode, text, words } from './shape.ts';

/** What became of the upload of one image: its URL, or why it was not kept. */
export interface UploadedImage {
  /** Empty where it was not kept. */
  image: string;
  refusal?: Words | undefined;
}

/** Shapes of the answers (resource API 4.2, 4.7a). Unknown members are kept. */
export const uploadedImage: z.ZodType<UploadedImage> = z.looseObject({ image: text });

const kept = z.looseObject({ url: text });

const failed = z.looseObject({
  error: z.looseObject({ code: resultCode, message: words }).transform(({ code, message }) => ({ code, message })),
});

/** The answer to a list of one: what became of that one stands in one of the two. */
export const uploadedImages: z.ZodType<UploadedImage> = z
  .looseObject({
    data: z.looseObject({ success: z.array(kept).nullish(), failure: z.array(failed).nullish() }).refine(isTelling, {
      error: 'tells neither of a success nor of a failure',
    }),
  })
  .transform(({ data: { success, failure } }) => ({ image: success?.[0]?.url ?? '', refusal: failure?.[0]?.error }));

function isTelling(data: { success?: unknown[] | null | undefined; failure?: unknown[] | null | undefined }): boolean {
  return [...(data.success ?? []), ...(data.failure ?? [])].length > 0;
}
