import { sameContent } from '../../core/content.ts';
import type { Declaration } from '../../core/declaration.ts';
import { isObject } from '../../core/json.ts';
import type { GoalCheck, RunContext } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { type Definition, declared } from '../definition.ts';
import { local, uploadedFile } from '../field-types.ts';
import { boundBy, bug, type KindOperation, NO_FILE, refuseUnless, uploadOf, type WordedKind } from '../operations.ts';
import { imageEndpoints, imageUseOf, imageUses } from './endpoints.ts';

/** Fields of an image. Answers have its URL only (resource API 4.2). */
const imageFields = { use: local(), file: local('fileName'), url: local('imageUrl') };

/** `Image` documents (docs/manifests.md): `file` or `url`, and their use. */
const imageDeclaration: Declaration = {
  kind: 'Image',
  referredAs: ['image', 'thumbnail'],
  uses: imageUses,
  files: ({ file, use }) => (typeof file === 'string' && typeof use === 'string' ? [{ at: ['file'], file, use }] : []),
  check: () => [],
  referred: ({ content }) => content['file'],
  declare: ({ use = null, file, url = null }) => declared(isObject(file) ? { use, file } : { use, url }),
};

/** The operation table of an image. Images are never deleted. */
const imageOperations: readonly KindOperation[] = [
  {
    name: 'image.upload',
    title: 'upload',
    korean: '업로드',
    cites: '4.2',
    idempotence: 'repeatable',
    requires: (_, want) => refuseUnless(uploadedFile(want.content) !== undefined, NO_FILE),
    predicts: (_, { content }) => (uploadedFile(content) ? [{ name: '', content, status: { state: 'present' } }] : []),
    run: upload,
  },
];

async function upload(context: RunContext<Client>) {
  const { content, address } = context.desired;
  const file = uploadedFile(content);
  const use = imageUseOf(content['use']);
  if (!file || !use) throw bug(`${address} has nothing to upload`);
  const { field, to } = imageEndpoints[use];
  const image = await uploadOf(file, context);
  const { image: url } = await context.service.upload(to, {}, field, [image], context.signal);
  return { handle: url };
}

/** Images (resource API 4.2, 4.7a). The URL is the handle. The service has no list of images. */
export const image: WordedKind = {
  name: 'Image',
  discovery: { by: 'state' },
  upload: {
    of: (content) => {
      const file = uploadedFile(content);
      const use = imageUseOf(content['use']);
      return file && use && { use, file, shared: imageUses[use].upload?.shared === true };
    },
    at: ({ use, file }, url) => ({ name: url, content: { use, file: { ...file } }, status: { state: 'present' } }),
  },
  operations: imageOperations,
  ...boundBy('handle'),
  meets,
  blockedBy: () => ({ operation: 'image.upload' }),
};

/** An image with a URL needs no upload. */
function meets(at: ResourceState, want: Resource): GoalCheck {
  if (!uploadedFile(want.content) && 'url' in want.content) return { meets: 'yes' };
  return { meets: at && sameContent(at.content, want.content) ? 'yes' : 'no' };
}

export const imageDefinition: Definition = {
  kind: image,
  noun: { en: 'image', ko: '이미지' },
  declaration: imageDeclaration,
  fields: imageFields,
};
