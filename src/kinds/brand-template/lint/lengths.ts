import { own } from '../../../core/json.ts';
import { formatPath, type Path } from '../../../core/path.ts';
import { longest } from '../../notification-template/lint/reading.ts';
import { AS_OF, type Hit, type LintRule, SOURCES } from '../../notification-template/lint/rule.ts';
import { brandTexts } from '../texts.ts';
import type { BrandReading } from './reading.ts';

/** Longest texts of a message by their place, `[]` for every element (message API 2.10). */
const MOST: Readonly<Record<string, number>> = {
  additionalContent: 34,
  'items[0].title': 25,
  'items[].title': 30,
  'carousel.intro.header': 20,
  'carousel.intro.content': 50,
  'carousel.cards[].header': 20,
  'carousel.cards[].content': 180,
  'commerce.title': 30,
  'carousel.cards[].commerce.title': 30,
  'carousel.cards[].coupon.description': 12,
};

/** Longest texts whose limit depends on the bubble; a message of another bubble has no such text, or no limit for it. */
const MOST_IN: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  content: { TEXT: 1300, IMAGE: 1300, WIDE: 76, PREMIUM_VIDEO: 76 },
  header: { WIDE_ITEM_LIST: 20, PREMIUM_VIDEO: 20 },
  'coupon.description': { TEXT: 12, IMAGE: 12, WIDE: 18, WIDE_ITEM_LIST: 18, PREMIUM_VIDEO: 18, COMMERCE: 12 },
};

/** Of every link (message API 2.10). */
const LINK_MOST = 1000;

function mostAt(at: Path, bubble: string): number | undefined {
  if (at.includes('link')) return LINK_MOST;
  const place = formatPath(at);
  const byBubble = own(MOST_IN, place);
  return byBubble ? own(byBubble, bubble) : (own(MOST, place) ?? own(MOST, place.replace(/\[\d+\]/g, '[]')));
}

/** AT15: a message has lengths of its own. Those that registration has too, the schema tells of the text as it is written. */
export const filledLength: LintRule<BrandReading> = {
  id: 'AT15',
  level: 'warning',
  code: 'not-sendable',
  what: 'A text that is longer than a message takes in its place, with the values of the sample that makes it longest',
  help: 'Shorten the text, or the values that are put into it',
  source: SOURCES.message('2.10'),
  date: AS_OF,
  find: ({ manifest, samples }) =>
    brandTexts(manifest).flatMap(({ at, text }): Hit[] => {
      const most = mostAt(at, String(manifest['bubble']));
      const { length, sample } = longest(text, samples);
      if (most === undefined || length <= most) return [];
      const filled = sample === undefined || !text.includes('#{') ? '' : ` with the values of sample ${sample}`;
      const message = `\`${formatPath(at)}\`${filled} has ${length} characters, and a message takes ${most}`;
      return [{ at, message }];
    }),
};
