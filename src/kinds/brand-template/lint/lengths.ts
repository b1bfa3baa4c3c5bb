import { formatPath, type Path } from '../../../core/declaration.ts';
import { type Json, own } from '../../../core/json.ts';
import { longest } from '../../notification-template/lint/reading.ts';
import { AS_OF, type Hit, type LintRule, SOURCES } from '../../notification-template/lint/rule.ts';
import { MAIN_TITLE_MAX } from '../texts.ts';
import type { BrandReading } from './reading.ts';

/** Longest texts of a send by their place, `[]` for every element (message API 2.10). */
const MOST: Readonly<Record<string, number>> = {
  header: 20,
  additionalContent: 34,
  'items[].title': 30,
  'carousel.intro.header': 20,
  'carousel.intro.content': 50,
  'carousel.cards[].header': 20,
  'carousel.cards[].content': 180,
  'commerce.title': 30,
  'carousel.cards[].commerce.title': 30,
  'carousel.cards[].coupon.description': 12,
};

/** Bubbles with a long body, and those with a long line beside a coupon. */
const LONG: readonly Json[] = ['TEXT', 'IMAGE'];
const WIDE: readonly Json[] = ['WIDE', 'WIDE_ITEM_LIST', 'PREMIUM_VIDEO'];

function mostAt(at: Path, bubble: Json): number | undefined {
  const place = formatPath(at);
  if (place === 'content') return LONG.includes(bubble) ? 1300 : 76;
  if (place === 'coupon.description') return WIDE.includes(bubble) ? 18 : 12;
  if (place === 'items[0].title') return MAIN_TITLE_MAX;
  return own(MOST, place.replace(/\[\d+\]/g, '[]'));
}

/** AT15: lengths hold after substitution too; what is too long as it is written, the schema tells. */
export const filledLength: LintRule<BrandReading> = {
  id: 'AT15',
  level: 'error',
  code: 'not-sendable',
  what: 'A text that is longer than its place takes, with the values of the sample that makes it longest',
  mend: 'Shorten the text, or the values that are put into it',
  source: `${SOURCES.resource('2.4')}, ${SOURCES.message('2.10')}`,
  date: AS_OF,
  find: ({ manifest: { bubble = null }, texts, samples }) =>
    texts.flatMap(({ at, text }): Hit[] => {
      const most = mostAt(at, bubble);
      const sent = longest(text, samples);
      if (most === undefined || sent.sample === undefined || sent.length <= most) return [];
      const message = `\`${formatPath(at)}\` with the values of sample ${sent.sample} has ${sent.length} characters, and a send takes ${most}`;
      return [{ at, severity: 'error', message }];
    }),
};
