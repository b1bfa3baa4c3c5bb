import type { Machine } from '../machine.ts';
import { expectVerdict } from '../resource/inspector.ts';
import { profileBy } from '../resource/registry.ts';
import { newTemplate } from '../resource/templates.ts';
import type { Profile } from '../store/profile.ts';
import type { Button, PublicTemplate, Template, TemplateContent } from '../store/template.ts';

/** A template to be there at once, in any state. What is left out has a sensible value. */
export interface SeedTemplate extends Partial<Omit<TemplateContent, 'buttons' | 'quickReplies'>> {
  /** The sender key or group key, or the alias of the profile. */
  profile: string;
  templateCode: string;
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

/** Puts templates into the store as they are, without a guard, all or none; replaces one of the same code. */
export function seedTemplates(machine: Machine, seeds: readonly SeedTemplate[]): string | undefined {
  const planned = seeds.map((seed) => ({ seed, profile: profileBy(machine, seed.profile) }));
  for (const { seed, profile } of planned) if (profile === undefined) return `no such profile: ${seed.profile}`;
  for (const { seed, profile } of planned) if (profile) plant(machine, profile, seed);
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
    templateItemHighlight: seed.templateItemHighlight ?? null,
    templateItem: seed.templateItem
      ? { list: seed.templateItem.list, summary: seed.templateItem.summary ?? null }
      : null,
    templateRepresentLink: seed.templateRepresentLink ?? null,
    categoryCode: seed.categoryCode ?? '001001',
    securityFlag: seed.securityFlag ?? false,
    buttons: (seed.buttons ?? []).map(buttonOf),
    quickReplies: (seed.quickReplies ?? []).map(buttonOf),
  };
}

function buttonOf(seed: Partial<Button>): Button {
  return {
    name: seed.name ?? '',
    linkType: seed.linkType ?? 'WL',
    linkMo: seed.linkMo ?? null,
    linkPc: seed.linkPc ?? null,
    linkAnd: seed.linkAnd ?? null,
    linkIos: seed.linkIos ?? null,
    pluginId: seed.pluginId ?? null,
    telNumber: seed.telNumber ?? null,
  };
}
