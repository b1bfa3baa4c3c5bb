import type { JsonObject } from '../../../core/json.ts';
import { parsePath } from '../../../core/path.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import { variableNames } from '../../../core/variables.ts';
import { BESIDE_IMAGE, LENGTHS } from '../../../kinds/notification-template/message.ts';
import { CHANNEL_BUTTON_NAME } from '../../../kinds/parts.ts';
import { objectsAt } from '../../../preview/sent/parts.ts';
import { membersOf } from '../../body.ts';
import type { ApprovedTemplate } from '../../channel.ts';
import { LINK_MEMBERS, objectAt, textAt, textsIn } from '../../members.ts';
import {
  checkShape,
  checkTypes,
  formNumber,
  isAbsent,
  list,
  type Members,
  object,
  ruleOf,
  shape,
  type TextRule,
  text,
  within,
  wrongValue,
} from '../../shape.ts';

/** A price: digits, commas, two places after a point, beside a currency's sign, code or Korean word (message API 2.9). */
const CURRENCY = '(?:\\p{Sc}|[A-Z]{3}|원|달러|엔|유로|위안)*';
export const PRICE = new RegExp(`^${CURRENCY}\\d[\\d,]*(?:\\.\\d{2})?${CURRENCY}$`, 'u');

const required = true;

/** A text with the limit of its place in a template. */
function said(place: keyof typeof LENGTHS, rule: TextRule = {}) {
  return text({ max: LENGTHS[place], ...rule });
}

const LINKS: Members = Object.fromEntries(
  Object.entries(LINK_MEMBERS).map(([device, name]) => [
    name,
    text({ from: ['link', device], neededBy: device === 'mobile' ? ['WL'] : [] }),
  ]),
);

/** The types that take a member; most of them are assumed (assumption 75). */
const PLUGIN: TextRule = { types: ['P1', 'P2', 'P3'], assumed: ['types'] };
const ONE_CLICK: TextRule = { types: ['P3'], assumed: ['types'] };
const CHAT: Members = {
  chat_extra: text({ max: 50, types: ['BC', 'BT'], assumed: ['types'] }),
  chat_event: text({ max: 50, types: ['BT'], assumed: ['types'] }),
};

const BUTTON: Members = {
  name: said('buttons[].name', {
    required,
    read: (name, { type = '' }) => name ?? (type === 'AC' ? CHANNEL_BUTTON_NAME : null),
  }),
  type: text({ required, of: 'WL AL DS BK MD BC BT AC P1 P2 P3 BF TN MP'.split(' ') }),
  ...LINKS,
  ...CHAT,
  plugin_id: said('buttons[].plugin', { from: ['plugin'], ...PLUGIN }),
  relay_id: text(PLUGIN),
  oneclick_id: text(ONE_CLICK),
  product_id: text(ONE_CLICK),
  tel_number: said('buttons[].tel', { from: ['tel'], types: ['TN'] }),
  biz_form_id: formNumber(),
  map_address: text({ types: ['MP'] }),
  map_coordinates: text({ types: ['MP'] }),
};

/** A form or a map without its number or address cannot be opened (assumption 75). */
function checkButton(button: JsonObject): ProofFailure[] {
  const { type, name } = button;
  const lacks = (...members: string[]): boolean => members.every((member) => isAbsent(button[member]));
  const needed = (member: string, message: string, hint: string): ProofFailure[] => [
    { ...wrongValue(member, message, hint), code: 'send-button-value', severity: 'warning' },
  ];
  if (type === 'AC' && !isAbsent(name) && name !== CHANNEL_BUTTON_NAME)
    return [wrongValue('name', `An AC button has the name ${CHANNEL_BUTTON_NAME}`)];
  if (type === 'BF' && lacks('biz_form_id'))
    return needed('biz_form_id', 'A BF button needs the number of its form', 'Set `bizFormId` under `buttons`');
  if (type === 'MP' && lacks('map_address', 'map_coordinates'))
    return needed(
      'map_address',
      'An MP button needs an address or coordinates',
      'Set `map: {address: …}` under `buttons`',
    );
  return [];
}

const QUICK_REPLY: Members = {
  name: said('quickReplies[].name', { required }),
  type: text({ required, of: 'WL AL BK BC BT BF'.split(' ') }),
  ...LINKS,
  ...CHAT,
};

const SUMMARY: Members = {
  title: said('itemSummary.title', { required }),
  description: said('itemSummary.description', {
    required,
    form: [PRICE, 'a price'],
    hint: 'A currency, digits, commas, and two places after a decimal point are taken, as in 12,000원 or USD12.50',
  }),
};

const ITEM: Members = {
  title: said('items[].title', { required }),
  description: said('items[].description', { required }),
};

const HIGHLIGHT: Members = { title: said('highlight.title'), description: said('highlight.description') };
const SHORTER: Members = {
  title: text({ max: BESIDE_IMAGE['highlight.title'] }),
  description: text({ max: BESIDE_IMAGE['highlight.description'] }),
};

/**
 * The members of `content.at` and `content.ai`, with their places in a template (message API 2.9). Subtitle, extra and preview are no
 * part of a message (assumption 77).
 */
export const CONTENT = shape({
  senderkey: text({ required, max: 40 }),
  templatecode: text({ required, max: 32 }),
  message: said('content', { required, from: ['content'] }),
  title: said('emphasis.title', { from: ['emphasis', 'title'] }),
  header: said('header'),
  item: object(
    { list: list(object(ITEM), { required, from: ['items'] }), summary: object(SUMMARY, { from: ['itemSummary'] }) },
    { from: [] },
  ),
  itemhighlight: object(HIGHLIGHT, { from: ['highlight'] }),
  link: object(LINKS, { from: [] }),
  button: list(object(BUTTON, { check: checkButton }), { max: 5, from: ['buttons'] }),
  quickreply: list(object(QUICK_REPLY), { max: 10, from: ['quickReplies'] }),
});

/** Returns everything that is wrong with a content by message API 2.9. */
export function checkContent(content: JsonObject): ProofFailure[] {
  // A quick reply has fewer members than a button, and takes no other.
  const replies = objectsAt(content, 'quickreply').flatMap((one, index) =>
    checkTypes(one, BUTTON).flatMap(({ path, ...failure }) =>
      path in QUICK_REPLY ? [] : [{ ...failure, path: `quickreply[${index}].${path}` }],
    ),
  );
  return [...checkShape(content, CONTENT), ...replies];
}

/** Returns the texts of a highlight that are too long beside the image of its template, and not too long for any highlight. */
export function checkBesideImage(content: JsonObject): ProofFailure[] {
  const shown = objectAt(content, 'itemhighlight');
  const any = checkShape(shown, shape(HIGHLIGHT), 'itemhighlight').map(({ path }) => path);
  return checkShape(shown, shape(SHORTER), 'itemhighlight').filter(({ path }) => !any.includes(path));
}

/** Returns the most characters of a member of the content, by its path. Undefined if the member has no limit. */
export function limitOf(path: string, highlightImage: boolean): number | undefined {
  const ofImage = highlightImage ? shape({ ...CONTENT.shape, itemhighlight: object(SHORTER) }) : CONTENT;
  const found = within(ofImage, parsePath(path));
  return found && ruleOf(found).max;
}

/** A template as the content of its message (message API 2.9). */
interface TemplateMessage {
  /** A template with an image is sent as `ai`. */
  type: 'at' | 'ai';
  /** The members of the message, its variables not filled. An empty member is left out. */
  body: JsonObject;
  highlightImage: boolean;
  /** The body text without the text that the service appended, which a message may leave out (assumption 26). */
  withoutNotice?: string;
}

/** Returns the message of a template that the service has, with everything that is registered. */
export function registeredMessage({ content, beside = {}, notice = '' }: ApprovedTemplate): TemplateMessage {
  const emphasis = { ...objectAt(beside, 'emphasis'), ...objectAt(content, 'emphasis') };
  const message = messageOf({ ...content, ...beside, emphasis }, notice);
  return notice === '' ? message : { ...message, withoutNotice: textAt(content, 'content') ?? '' };
}

/**
 * Translates a template's content from manifest form.
 * @param notice what the service appends to the text
 */
export function messageOf(content: JsonObject, notice = ''): TemplateMessage {
  return {
    type: objectAt(content, 'emphasis')['type'] === 'IMAGE' ? 'ai' : 'at',
    body: { ...membersOf(content, CONTENT.shape), message: (textAt(content, 'content') ?? '') + notice },
    highlightImage: Boolean(objectAt(content, 'highlight')['image']),
  };
}

/** Returns every variable of the message, in reading order. */
export function variablesOf({ body }: TemplateMessage): string[] {
  const { title = '', header = '', itemhighlight = '', item = '', message = '', ...lists } = body;
  return variableNames(textsIn([title, header, itemhighlight, item, message, lists]).map(({ text }) => text));
}
