import type { JsonObject } from '../../../core/json.ts';
import type { Machine } from '../../machine.ts';
import { filledText, flag, listOf, members, moment, needed, nullable, oneOf, readSeed, text } from '../../members.ts';
import { type Seeder, seeder } from '../../route.ts';
import type { Fields } from '../../shape.ts';
import type { Profile } from '../entities.ts';
import { profileSeeder } from '../profile/control.ts';
import { expectVerdict, INSPECTOR } from './inspector.ts';
import { newTemplate } from './operations.ts';
import { type Button, contentShape, type TemplateContent, typesOf } from './shape.ts';
import type { Template } from './store.ts';

const words = nullable(text);
const { templateItem: _item, securityFlag: _flag, ...types } = typesOf(contentShape);
const itemTypes = typesOf(contentShape.templateItem.members);
const { list: items } = itemTypes;

const templateShape = {
  templateCode: needed(filledText),
  ...(types as object), // `contentOf` reads these members
  templateItem: nullable(members({ ...itemTypes, ...(items && { list: needed(items) }) })),
  securityFlag: nullable(flag),
  inspectionStatus: oneOf('REG', 'REQ', 'REJ', 'APR'),
  status: oneOf('S', 'A', 'R'),
  block: flag,
  dormant: flag,
  createdAt: moment,
  modifiedAt: moment,
  comments: listOf(
    members({
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
