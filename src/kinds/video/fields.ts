import type { FileRules } from '../../core/declaration.ts';
import { local } from '../field-types.ts';

/** Fields of a video (resource API 4.8). The service returns its vid only. */
export const videoFields = { file: local('fileName') };

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
