import { findVariables } from '../../../core/variables.ts';
import { result } from '../../answers.ts';
import type { Highlight, RepresentLink, Summary, TemplateContent } from '../../store/template.ts';
import type { Reading } from './reading.ts';

const MIN_ITEMS = 2;
const MAX_ITEMS = 10;
const LINK_MAX = 500;

/** Digits, commas, periods and a currency unit: a symbol, a Korean word, or a three-letter code (assumption 16). */
const PRICE = /^(?:[0-9,.]|\p{Sc}|원|엔|달러|유로|위안|[A-Z]{3})*$/u;

/** `templateItemHighlight`: shorter beside a thumbnail; each of its texts may be left out (resource API 2.2). */
export function readHighlight(reading: Reading): Highlight | null {
  const member = reading.object('templateItemHighlight');
  if (!member) return null;
  const imageUrl = member.text('imageUrl', { max: LINK_MAX });
  return {
    title: member.text('title', { max: imageUrl === null ? 30 : 21 }),
    description: member.text('description', { max: imageUrl === null ? 19 : 13 }),
    imageUrl,
  };
}

/** `templateItem`: two to ten items, which ITEM_LIST requires, and a summary (resource API 2.2). */
export function readItem(reading: Reading): TemplateContent['templateItem'] {
  const member = reading.object('templateItem');
  if (!member) return null;
  const list = member.objects('list').map((element) => ({
    title: element.requiredText('title', { max: 6 }),
    description: element.requiredText('description', { max: 23 }),
  }));
  const isRight = list.length >= MIN_ITEMS && list.length <= MAX_ITEMS;
  if (list.length > 0 && !isRight) {
    member.fail(
      result.parameters,
      `templateItem.list must have ${MIN_ITEMS} to ${MAX_ITEMS} elements, not ${list.length}`,
    );
  }
  return { list, summary: readSummary(member) };
}

function readSummary(item: Reading): Summary | null {
  const member = item.object('summary');
  if (!member) return null;
  const summary = {
    title: member.text('title', { max: 6 }),
    description: member.text('description', { max: 14 }),
  };
  if (!isPrice(summary.description ?? '')) {
    member.fail(
      result.parameters,
      'templateItem.summary.description may hold variables, a currency unit, digits, commas and periods alone',
    );
  }
  return summary;
}

/** Whether nothing but variables and a price stands in a text. */
export function isPrice(text: string): boolean {
  let rest = text;
  for (const { start, end } of findVariables(text).reverse()) rest = rest.slice(0, start) + rest.slice(end);
  return PRICE.test(rest);
}

/** `templateRepresentLink`: four links of at most 500 characters (resource API 2.2). */
export function readRepresentLink(reading: Reading): RepresentLink | null {
  const member = reading.object('templateRepresentLink');
  if (!member) return null;
  const link = (name: string): string | null => member.text(name, { max: LINK_MAX, code: result.links });
  return { linkAnd: link('linkAnd'), linkMo: link('linkMo'), linkIos: link('linkIos'), linkPc: link('linkPc') };
}
