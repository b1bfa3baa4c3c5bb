import type { JsonObject } from '../../core/json.ts';
import type { Machine } from '../machine.ts';
import { expectVerdict } from '../resource/inspector.ts';
import { profileBy } from '../resource/registry.ts';
import { newTemplate } from '../resource/templates.ts';
import type { Profile } from '../store/profile.ts';
import type {
  Button,
  Highlight,
  PublicTemplate,
  RepresentLink,
  Template,
  TemplateContent,
  TitledText,
} from '../store/template.ts';
import { filledText, flag, listOf, members, moment, nullable, oneOf, type Rules, readSeeds, text } from './members.ts';

/** What has members of its own, each of which may be left out too. */
type Parts = 'templateItemHighlight' | 'templateItem' | 'templateRepresentLink' | 'buttons' | 'quickReplies';

/** A template to be there at once, in any state. What is left out has a sensible value. */
export interface SeedTemplate extends Partial<Omit<TemplateContent, Parts>> {
  /** The sender key or group key, or the alias of the profile. */
  profile: string;
  templateCode: string;
  templateItemHighlight?: Partial<Highlight> | null;
  templateItem?: { list: Partial<TitledText>[]; summary?: Partial<TitledText> | null } | null;
  templateRepresentLink?: Partial<RepresentLink> | null;
  buttons?: Partial<Button>[];
  quickReplies?: Partial<Button>[];
  inspectionStatus?: Template['inspectionStatus'];
  status?: Template['status'];
  block?: boolean;
  dormant?: boolean;
  /** Milliseconds since the epoch. */
  createdAt?: number;
  modifiedAt?: number;
  comments?: { content: string; status: 'REQ' | 'INQ' | 'APR' | 'REJ' | 'REP'; userName?: string; at?: number }[];
}

const words = nullable(text);
const links = { linkMo: words, linkPc: words, linkAnd: words, linkIos: words };
const button = members({ name: words, linkType: words, ...links, pluginId: words, telNumber: words });
const titled = members({ title: words, description: words });

const templateRules: Rules<SeedTemplate> = {
  profile: filledText,
  templateCode: filledText,
  templateName: words,
  templateMessageType: words,
  templateEmphasizeType: words,
  templateContent: words,
  templatePreviewMessage: words,
  templateExtra: words,
  templateImageName: words,
  templateImageUrl: words,
  templateTitle: words,
  templateSubtitle: words,
  templateHeader: words,
  templateItemHighlight: nullable(members({ title: words, description: words, imageUrl: words })),
  templateItem: nullable(members({ list: listOf(titled), summary: nullable(titled) }, ['list'])),
  templateRepresentLink: nullable(members(links)),
  categoryCode: words,
  securityFlag: nullable(flag),
  buttons: nullable(listOf(button)),
  quickReplies: nullable(listOf(button)),
  inspectionStatus: oneOf('REG', 'REQ', 'REJ', 'APR'),
  status: oneOf('S', 'A', 'R'),
  block: flag,
  dormant: flag,
  createdAt: moment,
  modifiedAt: moment,
  comments: listOf(
    members({ content: text, status: oneOf('REQ', 'INQ', 'APR', 'REJ', 'REP'), userName: words, at: moment }, [
      'content',
      'status',
    ]),
  ),
};

/** Puts templates into the store as they are, without a guard; replaces one of the same code. A sentence where one cannot be. */
export function plantTemplates(machine: Machine, given: readonly JsonObject[]): string | undefined {
  const seeds = readSeeds<SeedTemplate>('templates', given, templateRules, ['profile', 'templateCode']);
  if (typeof seeds === 'string') return seeds;
  for (const [index, seed] of seeds.entries()) {
    const profile = profileBy(machine, seed.profile);
    if (profile === undefined) return `templates[${index}].profile: there is no profile ${seed.profile}`;
    plant(machine, profile, seed);
  }
  return undefined;
}

const publicRules: Rules<PublicTemplate> = {
  templateCode: filledText,
  templateName: text,
  status: oneOf('S', 'A', 'R'),
  categoryCode: text,
  releasedAt: moment,
  previewImageUrl: words,
};

/** Rows of the public list; one of the same code is replaced. */
export function plantPublicTemplates(machine: Machine, given: readonly JsonObject[]): string | undefined {
  const required = ['templateCode', 'templateName', 'status', 'categoryCode', 'releasedAt'] as const;
  const seeds = readSeeds<PublicTemplate>('publicTemplates', given, publicRules, required);
  if (typeof seeds === 'string') return seeds;
  seedPublicTemplates(
    machine,
    seeds.map((seed) => ({ ...seed, previewImageUrl: seed.previewImageUrl ?? null })),
  );
  return undefined;
}

export function seedPublicTemplates(machine: Machine, templates: readonly PublicTemplate[]): void {
  for (const template of templates) machine.store.publicTemplates.put(template);
}

function plant(machine: Machine, profile: Profile, seed: SeedTemplate): void {
  const standing = machine.store.templates.of(profile.key, seed.templateCode);
  if (standing) machine.store.templates.remove(String(standing.serial));
  const template = newTemplate(machine, profile, seed.templateCode, contentOf(seed));
  template.inspectionStatus = seed.inspectionStatus ?? 'REG';
  template.status = seed.status ?? 'R';
  template.block = seed.block ?? false;
  template.dormant = seed.dormant ?? false;
  template.createdAt = seed.createdAt ?? template.createdAt;
  template.modifiedAt = seed.modifiedAt ?? template.createdAt;
  template.comments = (seed.comments ?? []).map((comment) => ({
    content: comment.content,
    at: comment.at ?? template.modifiedAt,
    status: comment.status,
    userName: comment.userName ?? 'inspector',
    attachment: [],
  }));
  template.requestedAt = template.inspectionStatus === 'REQ' ? template.modifiedAt : null;
  machine.store.templates.put(template);
  expectVerdict(machine, template);
}

function contentOf(seed: SeedTemplate): TemplateContent {
  return {
    templateName: seed.templateName ?? seed.templateCode,
    templateMessageType: seed.templateMessageType ?? 'BA',
    templateEmphasizeType: seed.templateEmphasizeType ?? 'NONE',
    templateContent: seed.templateContent ?? '안내 말씀 드립니다.',
    templatePreviewMessage: seed.templatePreviewMessage ?? null,
    templateExtra: seed.templateExtra ?? null,
    templateImageName: seed.templateImageName ?? null,
    templateImageUrl: seed.templateImageUrl ?? null,
    templateTitle: seed.templateTitle ?? null,
    templateSubtitle: seed.templateSubtitle ?? null,
    templateHeader: seed.templateHeader ?? null,
    templateItemHighlight: seed.templateItemHighlight ? highlightOf(seed.templateItemHighlight) : null,
    templateItem: seed.templateItem ? itemOf(seed.templateItem) : null,
    templateRepresentLink: seed.templateRepresentLink ? linksOf(seed.templateRepresentLink) : null,
    categoryCode: seed.categoryCode ?? '001001',
    securityFlag: seed.securityFlag ?? false,
    buttons: (seed.buttons ?? []).map(buttonOf),
    quickReplies: (seed.quickReplies ?? []).map(buttonOf),
  };
}

function highlightOf({ title, description, imageUrl }: Partial<Highlight>): Highlight {
  return { title: title ?? null, description: description ?? null, imageUrl: imageUrl ?? null };
}

function itemOf({ list, summary }: NonNullable<SeedTemplate['templateItem']>): TemplateContent['templateItem'] {
  return {
    list: list.map(titledOf),
    summary: summary ? { title: summary.title ?? null, description: summary.description ?? null } : null,
  };
}

function titledOf({ title, description }: Partial<TitledText>): TitledText {
  return { title: title ?? '', description: description ?? '' };
}

function linksOf({ linkMo, linkPc, linkAnd, linkIos }: Partial<RepresentLink>): RepresentLink {
  return { linkMo: linkMo ?? null, linkPc: linkPc ?? null, linkAnd: linkAnd ?? null, linkIos: linkIos ?? null };
}

function buttonOf(seed: Partial<Button>): Button {
  return {
    name: seed.name ?? '',
    linkType: seed.linkType ?? 'WL',
    ...linksOf(seed),
    pluginId: seed.pluginId ?? null,
    telNumber: seed.telNumber ?? null,
  };
}
