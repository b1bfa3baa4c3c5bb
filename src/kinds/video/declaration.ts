import { isFileNode } from '../../core/content.ts';
import type { Declaration, Finding } from '../../core/declaration.ts';
import type { JsonObject } from '../../core/json.ts';
import { length } from '../../core/variables.ts';
import { NAME_MAX, VIDEO_USE } from './rules.ts';

/** `Video` documents: a file of a profile. */
export const videoDeclaration: Declaration = {
  kind: 'Video',
  profileType: 'S',
  files: ({ file }) => (typeof file === 'string' ? [{ at: ['file'], file, use: VIDEO_USE }] : []),
  check: longName,
  referred: ({ content }) => content['file'],
  declare: ({ file = null }) => ({
    goal: 'present',
    content: isFileNode(file) ? { file } : {},
    inputs: {},
    options: {},
  }),
};

/** The service is told the name of the file (resource API 4.8). */
function longName({ file }: JsonObject): Finding[] {
  const name = String(file).split('/').at(-1) ?? '';
  if (length(name) <= NAME_MAX) return [];
  return [
    {
      code: 'too-long',
      severity: 'error',
      at: ['file'],
      on: 'value',
      message: `The name of the file has ${length(name)} characters; at most ${NAME_MAX} are allowed`,
      hint: 'Rename the file',
    },
  ];
}
