import { result } from '../../answers.ts';
import type { BrandItem } from '../../store/brand-template.ts';
import { type FindImage, readImage } from './brand-images.ts';
import { readBrandLinks, readLines } from './brand-texts.ts';
import type { Reading } from './reading.ts';

/** Three to five entries in a send (message API 2.10): two to four below the first (assumption 122). */
const MIN_SUB_ITEMS = 2;
const MAX_SUB_ITEMS = 4;
/** Titles as a send has them (message API 2.10; assumption 120). */
const MAIN_TITLE_MAX = 25;
const SUB_TITLE_MAX = 30;
const TITLE_BREAKS = 1;

/** `mainWideItem`: the first entry of a WIDE_ITEM_LIST, whose title may be left out. */
export function readMainItem(reading: Reading, find: FindImage): BrandItem | null {
  const member = reading.object('mainWideItem');
  if (member === null) {
    reading.fail(result.parameters, 'mainWideItem is required');
    return null;
  }
  const { url } = readImage(member, 'brand/wide-first', find);
  return {
    title: readLines(member, 'title', { max: MAIN_TITLE_MAX, breaks: TITLE_BREAKS }),
    imageUrl: url,
    ...readBrandLinks(member),
  };
}

/** `subWideItemList`: the others. */
export function readSubItems(reading: Reading, find: FindImage): BrandItem[] {
  const elements = reading.objects('subWideItemList');
  if (elements.length === 0) reading.fail(result.parameters, 'subWideItemList is required');
  if (elements.length < MIN_SUB_ITEMS || elements.length > MAX_SUB_ITEMS)
    reading.fail(
      result.parameters,
      `subWideItemList must have ${MIN_SUB_ITEMS} to ${MAX_SUB_ITEMS} elements, not ${elements.length}`,
    );
  return elements.map((element) => ({
    title: readLines(element, 'title', { max: SUB_TITLE_MAX, breaks: TITLE_BREAKS, required: true }),
    imageUrl: readImage(element, 'brand/wide-items', find).url,
    ...readBrandLinks(element),
  }));
}
