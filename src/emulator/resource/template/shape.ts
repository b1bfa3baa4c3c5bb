import { result } from '../../answers.ts';
import type { Read, Rule, Shape } from '../../shape.ts';

export type KeyType = 'S' | 'G';

const link = { is: 'text', code: result.links } as const;
const longLink = { ...link, max: 500 } as const;
const BUTTON_TYPES: readonly string[] = ['DS', 'WL', 'AL', 'BK', 'MD', 'AC', 'BC', 'BT', 'P1', 'P2', 'P3', 'TN', 'MP'];
const QUICK_REPLY_TYPES: readonly string[] = ['WL', 'AL', 'BK', 'MD', 'BC', 'BT'];

const button = {
  name: { is: 'text', required: true },
  linkType: { is: 'text', required: true, of: BUTTON_TYPES },
  linkMo: link,
  linkPc: link,
  linkAnd: link,
  linkIos: link,
  pluginId: { is: 'text', code: result.plugin },
  telNumber: { is: 'text' },
} as const satisfies Shape;

const listed = {
  title: { is: 'text', required: true, max: 6 },
  description: { is: 'text', required: true, max: 23 },
} as const satisfies Shape;

const summary = { title: { is: 'text', max: 6 }, description: { is: 'text', max: 14 } } as const satisfies Shape;

/** `rules.ts` checks the lengths, which depend on the thumbnail. */
const highlight = {
  title: { is: 'text' },
  description: { is: 'text' },
  imageUrl: { is: 'text', max: 500 },
} as const satisfies Shape;

const representLink = {
  linkAnd: longLink,
  linkMo: longLink,
  linkIos: longLink,
  linkPc: longLink,
} as const satisfies Shape;

/** The request fields of `add` and `update` (resource API 2.2). The longest name: assumption 17. */
export const contentShape = {
  templateName: { is: 'text', required: true, max: 200 },
  templateMessageType: { is: 'text', required: true, of: ['BA', 'EX', 'AD', 'MI'] as readonly string[] },
  templateEmphasizeType: {
    is: 'text',
    required: true,
    of: ['NONE', 'TEXT', 'IMAGE', 'ITEM_LIST'] as readonly string[],
  },
  templateContent: { is: 'text', required: true },
  templatePreviewMessage: { is: 'text', max: 40 },
  templateExtra: { is: 'text' },
  templateImageName: { is: 'text' },
  templateImageUrl: { is: 'text' },
  templateTitle: { is: 'text' },
  templateSubtitle: { is: 'text' },
  templateHeader: { is: 'text', max: 16 },
  templateItemHighlight: { is: 'object', members: highlight },
  templateItem: {
    is: 'object',
    members: {
      list: { is: 'list', each: { is: 'object', members: listed } },
      summary: { is: 'object', members: summary },
    },
  },
  templateRepresentLink: { is: 'object', members: representLink },
  categoryCode: { is: 'text', required: true },
  securityFlag: { is: 'flag' },
  buttons: { is: 'list', max: 5, code: result.buttons, each: { is: 'object', members: button } },
  quickReplies: {
    is: 'list',
    max: 10,
    code: result.buttons,
    each: { is: 'object', members: { ...button, linkType: { ...button.linkType, of: QUICK_REPLY_TYPES } } },
  },
} as const satisfies Shape;

export type TemplateContent = Read<typeof contentShape>;
export type Button = Read<typeof button>;
export type Highlight = Read<typeof highlight>;

/** A shape that checks only types, and allows null for every member. */
export function typesOf(shape: Shape): Shape {
  return Object.fromEntries(Object.entries(shape).map(([name, rule]) => [name, typeOf(rule, true)]));
}

function typeOf(rule: Rule, nullable: boolean): Rule {
  if (rule.is === 'object') return { is: 'object', nullable, members: typesOf(rule.members) };
  if (rule.is === 'list') return { is: 'list', nullable, each: typeOf(rule.each, false) };
  if (rule.is === 'text') return { is: 'text', nullable };
  const { required: _required, ...rest } = rule;
  return { ...rest, nullable };
}
