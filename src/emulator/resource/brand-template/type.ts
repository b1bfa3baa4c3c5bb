/** The eight brand message types of a send (message API 2.4, 2.10). */
export const brandTypes = ['ut', 'ui', 'uw', 'ul', 'uc', 'um', 'up', 'ua'] as const;

export type BrandType = (typeof brandTypes)[number];

export function isBrandType(type: string): type is BrandType {
  return brandTypes.some((known) => known === type);
}

/** The `chatBubbleType` of a template for each type (resource API 2.4). */
export const bubbleTypes = {
  ut: 'TEXT',
  ui: 'IMAGE',
  uw: 'WIDE',
  ul: 'WIDE_ITEM_LIST',
  uc: 'CAROUSEL_FEED',
  um: 'COMMERCE',
  up: 'PREMIUM_VIDEO',
  ua: 'CAROUSEL_COMMERCE',
} as const satisfies Record<BrandType, string>;
