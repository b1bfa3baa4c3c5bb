import type { JsonObject } from '../../../core/json.ts';
import { accept, isRefused, type Refused } from '../../answers.ts';
import { formatDateTime } from '../../dates.ts';
import type { Machine } from '../../machine.ts';
import type { Read, Shape } from '../../shape.ts';
import type { Profile } from '../entities.ts';
import { isListed, type Period, pageOf, periodOf, periodShape, rowOf } from '../pages.ts';
import { type BrandButton, type BrandCard, type BrandCommerce, CHAT_BUBBLES, PRICE_VARIABLES } from './shape.ts';
import type { BrandTemplate, BrandVersion } from './store.ts';

/** The answer of add, update and detail (resource API 2.4). All items are one list; missing members are null. */
export function brandDetailOf(template: BrandTemplate): JsonObject {
  return writtenDetail(template, template, template.modifiedAt);
}

export function brandHistoryEntry(template: BrandTemplate, version: BrandVersion): JsonObject {
  return {
    ...writtenDetail(template, version, version.insertedAt),
    version: version.version,
    insertedAt: formatDateTime(version.insertedAt),
  };
}

function writtenDetail(template: BrandTemplate, { content }: BrandVersion, modifiedAt: number): JsonObject {
  const { mainWideItem, subWideItemList, carousel, commerce, buttons, ...rest } = content;
  // A carousel has only the buttons of its cards.
  const hasNone = buttons.length === 0 && content.chatBubbleType.startsWith('CAROUSEL');
  return {
    templateCode: template.templateCode,
    ...rest,
    carousel: carousel && { ...carousel, list: carousel.list.map(cardOf) },
    wideItemList: mainWideItem && [mainWideItem, ...subWideItemList],
    commerce: commerce && commerceOf(commerce),
    buttons: hasNone ? null : buttons.map(buttonOf),
    createdAt: formatDateTime(template.createdAt),
    modifiedAt: formatDateTime(modifiedAt),
    status: template.status,
  };
}

function cardOf({ commerce, buttons, ...card }: BrandCard): JsonObject {
  return { ...card, commerce: commerce && commerceOf(commerce), buttons: buttons.map(buttonOf) };
}

function commerceOf(commerce: BrandCommerce): JsonObject {
  const names = Object.entries(PRICE_VARIABLES).map(([price, variable]) => {
    return [`${price}Name`, commerce[price as keyof typeof PRICE_VARIABLES] === null ? variable : null]; // a name of the table
  });
  return { ...commerce, ...Object.fromEntries(names) };
}

function buttonOf(button: BrandButton, index: number): JsonObject {
  return { ...button, ordering: index + 1 };
}

/** Numbers as texts, by default "1" and "30". */
export const pagingShape = {
  page: { is: 'text', pattern: /^[1-9]\d{0,14}$/, hint: 'must be a string with a number, 1 or more' },
  count: { is: 'text', pattern: /^(?:[1-9]\d?|100)$/, hint: 'must be a string with a number, 1 to 100' },
} as const satisfies Shape;

export const listShape = {
  ...pagingShape,
  ...periodShape,
  status: { is: 'text', of: ['A', 'S'] },
  chatBubbleType: { is: 'text', of: CHAT_BUBBLES },
  keyword: { is: 'text', min: 2, max: 50 },
} as const satisfies Shape;

type BrandListFields = Read<typeof listShape>;

/** `brand/template/list`: newest first; a template must match every filter (resource API 4.7; assumption 127). */
export function listBrandTemplates(machine: Machine, profile: Profile, fields: BrandListFields): JsonObject | Refused {
  const period = periodOf(fields);
  if (isRefused(period)) return period;
  const { page, count } = pagingOf(fields);
  const found = machine.store.brandTemplates.all(profile.key).filter((template) => meets(template, fields, period));
  const { rows, totals } = pageOf(found, page, count);
  return accept({
    ...totals,
    data: { hasNext: found.length > page * count, list: rows.map((template) => rowOf(template, template.status)) },
  });
}

/** `brand/template/history`: every version including the current one, newest first (assumption 127). */
export function listBrandHistory(
  machine: Machine,
  template: BrandTemplate,
  fields: Read<typeof pagingShape>,
): JsonObject {
  const { page, count } = pagingOf(fields);
  const data: JsonObject[] = [];
  const last = template.version - (page - 1) * count;
  for (let version = last; version > Math.max(last - count, 0); version -= 1) {
    const written = machine.store.brandPasts.of(template, version);
    if (written !== undefined) data.push(brandHistoryEntry(template, written));
  }
  return accept({ hasNext: last > count, data });
}

function pagingOf({ page, count }: Read<typeof pagingShape>): { page: number; count: number } {
  return { page: Number(page ?? 1), count: Number(count ?? 30) };
}

function meets(template: BrandTemplate, fields: BrandListFields, period: Period): boolean {
  const { status, chatBubbleType, keyword } = fields;
  if (status !== null && template.status !== status) return false;
  if (chatBubbleType !== null && template.content.chatBubbleType !== chatBubbleType) return false;
  return isListed(template, period, keyword);
}
