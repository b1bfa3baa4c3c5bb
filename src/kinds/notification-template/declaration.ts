import type { Declaration, DeclaredContent, FileUse, Surroundings } from '../../core/declaration.ts';
import { compactObject, isObject, type Json, type JsonObject, member } from '../../core/json.ts';
import type { Resource } from '../../core/resource.ts';
import { imagesIn } from '../fields.ts';
import { fileIn } from '../shown-file.ts';
import { attachmentRules } from './attachments.ts';
import { checkTemplate } from './check.ts';
import { normalise } from './codec.ts';
import { templateFields, templateOf } from './fields.ts';
import { templateRules } from './lint/rules.ts';
import { unsuitedPlugin } from './plugins.ts';
import { defaultCode, writeTemplate } from './write.ts';

/** `NotificationTemplate` documents (docs/manifests.md). */
export const templateDeclaration: Declaration = {
  kind: 'NotificationTemplate',
  files: filesOf,
  uses: { attachment: attachmentRules },
  rules: templateRules,
  check: checkTemplate,
  unsuited: unsuitedPlugin,
  claims: ({ name = '', content }) => [
    { within: 'profile', field: 'code', value: name },
    // No document forbids a second name (assumption 176).
    { within: 'profile', field: 'name', value: templateOf(content).name, rule: 'AT30' },
  ],
  declare,
  goalField: 'lifecycle',
  write: writeTemplate,
};

function filesOf(manifest: JsonObject): FileUse[] {
  const attachments = member(manifest['inspection'], 'attachments');
  return [
    ...imagesIn(templateFields, manifest).flatMap(({ at, image, use }) => fileIn(at, image, use)),
    ...(Array.isArray(attachments) ? attachments : []).flatMap((file, index) =>
      fileIn(['inspection', 'attachments', index], file, 'attachment'),
    ),
  ];
}

/** Members of a document that are not what the service keeps. */
const ASIDE: readonly string[] = [
  'kind',
  'id',
  'profile',
  'profiles',
  'protect',
  'renamedFrom',
  'lint',
  'lifecycle',
  'versions',
  'inspection',
  'samples',
];

function declare(manifest: JsonObject, { profileType }: Surroundings = {}): DeclaredContent {
  const { id, code = defaultCode(id), lifecycle = 'approved', inspection, versions } = manifest;
  const kept = Object.fromEntries(Object.entries(manifest).filter(([key]) => !ASIDE.includes(key)));
  return {
    goal: String(lifecycle),
    name: String(code),
    content: normalise({
      ...kept,
      code,
      ...withFile(kept, 'emphasis'),
      ...withFile(kept, 'highlight'),
    }),
    inputs: isObject(inspection) ? compactObject(inspection) : {},
    options: {
      ...versionsOf(versions),
      ...(manifest['code'] === undefined && { codeByDefault: true }),
      ...(profileType === 'G' && { ofGroup: true }),
    },
  };
}

/** `image: {file}` is `image` once the file is known. */
function withFile(kept: JsonObject, key: string): JsonObject {
  const holder = kept[key];
  const image = member(holder, 'image');
  return isObject(holder) && isObject(image) && isObject(image['file'])
    ? { [key]: { ...holder, image: image['file'] } }
    : {};
}

/**
 * A template whose manifest writes no code keeps the one it is bound to: its id may have changed since (`renamedFrom`),
 * and a code is no part of an id.
 */
export function keepCode(want: Resource, boundCode: string): Resource {
  if (want.options['codeByDefault'] !== true) return want;
  return { ...want, name: boundCode, content: { ...want.content, code: boundCode } };
}

/** `versions: true` means `{keep: 2, retire: keep}`. */
function versionsOf(versions: Json | undefined): JsonObject {
  const defaults = { keep: 2, retire: 'keep' };
  if (isObject(versions)) return { versions: { ...defaults, ...versions } };
  return versions === true ? { versions: defaults } : {};
}
