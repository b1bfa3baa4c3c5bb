import { isFileNode } from '../../core/content.ts';
import type { Declaration } from '../../core/declaration.ts';
import { type JsonObject, member } from '../../core/json.ts';
import type { States } from '../../core/states.ts';
import { type Definition, declared } from '../definition.ts';
import { ROWS_A_PAGE, templateDiscoveryOf } from '../discovery.ts';
import { fileIn } from '../field-types.ts';
import { contentIn, imagesIn, type ShownFile, shownIn } from '../fields.ts';
import { ruleSentences } from '../lint/rule.ts';
import { boundBy, meetsContent, type WordedKind } from '../operations.ts';
import { cleared } from '../parts.ts';
import { VIDEO_USE } from '../video/endpoints.ts';
import { brandPicture } from './bubble.ts';
import { liveBrand, normalise } from './codec.ts';
import { brandTemplateEndpoints } from './endpoints.ts';
import { brandFields } from './fields.ts';
import { brandOperations } from './operations.ts';
import { brandRules, checkBrand } from './rules/check.ts';
import { checkRatios } from './rules/errors.ts';
import { BRAND_RULES, BRAND_SENTENCES } from './sentences.ts';

/** States of a brand template (resource API 2.4). */
export const brandStates: States = {
  A: { word: { en: 'registered', ko: '등록됨, 바로 발송 가능' }, tone: 'green' },
  S: { word: { en: 'blocked by the service', ko: '서비스에서 차단' }, tone: 'red' },
};

/** `BrandTemplate` documents (docs/manifests.md). */
export const brandDeclaration: Declaration = {
  kind: 'BrandTemplate',
  files: (manifest) => [
    ...imagesIn(brandFields, manifest).flatMap(({ at, use, image }) => fileIn(at, image, use)),
    ...fileIn(['video'], manifest['video'], VIDEO_USE),
  ],
  rules: brandRules,
  check: checkBrand,
  checkFiles: checkRatios,
  uniqueNames: ({ content }) => [{ within: 'profile', field: 'name', value: String(content['name']) }],
  declare: (manifest) => declared(normalise(contentIn(brandFields, manifest))),
  // The content has the manifest form already.
  write: ({ content, beside }) => ({ manifest: content, ...(beside && { remark: cleared(content, beside) }) }),
};

export const brandDiscovery = templateDiscoveryOf(
  brandTemplateEndpoints,
  // This list takes page and count as strings (resource API 4.7).
  (page) => ({ page: String(page), count: String(ROWS_A_PAGE) }),
  liveBrand,
);

/** Brand templates (resource API 2.4, 3, 4.7). Their name is the code, which the service assigns; the binding is `{code}`. */
export const brandTemplate: WordedKind = {
  name: 'BrandTemplate',
  discovery: brandDiscovery,
  recognition: {
    titleOf: ({ name }) => String(name),
    matches: (live, want) => live.content['bubble'] === want.content['bubble'],
  },
  operations: brandOperations,
  ...boundBy('code'),
  meets: (at, want) => (at && at.status.state !== 'A' ? { meets: 'no' } : meetsContent(at, want)),
  blockedBy: (at, want) => {
    if (!at) return { operation: 'brandTemplate.add' };
    return { operation: want.goal === 'removed' ? 'brandTemplate.delete' : 'brandTemplate.update' };
  },
  images: imagesOf,
};

function imagesOf(content: JsonObject): ShownFile[] {
  const file = member(content['video'], 'file');
  const video: ShownFile[] = isFileNode(file) ? [{ at: 'video', use: VIDEO_USE, sha256: file.sha256 }] : [];
  return [...shownIn(brandFields, content), ...video];
}

export const brandDefinition: Definition = {
  kind: brandTemplate,
  noun: { en: 'brand message template', ko: '브랜드 메시지 템플릿' },
  declaration: brandDeclaration,
  fields: brandFields,
  sentences: { ...BRAND_SENTENCES, ...ruleSentences(BRAND_RULES) },
  states: brandStates,
  picture: brandPicture,
};
