import type { Bubble } from '../../preview/bubble.ts';
import type { Machine } from '../machine.ts';
import type { BrandTemplate } from '../resource/brand-template/template.ts';
import { applyDormancy } from '../resource/template/operations.ts';
import { serviceStatus } from '../resource/template/states.ts';
import type { Template } from '../resource/template/template.ts';
import { includes } from '../search.ts';
import { brandRow, brandView } from './brand-view.ts';
import { brandTemplateBubble } from './bubble-brand.ts';
import { templateBubble } from './bubble-notification.ts';
import { notificationRow, notificationView } from './notification-view.ts';
import { listing } from './search.ts';
import type { Listing, TemplateRow, TemplateView } from './views.ts';

/** A template of either product. */
export type Found = { notification: Template } | { brand: BrandTemplate };

export interface TemplateFilter {
  /** `notification` or `brand`; both where it is "". */
  product: string;
  /** The one word of the state; any where it is "". */
  state: string;
  /** Part of code, address, name or text, in any case of letters. */
  search: string;
  count: number;
}

/** The beginning of the list of templates, the newest first. */
export function templateRows(machine: Machine, filter: TemplateFilter): Listing<TemplateRow> {
  const found = newestFirst(machine, filter.product).filter((one) => meets(machine, one, filter));
  return listing(found, filter.count, (one) =>
    'brand' in one ? brandRow(machine, one.brand) : notificationRow(machine, one.notification),
  );
}

function newestFirst({ store }: Machine, product: string): Found[] {
  const notifications = product === 'brand' ? [] : [...store.templates.values()];
  const brands = product === 'notification' ? [] : [...store.brandTemplates.values()];
  const found: Found[] = [
    ...notifications.map((notification) => ({ notification })),
    ...brands.map((brand) => ({ brand })),
  ];
  return found.sort((a, b) => serialOf(b) - serialOf(a));
}

function serialOf(one: Found): number {
  return 'brand' in one ? one.brand.serial : one.notification.serial;
}

function meets(machine: Machine, one: Found, { state, search }: TemplateFilter): boolean {
  if (state !== '' && stateOf(machine, one) !== state) return false;
  if (search === '') return true;
  return includes(
    'brand' in one ? brandTexts(machine, one.brand) : notificationTexts(machine, one.notification),
    search,
  );
}

function stateOf(machine: Machine, one: Found): string {
  return 'brand' in one ? one.brand.status : serviceStatus(applyDormancy(machine, one.notification));
}

/** What a search looks at. */
export function notificationTexts({ manifests }: Machine, { senderKey, templateCode, content }: Template): string[] {
  const address = manifests.addressOf('notification', senderKey, templateCode) ?? '';
  return [templateCode, address, content.templateName, content.templateContent];
}

function brandTexts({ manifests }: Machine, { senderKey, templateCode, content }: BrandTemplate): string[] {
  const { templateName, content: body, header, carousel } = content;
  const cards = (carousel?.list ?? []).flatMap((card) => [card.header ?? '', card.content ?? '']);
  const address = manifests.addressOf('brand', senderKey, templateName) ?? '';
  return [templateCode, address, templateName, body ?? '', header ?? '', ...cards];
}

/** The one of a product that a row named. */
export function findTemplate({ store }: Machine, product: string, senderKey: string, code: string): Found | undefined {
  if (product === 'brand') {
    const brand = store.brandTemplates.of(senderKey, code);
    return brand && { brand };
  }
  const notification = store.templates.of(senderKey, code);
  return notification && { notification };
}

export function viewOf(machine: Machine, one: Found): TemplateView {
  return 'brand' in one ? brandView(machine, one.brand) : notificationView(machine, one.notification);
}

export function bubbleOf(machine: Machine, one: Found): Bubble {
  return 'brand' in one ? brandTemplateBubble(machine, one.brand) : templateBubble(machine, one.notification);
}
