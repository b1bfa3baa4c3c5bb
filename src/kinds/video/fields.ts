import type { FileRules } from '../../core/declaration.ts';
import { local } from '../field-types.ts';

/** Fields of a video (resource API 4.8). The service returns its vid only. */
export const videoFields = { file: local('fileName') };

/** The use that a video's binding and a template's place for one have in common. */
export const VIDEO_USE = 'video';

/**
 * What the documents leave open of a video's file is assumption 134: the MP4 family, and 1 GB. `register` is told the name,
 * of 250 characters at most and with its ending.
 */
export const videoRules: FileRules = {
  types: ['mp4'],
  endings: ['mp4', 'm4v', 'mov'],
  maxName: 250,
  maxBytes: 1024 ** 3,
  section: '4.8',
  upload: { kind: 'Video', shared: true },
};
