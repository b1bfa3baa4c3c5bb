import type { FileRules } from '../../core/declaration.ts';

/** The use that a video's binding and a template's place for one have in common. */
export const VIDEO_USE = 'video';

/** The longest name that `register` takes (resource API 4.8). */
export const NAME_MAX = 250;

/** What the documents leave open of a video's file is assumption 134: the MP4 family, and 1 GB. */
export const videoRules: FileRules = {
  types: ['mp4'],
  maxBytes: 1024 ** 3,
  section: '4.8',
  upload: { kind: 'Video', shared: true },
};
