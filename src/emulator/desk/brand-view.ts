import { isObject, type Json } from '../../core/json.ts';
import { sentLink, textAt } from '../../preview/sent/parts.ts';
import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { bodyOf } from '../message/brand/body.ts';
import type { BrandTemplate } from '../resource/brand-template/store.ts';
import { includes } from '../search.ts';
import { brandTemplateBubble } from './bubble-brand.ts';
import { changesBetween } from './changes.ts';
import type { TemplateEntry } from './entry.ts';
import { drawingKey, factsOf, linkFacts, shownTime } from './facts.ts';
import type { Target, TemplateRow, TemplateView } from './views.ts';

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
      Registered: shownTime(machine, template.createdAt),
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

/** Names of parts without a text. */
const unnamed: Record<string, string> = { tail: 'More', head: 'Intro', image: 'Image' };

/** Every part with links, in the order of the bubble. `member` is its name in the body. */
function targetsIn(value: Json, member = ''): Target[] {
  if (Array.isArray(value)) return value.flatMap((one) => targetsIn(one, member));
  if (!isObject(value)) return [];
  const links = [...linkFacts(sentLink(value)), ...factsOf({ 'When tapped': textAt(value, 'img_link') })];
  const part = textAt(value, 'name') || textAt(value, 'title') || textAt(value, 'header') || (unnamed[member] ?? '');
  const own = links.length > 0 || textAt(value, 'type') !== '' ? [{ part, type: textAt(value, 'type'), links }] : [];
  return [...own, ...Object.entries(value).flatMap(([name, inner]) => targetsIn(inner, name))];
}
