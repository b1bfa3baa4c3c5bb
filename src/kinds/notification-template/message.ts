import type { Path } from '../../core/path.ts';

/**
 * Longest texts that only a message limits, by the places of their templates, `[]` for every element (message API 2.9). The resource
 * API registers longer ones, which could then never be sent: a manifest is warned of them, a send is refused.
 */
export const SENT_LENGTHS = {
  content: 1300,
  'emphasis.title': 50,
  'buttons[].name': 28,
  'buttons[].tel': 14,
  'buttons[].plugin': 24,
  'quickReplies[].name': 14,
} as const satisfies Record<string, number>;

/** Characters of an emphasis that a phone shows before it cuts (assumption 80). */
export const SHOWN_LENGTHS = { 'emphasis.title': 23, 'emphasis.subtitle': 18 } as const;

/** All longest texts (resource API 2.2, message API 2.9). */
export const LENGTHS = {
  ...SENT_LENGTHS,
  'emphasis.subtitle': SHOWN_LENGTHS['emphasis.subtitle'],
  header: 16,
  'highlight.title': 30,
  'highlight.description': 19,
  'items[].title': 6,
  'items[].description': 23,
  'itemSummary.title': 6,
  'itemSummary.description': 14,
  preview: 40,
} as const satisfies Record<string, number>;

/** The same beside the image of a highlight. */
export const BESIDE_IMAGE = { 'highlight.title': 21, 'highlight.description': 13 } as const;

/** The length that the operating manual recommends. The API takes more. */
export const RECOMMENDED_BODY = 1000;

/** The most distinct variables of a template (assumption 175). */
export const MOST_VARIABLES = 40;

/** The parts that a phone shows from the template. No send carries them, so their variables get no values (assumption 77). */
export const UNSENT: readonly Path[] = [['emphasis', 'subtitle'], ['extra'], ['preview']];
