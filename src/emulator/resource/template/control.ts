import type { JsonObject } from '../../../core/json.ts';
import { formatDateTime } from '../../dates.ts';
import type { Machine } from '../../machine.ts';
import {
  array,
  filledText,
  flag,
  moment,
  needed,
  nullable,
  object,
  oneOf,
  readSeed,
  text,
  typesOf,
} from '../../members.ts';
import {
  type ControlAnswer,
  get,
  isRejected,
  post,
  type Rejected,
  type Route,
  reject,
  type Seeder,
  seeder,
} from '../../route.ts';
import type { Fields } from '../../shape.ts';
import type { Profile } from '../entities.ts';
import { namedProfile, profileSeeder } from '../profile/control.ts';
import { detailOf } from './endpoints.ts';
import {
  applyDormancy,
  decide,
  expectVerdict,
  INSPECTOR,
  inspectionRequests,
  newTemplate,
  touch,
} from './operations.ts';
import { type Button, contentShape, type Template, type TemplateContent } from './template.ts';

/** `profile` is an alias or a key. */
const nameShape = { profile: needed(text), templateCode: needed(text) };

const verdictShape = { ...nameShape, verdict: needed(oneOf('approve', 'reject')), comment: nullable(text) };

export const templateRoutes: readonly Route[] = [
  get(
    '/requests',
    'Lists the templates that wait for a verdict: requests',
    (machine) => ({ requests: inspectionRequests(machine).map((template) => requestOf(machine, template)) }),
    {},
  ),

  post('/verdict', 'Approves or rejects a template: template', verdictShape, judge),

  post(
    '/template',
    'Sets states of a template that no endpoint of the service sets, or its text, as an edit in the console: template',
    {
      ...nameShape,
      block: flag,
      dormant: flag,
      status: oneOf('S', 'A', 'R'),
      inspectionStatus: oneOf('REG', 'REQ', 'REJ', 'APR'),
      templateContent: filledText,
    },
    (machine, { profile, templateCode, templateContent, ...change }) => {
      const template = find(machine, profile, templateCode);
      if (isRejected(template)) return template;
      if (change.status === 'S' && template.status !== 'S') template.statusBeforeStop = template.status;
      Object.assign(template, change);
      // A copy: the last verdict keeps the content that it judged.
      if (templateContent !== undefined) template.content = { ...template.content, templateContent };
      if (change.inspectionStatus !== undefined)
        template.requestedAt = change.inspectionStatus === 'REQ' ? machine.clock.now() : null;
      touch(machine, template);
      expectVerdict(machine, template);
      return { template: detailOf(template) };
    },
  ),
];

function requestOf(machine: Machine, template: Template): JsonObject {
  const last = template.comments.findLast(({ status }) => status === 'REQ');
  const own = last && last.at === template.requestedAt ? last : undefined;
  return {
    profile: machine.store.profiles.get(template.senderKey)?.alias ?? template.senderKey,
    senderKey: template.senderKey,
    senderKeyType: template.senderKeyType,
    templateCode: template.templateCode,
    templateName: template.content.templateName,
    requestedAt: formatDateTime(template.requestedAt ?? template.modifiedAt),
    comment: own?.content ?? null,
    attachments: (own?.attachment ?? []).map(({ name, size }) => ({ name, size })),
  };
}

function find(machine: Machine, profile: string, templateCode: string): Template | Rejected {
  const owner = namedProfile(machine, profile);
  if (isRejected(owner)) return owner;
  const template = machine.store.templates.of(owner.key, templateCode);
  return template ? applyDormancy(machine, template) : reject(404, `no such template: ${templateCode}`);
}

/** Gives a verdict on a template. */
export function judge(machine: Machine, given: Fields<typeof verdictShape>): ControlAnswer {
  const { profile, templateCode, verdict, comment } = given;
  if (verdict === 'reject' && !comment?.trim()) return reject(400, 'comment is required: a rejection says why');
  const template = find(machine, profile, templateCode);
  if (isRejected(template)) return template;
  if (template.inspectionStatus !== 'REQ')
    return reject(409, `${templateCode} is not waiting for a verdict: it is ${template.inspectionStatus}`);
  decide(machine, template, { verdict, ...(comment && { comment }) });
  return { template: detailOf(template) };
}

const words = nullable(text);
const { templateItem: _item, securityFlag: _flag, ...types } = typesOf(contentShape);
const itemTypes = typesOf(contentShape.templateItem.members);
const { list: items } = itemTypes;

const templateShape = {
  templateCode: needed(filledText),
  ...(types as object), // `contentOf` reads these members
  templateItem: nullable(object({ ...itemTypes, ...(items && { list: needed(items) }) })),
  securityFlag: nullable(flag),
  inspectionStatus: oneOf('REG', 'REQ', 'REJ', 'APR'),
  status: oneOf('S', 'A', 'R'),
  block: flag,
  dormant: flag,
  createdAt: moment,
  modifiedAt: moment,
  comments: array(
    object({
      content: needed(text),
      status: needed(oneOf('REQ', 'INQ', 'APR', 'REJ', 'REP')),
      userName: words,
      at: moment,
    }),
  ),
};

/** A template in any state. Members that are left out get defaults. */
type SeedTemplate = Fields<typeof templateShape>;

const publicShape = {
  templateCode: needed(filledText),
  templateName: needed(text),
  status: needed(oneOf('S', 'A', 'R')),
  categoryCode: needed(text),
  releasedAt: needed(moment),
  previewImageUrl: words,
};

export const templateSeeds: Record<string, Seeder> = {
  templates: profileSeeder(templateShape, (machine, profile, seed) => {
    plant(machine, profile, seed, contentOf(seed as JsonObject));
    return undefined;
  }),
  publicTemplates: seeder(publicShape, ({ store }, seed) => {
    store.publicTemplates.put({ previewImageUrl: null, ...seed });
    return undefined;
  }),
};

function plant(machine: Machine, profile: Profile, seed: SeedTemplate, content: TemplateContent): void {
  const before = machine.store.templates.of(profile.key, seed.templateCode);
  if (before) machine.store.templates.remove(String(before.serial));
  const empty = newTemplate(machine, profile, seed.templateCode, content);
  const { inspectionStatus = 'REG', status = 'R', block = false, dormant = false, comments = [] } = seed;
  const { createdAt = empty.createdAt, modifiedAt = createdAt } = seed;
  const template: Template = {
    ...empty,
    ...{ inspectionStatus, status, block, dormant, createdAt, modifiedAt },
    requestedAt: inspectionStatus === 'REQ' ? modifiedAt : null,
    comments: comments.map(({ userName, ...comment }) => ({
      at: modifiedAt,
      ...comment,
      userName: userName ?? INSPECTOR,
      attachment: [],
    })),
  };
  machine.store.templates.put(template);
  expectVerdict(machine, template);
}

function contentOf(seed: JsonObject): TemplateContent {
  const given = Object.fromEntries(Object.entries(seed).filter(([, value]) => value !== null));
  const content = readSeed({ ...usual, templateName: seed['templateCode'] ?? null, ...given }, contentShape);
  const linked = (button: Button): Button => ({ ...button, linkType: button.linkType || 'WL' });
  return { ...content, buttons: content.buttons.map(linked), quickReplies: content.quickReplies.map(linked) };
}

const usual = {
  templateMessageType: 'BA',
  templateEmphasizeType: 'NONE',
  templateContent: '안내 말씀 드립니다.',
  categoryCode: '001001',
};
