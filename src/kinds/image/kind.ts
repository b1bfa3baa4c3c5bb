import { sameContent } from '../../core/content.ts';
import type { Declaration } from '../../core/declaration.ts';
import { isObject } from '../../core/json.ts';
import type { GoalCheck } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import { type Definition, declared } from '../definition.ts';
import type { WordedKind } from '../operations.ts';
import { uploadedFile } from '../shown-file.ts';
import { bindingOfImage, imageAt, recallImage } from './codec.ts';
import { imageUses } from './endpoints.ts';
import { imageFields } from './fields.ts';
import { imageOperations } from './operations.ts';

/** `Image` documents (docs/manifests.md): `file` or `url`, and their use. */
export const imageDeclaration: Declaration = {
  kind: 'Image',
  referredAs: ['image', 'thumbnail'],
  uses: imageUses,
  files: ({ file, use }) => (typeof file === 'string' && typeof use === 'string' ? [{ at: ['file'], file, use }] : []),
  check: () => [],
  referred: ({ content }) => content['file'],
  declare: ({ use = null, file, url = null }) => declared(isObject(file) ? { use, file } : { use, url }),
};

/** Images (resource API 4.2, 4.7a). An image is identified by its use and the SHA-256 of its bytes; the URL is the binding. */
export const image: WordedKind = {
  name: 'Image',
  discovery: { by: 'binding', recall: recallImage },
  upload: {
    of: (content) => {
      const file = uploadedFile(content);
      return file && { use: String(content['use']), file };
    },
    at: imageAt,
  },
  operations: imageOperations,
  nameOf: (binding) => recallImage(binding)?.name,
  bindingOf: bindingOfImage,
  meets,
  blockedBy: () => ({ operation: 'image.upload' }),
};

/** An image with a URL needs no upload, and a removed one is only forgotten. */
function meets(at: ResourceState, want: Resource): GoalCheck {
  if (want.goal === 'removed' || (!uploadedFile(want.content) && 'url' in want.content)) return { meets: 'yes' };
  return { meets: at && sameContent(at.content, want.content) ? 'yes' : 'no' };
}

export const imageDefinition: Definition = {
  kind: image,
  noun: { en: 'image', ko: '이미지' },
  declaration: imageDeclaration,
  fields: imageFields,
};
