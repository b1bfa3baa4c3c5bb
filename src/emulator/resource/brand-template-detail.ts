import type { JsonObject } from '../../core/json.ts';
import { formatDateTime } from '../dates.ts';
import {
  type BrandButton,
  type BrandCard,
  type BrandCarousel,
  type BrandCommerce,
  type BrandContent,
  type BrandTemplate,
  type BrandVersion,
  PRICE_VARIABLES,
  type Price,
} from '../store/brand-template.ts';

/**
 * The brand template detail of resource API 2.4: the answer of add, update and detail. Main and sub items are one list
 * there; what a bubble does not have is null.
 */
export function brandDetailOf(template: BrandTemplate): JsonObject {
  return writtenDetail(template, template, template.modifiedAt);
}

/** An entry of the history: what was written at a time, with its version. */
export function brandHistoryEntry(template: BrandTemplate, version: BrandVersion): JsonObject {
  return {
    ...writtenDetail(template, version, version.insertedAt),
    version: version.version,
    insertedAt: formatDateTime(version.insertedAt),
  };
}

/** A row of the list answer (resource API 4.7). */
export function brandRowOf(template: BrandTemplate): JsonObject {
  return {
    senderKey: template.senderKey,
    senderKeyType: template.senderKeyType,
    templateCode: template.templateCode,
    templateName: template.content.templateName,
    createdAt: formatDateTime(template.createdAt),
    modifiedAt: formatDateTime(template.modifiedAt),
    serviceStatus: template.status,
  };
}

function writtenDetail(template: BrandTemplate, { content }: BrandVersion, modifiedAt: number): JsonObject {
  return {
    templateCode: template.templateCode,
    templateName: content.templateName,
    chatBubbleType: content.chatBubbleType,
    content: content.content,
    adult: content.adult,
    imageLink: content.imageLink,
    imageUrl: content.imageUrl,
    header: content.header,
    additionalContent: content.additionalContent,
    carousel: content.carousel && carouselOf(content.carousel),
    wideItemList: wideItemsOf(content),
    video: content.video && { ...content.video },
    commerce: content.commerce && commerceOf(content.commerce),
    buttons: isCarousel(content) && content.buttons.length === 0 ? null : content.buttons.map(buttonOf),
    coupon: content.coupon && { ...content.coupon },
    createdAt: formatDateTime(template.createdAt),
    modifiedAt: formatDateTime(modifiedAt),
    status: template.status,
  };
}

/** Its buttons are those of the cards. */
function isCarousel({ chatBubbleType }: BrandContent): boolean {
  return chatBubbleType === 'CAROUSEL_FEED' || chatBubbleType === 'CAROUSEL_COMMERCE';
}

function carouselOf({ head, list, tail }: BrandCarousel): JsonObject {
  return { head: head && { ...head }, list: list.map(cardOf), tail: tail && { ...tail } };
}

function cardOf(card: BrandCard): JsonObject {
  return {
    header: card.header,
    content: card.content,
    imageUrl: card.imageUrl,
    imageLink: card.imageLink,
    commerce: card.commerce && commerceOf(card.commerce),
    buttons: card.buttons.map(buttonOf),
    coupon: card.coupon && { ...card.coupon },
  };
}

function wideItemsOf({ mainWideItem, subWideItemList }: BrandContent): JsonObject[] | null {
  return mainWideItem && [mainWideItem, ...subWideItemList].map((item) => ({ ...item }));
}

function commerceOf(commerce: BrandCommerce): JsonObject {
  const nameOf = (price: Price): string | null => (commerce[price] === null ? PRICE_VARIABLES[price] : null);
  return {
    ...commerce,
    regularPriceName: nameOf('regularPrice'),
    discountPriceName: nameOf('discountPrice'),
    discountRateName: nameOf('discountRate'),
    discountFixedName: nameOf('discountFixed'),
  };
}

function buttonOf(button: BrandButton, index: number): JsonObject {
  return { ...button, ordering: index + 1 };
}
