import type { Path } from '../../../core/path.ts';

/**
 * Longest texts that a message carries, in code points (message API 2.9). The resource API registers longer ones, which
 * could then never be sent: a manifest is warned of them, a send is refused.
 */
export const SENDABLE = {
  body: 1300,
  title: 50,
  button: 28,
  quickReply: 14,
  tel: 14,
  plugin: 24,
} as const;

/** The same by the places of their templates, `[]` for every element. */
export const SENT_LENGTHS: Readonly<Record<string, number>> = {
  content: SENDABLE.body,
  'emphasis.title': SENDABLE.title,
  'buttons[].name': SENDABLE.button,
  'buttons[].tel': SENDABLE.tel,
  'buttons[].plugin': SENDABLE.plugin,
  'quickReplies[].name': SENDABLE.quickReply,
};

/** The length that the operating manual recommends. The API takes more. */
export const RECOMMENDED_BODY = 1000;

/** Characters of an emphasis that a phone shows before it cuts (assumption 80). */
export const SHOWN_LENGTHS = { 'emphasis.title': 23, 'emphasis.subtitle': 18 } as const;

/** The most distinct variables of a template (assumption 175). */
export const MOST_VARIABLES = 40;

/** The parts that a phone shows from the template. No send carries them, so their variables get no values (assumption 77). */
export const UNSENT: readonly Path[] = [['emphasis', 'subtitle'], ['extra'], ['preview']];
