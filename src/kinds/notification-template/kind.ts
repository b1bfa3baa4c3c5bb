import type {
  Declaration,
  DeclaredContent,
  FileRules,
  FileUse,
  Surroundings,
  Unsuited,
} from '../../core/declaration.ts';
import { compactObject, isObject, type Json, type JsonObject, member, own } from '../../core/json.ts';
import type { Kind, Verdict } from '../../core/kind.ts';
import type { Path } from '../../core/path.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { imagesIn, shownIn } from '../fields.ts';
import { fileIn } from '../shown-file.ts';
import { defaultCode, normalise, templateDiscovery, writeTemplate } from './codec.ts';
import { templateFields, templateOf } from './fields.ts';
import { checkTemplate } from './lint/check.ts';
import { templateRules } from './lint/rules.ts';
import { hasAttachments, lacksComment, templateOperations } from './operations.ts';
import { checkCodes } from './preflight.ts';
import { refusesTell } from './requirements.ts';
import { factsOf, keepsCode, same, sameText, type Template } from './states.ts';
import { isCodeTooLong, isNameTooLong, templateVersions, VERSIONED_CODE_MAX, VERSIONED_NAME_MAX } from './versions.ts';

/** What an inspection may be sent (resource API 4.1, request_with_file). A MB is 1,024 KB (assumption 55). */
export const attachmentRules: FileRules = { maxBytes: 50 * 1024 * 1024, section: '4.1' };

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

/** The type of plugin that a button needs: a secure image, personal information; a payment goes with either (assumption 119). */
const NEEDED: Readonly<Record<string, string>> = { P1: 'SECURE_IMAGE', P2: 'ONE_TIME_PROFILE' };

/** A plugin callback of another type than its button needs (resource API 2.2, 2.3); only buttons are numbered and refer. */
export function unsuitedPlugin(
  manifest: JsonObject,
  [, place]: Path,
  { address, content }: Resource,
): Unsuited | undefined {
  const { buttons = [] } = templateOf(manifest);
  const { type = '' } = buttons.find((_, index) => index === place) ?? {};
  const needed = own(NEEDED, type);
  if (needed === undefined || content['type'] === needed) return undefined;
  return {
    message: `A ${type} button needs a plugin of type ${needed}, and \`${address}\` is ${String(content['type'])}`,
    hint: `Refer to a PluginCallback of type ${needed}, or choose the button for this one`,
    because: ['type'],
  };
}

/** Notification templates (resource API 2.2, 3, 4.1). Their name is the code, and the binding is `{code}`. */
export const notificationTemplate: Kind<Client> = {
  name: 'NotificationTemplate',
  discovery: templateDiscovery,
  operations: templateOperations,
  nameOf: ({ code }) => (typeof code === 'string' ? code : undefined),
  bindingOf: ({ name }) => ({ code: name }),
  keepName: keepCode,
  versions: templateVersions,
  meets,
  blockedBy,
  preflight: checkCodes,
  images: (content) => shownIn(templateFields, content),
  refersTo: { kind: 'PluginCallback', names: pluginsOf },
  retired: (at) => at !== undefined && factsOf(at).status === 'S',
};

const YES: Verdict = { meets: 'yes' };
const NO: Verdict = { meets: 'no' };

/** The first column of DESIGN's table: which standings are what a goal wants. */
function meets(at: ResourceState, want: Resource): Verdict {
  if (!at) return want.goal === 'removed' ? YES : NO;
  switch (want.goal) {
    case 'removed':
      return factsOf(at).status === 'S' ? YES : NO;
    case 'stopped':
      return isStopped(at, want) || isDraft(at, want) ? YES : NO;
    case 'draft':
      return isDraft(at, want) ? YES : NO;
    default:
      return meetsApproved(at, want);
  }
}

function meetsApproved(at: Template, want: Resource): Verdict {
  if (!same(at, want)) return NO;
  if (['RDY', 'ACT'].includes(at.status.state)) return YES;
  return at.status.state === 'REQ' ? { meets: 'waiting', waitsFor: 'verdict' } : NO;
}

function isDraft(at: Template, want: Resource): boolean {
  return ['REG', 'REJ'].includes(at.status.state) && same(at, want);
}

/** Stopped is stopped whatever the text says: a stopped text cannot be edited, and nobody receives it (assumption 58). */
function isStopped(at: Template, want: Resource): boolean {
  const { status, block } = factsOf(at);
  return status === 'S' && !block && keepsCode(at, want);
}

/** Whose requirement explains best why no route leads from here. */
function blockedBy(at: ResourceState, want: Resource): { operation: string; opens?: string } {
  if (!at) return { operation: refusesTell(at, want) ? 'template.add' : requestOf(want) };
  const approved = factsOf(at).inspectionStatus === 'APR';
  if (want.goal === 'removed') return { operation: approved ? 'template.stop' : 'template.delete' };
  if (refusesTell(at, want) || !keepsCode(at, want)) return { operation: 'template.update' };
  if (want.goal === 'stopped') return { operation: approved ? 'template.stop' : 'template.update' };
  if (want.goal === 'draft') return { operation: approved ? 'template.cancel_approval' : 'template.update' };
  if (!approved || lacksComment(want) || sameText(at, want)) return { operation: requestOf(want) };
  return at.status.state === 'RDY'
    ? { ...versionWall(want), operation: 'template.cancel_approval' }
    : versionWall(want);
}

function requestOf(want: Resource): string {
  return hasAttachments(want) ? 'template.request_with_file' : 'template.request';
}

/** Where `versions` are asked for already, saying so again opens nothing; where they have no room, it is an error. */
function versionWall(want: Resource): { operation: string; opens?: string } {
  const operation = 'template.update';
  if (want.options['versions']) return { operation };
  if (isCodeTooLong(want)) return { operation, opens: ANOTHER_CODE };
  return { operation, opens: isNameTooLong(want) ? ANOTHER_NAME : 'versions' };
}

/** A code cannot be changed any more, and a name goes with the text of a version. */
const ANOTHER_CODE = `the new text in a manifest of its own, with another \`id\`, another \`name\` and a \`code\` of at most ${VERSIONED_CODE_MAX} characters`;
const ANOTHER_NAME = `\`versions: true\`, with a \`name\` of at most ${VERSIONED_NAME_MAX} characters`;

/** The plugins that its buttons name; one that is stopped keeps none of them (assumption 119). */
function pluginsOf(at: Template): string[] {
  if (factsOf(at).status === 'S') return [];
  return (templateOf(at.content).buttons ?? []).flatMap(({ plugin }) => plugin ?? []);
}
