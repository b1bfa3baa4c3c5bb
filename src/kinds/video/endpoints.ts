import * as z from 'zod';
import type { FileRules } from '../../core/declaration.ts';
import type { FileEndpoint } from '../../wire/endpoint.ts';
import { optional, text, withData } from '../../wire/shape.ts';
import { endpoint } from '../endpoint.ts';

/** Shapes of videos as the service answers them (resource API 2.5, 4.8). Unknown members are kept. */

/** `status` is open: the service may know more words than its document. */
const videoInfo = z.looseObject({
  vid: text,
  status: text,
  title: optional(z.string()),
  thumbnailUrl: optional(z.string()),
  videoUrl: optional(z.string()),
});

/** The answer to a registration: the address for the file, which has to be uploaded within five minutes. */
const videoTicket = z.looseObject({ vid: text, uploadUrl: text, token: text });

/** The messenger's own server answers without a wrapper. `message` is empty on success. */
const videoReceipt = z.looseObject({ vid: optional(z.string()), message: optional(z.string()) });

const path = '/v4/{segment}/brand/video';

/** Resource API 4.8. */
export const videoEndpoints = {
  search: endpoint('video.search', `${path}/search`, 'read', withData(videoInfo)),
  register: endpoint('video.register', `${path}/upload/register`, 'write', withData(videoTicket)),
};

/** The upload of a registered video, whose answer must not name another one. */
export function videoUpload(vid: string): FileEndpoint<z.output<typeof videoReceipt>> {
  const { help } = videoEndpoints.register;
  return {
    name: 'video.upload',
    help,
    addressAt: 'data.uploadUrl',
    answer: videoReceipt.refine((answer) => !answer.vid || answer.vid === vid, {
      path: ['vid'],
      error: 'is another one than was registered',
    }),
    refusal: ({ message }) => (message ? { code: '', message } : undefined),
  };
}

/** The use of a video, in its binding and in templates. */
export const VIDEO_USE = 'video';

/**
 * The limits of a video's file: the MP4 family and 1 GB, which the documents leave open (assumption 134), and a name of at
 * most 250 characters with its ending.
 */
export const videoRules: FileRules = {
  types: ['mp4'],
  endings: ['mp4', 'm4v', 'mov'],
  maxName: 250,
  maxBytes: 1024 ** 3,
  section: '4.8',
  upload: { kind: 'Video', shared: true },
};
