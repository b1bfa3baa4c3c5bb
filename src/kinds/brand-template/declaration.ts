import type { Declaration, DeclaredContent, FileUse } from '../../core/declaration.ts';
import type { JsonObject } from '../../core/json.ts';
import { fileIn } from '../shown-file.ts';
import { VIDEO_USE } from '../video/rules.ts';
import { checkBrand } from './check.ts';
import { checkRatios } from './check-images.ts';
import { normalise } from './codec.ts';
import { brandRules } from './lint/rules.ts';
import { imagePlaces } from './places.ts';
import { writeBrand } from './write.ts';

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
    ...imagePlaces(manifest).flatMap(({ at, use, image }) => fileIn(at, image, use)),
    ...fileIn(['video'], manifest['video'], VIDEO_USE),
  ];
}

/** Members of a document that are not what the service keeps. */
const ASIDE: readonly string[] = ['kind', 'id', 'profile', 'profiles', 'protect', 'renamedFrom', 'lint', 'samples'];

function declare(manifest: JsonObject): DeclaredContent {
  const kept = Object.entries(manifest).filter(([key]) => !ASIDE.includes(key));
  return { goal: 'present', content: normalise(Object.fromEntries(kept)), inputs: {}, options: {} };
}
