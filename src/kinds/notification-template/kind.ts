import type { Declaration, DeclaredContent, FileRules, FileUse, Surroundings } from '../../core/declaration.ts';
import { compactObject, elementsOf, isObject, type Json, type JsonObject, member } from '../../core/json.ts';
import type { GoalCheck } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import type { Wording } from '../../core/sentence.ts';
import type { Definition } from '../definition.ts';
import { type ListDiscovery, ROWS_A_PAGE, templateDiscoveryOf } from '../discovery.ts';
import { fileIn } from '../field-types.ts';
import { contentIn, imagesIn, shownIn } from '../fields.ts';
import { ruleSentences } from '../lint/rule.ts';
import { boundBy, type Present, type WordedKind } from '../operations.ts';
import { templatePicture } from './bubble.ts';
import { defaultCode, liveTemplate, normalise, writeTemplate } from './codec.ts';
import { templateEndpoints } from './endpoints.ts';
import { templateFields, templateOf } from './fields.ts';
import { hasAttachments, lacksComment, templateOperations } from './operations.ts';
import { refusesTell } from './requirements.ts';
import { checkTemplate } from './rules/check.ts';
import { templateRules } from './rules/hints.ts';
import { TEMPLATE_RULES, TEMPLATE_SENTENCES } from './sentences.ts';
import { dormantAt, factsOf, keepsCode, same, sameText, templateStates, templateWaits } from './states.ts';
import { hasRoom, templateVersions } from './versions.ts';

/** Limits of an attachment of an inspection (resource API 4.1, request_with_file). A MB is 1,024 KB (assumption 55). */
export const attachmentRules: FileRules = {
  endings: ['png', 'jpg', 'jpeg', 'gif', 'pdf', 'hwp', 'doc', 'docx'],
  maxBytes: 50 * 1024 * 1024,
  section: '4.1',
};

/** `NotificationTemplate` documents (docs/manifests.md). */
export const templateDeclaration: Declaration = {
  kind: 'NotificationTemplate',
  files: filesOf,
  uses: { attachment: attachmentRules },
  rules: templateRules,
  check: checkTemplate,
  uniqueNames: ({ name = '', content }) => [
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
    ...elementsOf(attachments).flatMap((file, index) =>
      fileIn(['inspection', 'attachments', index], file, 'attachment'),
    ),
  ];
}

function declare(
  manifest: JsonObject,
  { profileType, versions: byDefault = false }: Surroundings = {},
): DeclaredContent {
  const { id, code = defaultCode(id), lifecycle = 'approved', inspection } = manifest;
  const { versions = byDefault && hasRoom(String(code), String(manifest['name'])) } = manifest;
  return {
    goal: String(lifecycle),
    name: String(code),
    content: normalise({ ...contentIn(templateFields, manifest), code }),
    inputs: isObject(inspection) ? compactObject(inspection) : {},
    options: {
      ...versionsOf(versions),
      ...(manifest['code'] === undefined && { codeByDefault: true }),
      ...(profileType === 'G' && { ofGroup: true }),
    },
  };
}

/** `versions: true` means `{keep: 2, retire: keep}`. */
function versionsOf(versions: Json | undefined): JsonObject {
  const defaults = { keep: 2, retire: 'keep' };
  if (isObject(versions)) return { versions: { ...defaults, ...versions } };
  return versions === true ? { versions: defaults } : {};
}

export const templateDiscovery: ListDiscovery = {
  ...templateDiscoveryOf(templateEndpoints, (page) => ({ page, count: ROWS_A_PAGE }), liveTemplate),
  provesAbsence: true,
};

/** Notification templates (resource API 2.2, 3, 4.1). Their name is the code, and the binding is `{code}`. */
export const notificationTemplate: WordedKind = {
  name: 'NotificationTemplate',
  discovery: templateDiscovery,
  operations: templateOperations,
  ...boundBy('code'),
  nameField: 'code',
  keepName: keepCode,
  versions: templateVersions,
  goals: ['approved', 'draft', 'stopped'],
  dormantAt,
  meets,
  blockedBy,
  images: (content) => shownIn(templateFields, content),
  refersTo: { kind: 'PluginCallback', names: pluginsOf },
};

/**
 * Keeps the code of a template whose manifest does not write one: its id may have changed since (`renamedFrom`), and a code
 * is no part of an id.
 */
export function keepCode(want: Resource, boundCode: string): Resource {
  if (want.options['codeByDefault'] !== true || want.name === boundCode) return want;
  return { ...want, name: boundCode, content: { ...want.content, code: boundCode } };
}

/** The plugins that its buttons name. A stopped template uses none (assumption 119). */
function pluginsOf(at: Present): string[] {
  if (factsOf(at).status === 'S') return [];
  return (templateOf(at.content).buttons ?? []).flatMap(({ plugin }) => plugin ?? []);
}

export const templateDefinition: Definition = {
  kind: notificationTemplate,
  noun: { en: 'notification template', ko: '알림 템플릿' },
  declaration: templateDeclaration,
  fields: templateFields,
  sentences: { ...TEMPLATE_SENTENCES, ...ruleSentences(TEMPLATE_RULES) },
  states: templateStates,
  waits: templateWaits,
  picture: templatePicture,
};

const YES: GoalCheck = { meets: 'yes' };
const NO: GoalCheck = { meets: 'no' };

/** Decides whether a state is the goal of the manifest (docs/lifecycle.md). */
function meets(at: ResourceState, want: Resource): GoalCheck {
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

function meetsApproved(at: Present, want: Resource): GoalCheck {
  if (!same(at, want)) return NO;
  if (['RDY', 'ACT'].includes(at.status.state)) return YES;
  return at.status.state === 'REQ' ? { meets: 'waiting', waitsFor: 'verdict' } : NO;
}

function isDraft(at: Present, want: Resource): boolean {
  return ['REG', 'REJ'].includes(at.status.state) && same(at, want);
}

/** The text does not matter: a stopped or dormant text cannot be edited, and no recipient gets it (assumption 58). */
function isStopped(at: Present, want: Resource): boolean {
  const { status, block, dormant } = factsOf(at);
  return (status === 'S' || dormant) && !block && keepsCode(at, want);
}

/** Names the operation whose requirement explains best why no route leads from here. */
function blockedBy(at: ResourceState, want: Resource): { operation: string; opens?: Wording } {
  if (!at) return { operation: refusesTell(at, want) ? 'template.add' : requestOf(want) };
  const approved = factsOf(at).inspectionStatus === 'APR';
  if (want.goal === 'removed') return { operation: approved ? 'template.stop' : 'template.delete' };
  if (refusesTell(at, want) || !keepsCode(at, want)) return { operation: 'template.update' };
  if (want.goal === 'stopped') return { operation: approved ? 'template.stop' : 'template.update' };
  if (want.goal === 'draft') return { operation: approved ? 'template.cancel_approval' : 'template.update' };
  if (!approved || lacksComment(want) || sameText(at, want)) return { operation: requestOf(want) };
  const operation = at.status.state === 'RDY' ? 'template.cancel_approval' : 'template.update';
  return { operation, ...(!want.options['versions'] && { opens: 'versions' }) };
}

function requestOf(want: Resource): string {
  return hasAttachments(want) ? 'template.request_with_file' : 'template.request';
}
