import type { JsonObject } from '../../../core/json.ts';
import { formatDateTime } from '../../dates.ts';
import { type BrandButton, type BrandCard, type BrandCommerce, PRICE_VARIABLES } from './shape.ts';
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
