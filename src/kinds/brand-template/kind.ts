import { isFileNode, sameContent } from '../../core/content.ts';
import type { Declaration, DeclaredContent, FileUse } from '../../core/declaration.ts';
import { type JsonObject, member } from '../../core/json.ts';
import type { Kind, Verdict } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { imagesIn, type ShownFile, shownIn } from '../fields.ts';
import { interimName } from '../operations.ts';
import { fileIn } from '../shown-file.ts';
import { VIDEO_USE } from '../video/fields.ts';
import { brandDiscovery, brandRecognition, normalise, writeBrand } from './codec.ts';
import { brandFields } from './fields.ts';
import { brandRules, checkBrand } from './lint/check.ts';
import { checkRatios } from './lint/images.ts';
import { brandOperations } from './operations.ts';

/** `BrandTemplate` documents (docs/manifests.md). */
export const brandDeclaration: Declaration = {
  kind: 'BrandTemplate',
  files: filesOf,
  rules: brandRules,
  check: checkBrand,
  checkFiles: checkRatios,
  claims: ({ content }) => [{ within: 'profile', field: 'name', value: String(content['name']) }],
  declare,
  write: writeBrand,
};

function filesOf(manifest: JsonObject): FileUse[] {
  return [
    ...imagesIn(brandFields, manifest).flatMap(({ at, use, image }) => fileIn(at, image, use)),
    ...fileIn(['video'], manifest['video'], VIDEO_USE),
  ];
}

/** Members of a document that are not what the service keeps. */
const ASIDE: readonly string[] = ['kind', 'id', 'profile', 'profiles', 'protect', 'renamedFrom', 'lint', 'samples'];

function declare(manifest: JsonObject): DeclaredContent {
  const kept = Object.entries(manifest).filter(([key]) => !ASIDE.includes(key));
  return { goal: 'present', content: normalise(Object.fromEntries(kept)), inputs: {}, options: {} };
}

/** Brand templates (resource API 2.4, 3, 4.7). Their name is the code, which the service gives; the binding is `{code}`. */
export const brandTemplate: Kind<Client> = {
  name: 'BrandTemplate',
  discovery: brandDiscovery,
  recognition: brandRecognition,
  operations: brandOperations,
  interim: interimName,
  nameOf: ({ code }) => (typeof code === 'string' ? code : undefined),
  bindingOf: ({ name }) => ({ code: name }),
  meets,
  blockedBy,
  images: imagesOf,
};

function meets(at: ResourceState, want: Resource): Verdict {
  const isMet = want.goal === 'removed' ? !at : at?.status.state === 'A' && sameContent(at.content, want.content);
  return { meets: isMet ? 'yes' : 'no' };
}

function blockedBy(at: ResourceState, want: Resource): { operation: string } {
  if (!at) return { operation: 'brandTemplate.add' };
  return { operation: want.goal === 'removed' ? 'brandTemplate.delete' : 'brandTemplate.update' };
}

/** What it shows and was uploaded, its video included. */
function imagesOf(content: JsonObject): ShownFile[] {
  const video = member(content['video'], 'file');
  const film: ShownFile[] = isFileNode(video) ? [{ at: 'video', use: VIDEO_USE, sha256: video.sha256 }] : [];
  return [...shownIn(brandFields, content), ...film];
}
