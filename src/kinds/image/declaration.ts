import type { Declaration } from '../../core/declaration.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import { imageUses } from './uses.ts';

/** `Image` documents: `file` or `url`, and what it is for. */
export const imageDeclaration: Declaration = {
  kind: 'Image',
  referredAs: ['image', 'thumbnail'],
  uses: imageUses,
  files: ({ file, use }) => (typeof file === 'string' && typeof use === 'string' ? [{ at: ['file'], file, use }] : []),
  check: () => [],
  referred: ({ content }) => content['file'],
  declare: (manifest) => ({ goal: 'present', content: contentOf(manifest), inputs: {}, options: {} }),
};

function contentOf({ use = null, file, url = null }: JsonObject): JsonObject {
  return isObject(file) ? { use, file } : { use, url };
}
