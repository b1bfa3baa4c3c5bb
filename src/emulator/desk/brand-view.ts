import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { bodyOf } from '../message/brand/body.ts';
import type { BrandTemplate } from '../resource/brand-template/store.ts';
import { includes } from '../search.ts';
import { brandTemplateBubble } from './bubble-brand.ts';
import { changesBetween } from './changes.ts';
import type { TemplateEntry } from './entry.ts';
import { drawingKey, factsOf, shownTime, targetsIn } from './facts.ts';
import type { TemplateRow, TemplateView } from './views.ts';

/** A brand template as the desk lists and shows it. */
export function brandEntry(machine: Machine, template: BrandTemplate): TemplateEntry {
  return {
    serial: template.serial,
    state: () => template.status,
    isFound: (search) => includes(textsOf(machine, template), search),
    row: () => brandRow(machine, template),
    view: () => brandView(machine, template),
    bubble: () => brandTemplateBubble(machine, template),
  };
}

function textsOf({ manifests }: Machine, { senderKey, templateCode, content }: BrandTemplate): string[] {
  const { templateName, content: body, header, carousel } = content;
  const cards = (carousel?.list ?? []).flatMap((card) => [card.header ?? '', card.content ?? '']);
  const address = manifests.addressOf('brand', senderKey, templateName) ?? '';
  return [templateCode, address, templateName, body ?? '', header ?? '', ...cards];
}

function brandRow(machine: Machine, template: BrandTemplate): TemplateRow {
  const { senderKey, templateCode, content, status, modifiedAt } = template;
  return {
    product: 'brand',
    profile: machine.store.profiles.get(senderKey)?.alias ?? senderKey,
    senderKey,
    code: templateCode,
    address: machine.manifests.addressOf('brand', senderKey, content.templateName),
    name: content.templateName,
    form: content.chatBubbleType,
    state: status,
    modifiedAt: formatDateTime(modifiedAt),
    requestedAt: null,
    comment: null,
    attachments: 0,
    wasRejected: false,
    follows: null,
  };
}

function brandView(machine: Machine, template: BrandTemplate): TemplateView {
  return {
    ...brandRow(machine, template),
    drawing: drawingKey(brandTemplateBubble(machine, template)),
    facts: factsOf({
      Adult: template.content.adult ? 'yes' : null,
      Version: String(template.version),
      'Registered on': shownTime(machine, template.createdAt),
      Changed: shownTime(machine, template.modifiedAt),
    }),
    targets: targetsIn(bodyOf(template.content)),
    remarks: [],
    since: sinceOf(machine, template),
  };
}

function sinceOf({ store }: Machine, template: BrandTemplate): TemplateView['since'] {
  const before = store.brandPasts.of(template, template.version - 1);
  if (before === undefined) return null;
  return {
    title: `Changed since version ${before.version}`,
    changes: changesBetween(before.content, template.content),
  };
}
