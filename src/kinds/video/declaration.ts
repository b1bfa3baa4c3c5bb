import { isFileNode } from '../../core/content.ts';
import type { Declaration } from '../../core/declaration.ts';
import { VIDEO_USE, videoRules } from './rules.ts';

/** `Video` documents: a file of a sender profile. Groups have no videos (resource API 2.5). */
export const videoDeclaration: Declaration = {
  kind: 'Video',
  referredAs: ['video'],
  uses: { [VIDEO_USE]: videoRules },
  profileType: 'S',
  files: ({ file }) => (typeof file === 'string' ? [{ at: ['file'], file, use: VIDEO_USE }] : []),
  check: () => [],
  referred: ({ content }) => content['file'],
  declare: ({ file = null }) => ({
    goal: 'present',
    content: isFileNode(file) ? { file } : {},
    inputs: {},
    options: {},
  }),
};
