import { sameContent } from '../../core/content.ts';
import type { Declaration } from '../../core/declaration.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import type { Kind, Operation, Refusal, RunContext, UploadedFile, Verdict } from '../../core/kind.ts';
import { NotiformError } from '../../core/problem.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import {
  bindingOfImage,
  fileOfImage,
  imageBinding,
  type LiveImage,
  nameOfImage,
  recallImage,
  uploadedImage,
} from './codec.ts';
import { imageEndpoints, imageUseOf, imageUses } from './endpoints.ts';

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

/**
 * Images of notifications (resource API 4.2). Identity is the use and the SHA-256 of the bytes; the URL is the binding.
 * There is no delete: what is removed is forgotten.
 */
export const image: Kind<Client> = {
  name: 'Image',
  discovery: { by: 'binding', recall: recallImage },
  upload: { of: usedFile, at: imageAt },
  operations: [uploadOperation()],
  nameOf: nameOfImage,
  bindingOf: bindingOfImage,
  meets,
  blockedBy: () => ({ operation: 'image.upload' }),
};

/** The file of an image, with its use. */
function usedFile(content: JsonObject): UploadedFile | undefined {
  const file = fileOfImage(content);
  return file && { use: String(content['use']), file };
}

function imageAt({ use, file }: UploadedFile, url: string): LiveImage {
  return { ...uploadedImage(use, file), url };
}

function uploadOperation(): Operation<Client> {
  return {
    name: 'image.upload',
    title: 'upload',
    cites: '4.2',
    idempotence: 'repeatable',
    requires: (_, want) => uploadable(want),
    predicts: (_, want) => {
      const used = usedFile(want.content);
      return used ? [uploadedImage(used.use, used.file)] : [];
    },
    run: upload,
  };
}

function uploadable({ content }: Resource): Refusal | undefined {
  if (!fileOfImage(content)) return { reason: 'an image that is not a file of the project cannot be uploaded' };
  if (imageUseOf(content['use'])) return undefined;
  return { reason: `no upload is known for the use ${String(content['use'])}` };
}

/** An image that is given by its URL stands already, and one that is not wanted any more is let be. */
function meets(at: ResourceState, want: Resource): Verdict {
  if (want.goal === 'removed' || (!fileOfImage(want.content) && 'url' in want.content)) return { meets: 'yes' };
  return at && sameContent(at.content, want.content) ? { meets: 'yes' } : { meets: 'no' };
}

async function upload({ service, desired, readFile, signal }: RunContext<Client>) {
  const file = fileOfImage(desired.content);
  const use = imageUseOf(desired.content['use']);
  if (!file || !use) {
    throw new NotiformError({ code: 'bug', severity: 'error', message: `${desired.address} has nothing to upload` });
  }
  const bytes = await readFile(file.path, file.sha256);
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const { field, to } = imageEndpoints[use];
  const { image: url } = await service.upload(to, {}, field, [{ name, bytes }], signal);
  return imageBinding(url, use, file);
}
