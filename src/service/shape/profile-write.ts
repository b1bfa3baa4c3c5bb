import * as z from 'zod';
import { informative, text } from './shape.ts';

/** What a registration gives (resource API 4.3, `create`). */
export const registeredProfile = z.looseObject({ senderKey: text });

/** What the upload of a proof of consent gives (resource API 4.3, `marketingAgree/upload`). */
export const consentProof = z.looseObject({ fileKey: text, fileUrl: informative(z.string()) });

export type ConsentProof = z.infer<typeof consentProof>;
