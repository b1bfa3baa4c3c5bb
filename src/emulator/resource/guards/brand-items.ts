import { result } from '../../answers.ts';
import type { BrandItem } from '../../store/brand-template.ts';
import type { ImageUse } from '../../store/image.ts';
import { type FindImage, readOptionalImage } from './brand-images.ts';
import { readBrandLinks } from './brand-texts.ts';
import type { Reading } from './reading.ts';

const MAX_SUB_ITEMS = 4;

/** `mainWideItem`: the first entry of a WIDE_ITEM_LIST. */
export function readMainItem(reading: Reading, find: FindImage): BrandItem | null {
  const member = reading.object('mainWideItem');
  if (member === null) {
    reading.fail(result.parameters, 'mainWideItem is required');
    return null;
  }
  return readItem(member, 'brand/wide-first', find);
}

/** `subWideItemList`: the others. */
export function readSubItems(reading: Reading, find: FindImage): BrandItem[] {
  const elements = reading.objects('subWideItemList', { max: MAX_SUB_ITEMS });
  if (elements.length === 0) reading.fail(result.parameters, 'subWideItemList is required');
  return elements.map((element) => readItem(element, 'brand/wide-items', find));
}

/** No member is required at registration, and a title has no limit (resource API 2.4). */
function readItem(member: Reading, use: ImageUse, find: FindImage): BrandItem {
  return {
    title: member.text('title'),
    imageUrl: readOptionalImage(member, use, find)?.url ?? null,
    ...readBrandLinks(member),
  };
}
