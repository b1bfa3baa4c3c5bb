import { variableNames } from '../../../core/variables.ts';
import { result } from '../../answers.ts';
import {
  BRAND_BUTTON_TYPES,
  type BrandButton,
  type BrandContent,
  type ChatBubble,
} from '../../store/brand-template.ts';
import { readBrandLinks, readRequiredLines } from './brand-texts.ts';
import type { Reading } from './reading.ts';

/** How many variables all buttons of a template may have together (resource API 2.4). */
const MAX_VARIABLES = 20;
const NAME_MAX = 8;
const LONG_NAME_MAX = 14;

/** Bubbles of plain text and pictures: longer names, and a channel-add button first (resource API 2.4). */
const PLAIN: readonly ChatBubble[] = ['TEXT', 'IMAGE'];

/**
 * `buttons` of a bubble or of one of its cards, in their `ordering` (resource API 2.4).
 * @param max how many a card may have; the buttons of a bubble are only counted when they are sent
 */
export function readBrandButtons(reading: Reading, bubble: ChatBubble, max?: number): BrandButton[] {
  const elements = reading.objects('buttons', { ...(max !== undefined && { max }), code: result.buttons });
  const placed = elements.map((element, index) => ({
    element,
    ...readPlaced(element, bubble, index, elements.length),
  }));
  placed.sort((a, b) => a.place - b.place);
  for (const [index, { element, button, place }] of placed.entries()) {
    if (place !== index + 1) element.fail(result.buttons, `${element.at}.ordering is the place of another button too`);
    if (button.linkType === 'AC') checkChannelAdd(element, bubble, index, placed.length);
  }
  return placed.map(({ button }) => button);
}

/** At most 20 different variables in the buttons of a bubble and all of its cards. */
export function checkButtonVariables(reading: Reading, { buttons, carousel }: BrandContent): void {
  const all = [buttons, ...(carousel?.list ?? []).map((card) => card.buttons)].flat();
  const texts = all.flatMap((button) => Object.values(button).filter((member) => typeof member === 'string'));
  const count = variableNames(texts).length;
  if (count > MAX_VARIABLES)
    reading.fail(result.buttons, `buttons may have ${MAX_VARIABLES} different variables together, not ${count}`);
}

/** A button and the place that it says it has; the one that it stands in where it says none. */
function readPlaced(
  element: Reading,
  bubble: ChatBubble,
  index: number,
  count: number,
): { button: BrandButton; place: number } {
  const linkType = element.word('linkType', BRAND_BUTTON_TYPES) || 'BK';
  const max = PLAIN.includes(bubble) ? LONG_NAME_MAX : NAME_MAX;
  const button: BrandButton = {
    name: readRequiredLines(element, 'name', { max, breaks: 0, code: result.buttons }),
    linkType,
    ...readBrandLinks(element),
    bizFormId: element.text('bizFormId'),
  };
  return { button, place: element.optionalInteger('ordering', { min: 1, max: count }) ?? index + 1 };
}

/** First in a TEXT or IMAGE, last in the others (resource API 2.4). */
function checkChannelAdd(element: Reading, bubble: ChatBubble, index: number, count: number): void {
  const isFirst = PLAIN.includes(bubble);
  if (index !== (isFirst ? 0 : count - 1))
    element.fail(result.buttons, `${element.at} is an AC button: it goes ${isFirst ? 'first' : 'last'} in a ${bubble}`);
}
