import * as z from 'zod';
import { optional, text } from './shape.ts';

/** Shapes of videos as the service answers them (resource API 2.5, 4.8). Unknown members are kept. */

/** `status` is open: the service may know more words than its document. */
export const videoInfo = z.looseObject({
  vid: text,
  status: text,
  title: optional(z.string()),
  thumbnailUrl: optional(z.string()),
  videoUrl: optional(z.string()),
});

/** Where a video that was registered goes, within five minutes. */
export const videoTicket = z.looseObject({ vid: text, uploadUrl: text, token: text });

/** What the messenger's own server answers to a file: not wrapped. `message` is empty on success. */
export const videoReceipt = z.looseObject({ vid: optional(z.string()), message: optional(z.string()) });

export type VideoInfo = z.infer<typeof videoInfo>;
export type VideoTicket = z.infer<typeof videoTicket>;
