import { type JsonObject, own } from '../../../core/json.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import { SENDABLE } from '../../../kinds/notification-template/lint/sendable.ts';
import { type MemberLimits, required, tooLong, tooMany, wrongValue } from '../../envelope.ts';
import { objectAt, objectsAt, textAt } from '../../members.ts';

const CONTENT: MemberLimits = {
  senderkey: 40,
  templatecode: 32,
  message: SENDABLE.body,
  title: SENDABLE.title,
  header: 16,
};
const ITEM: MemberLimits = { title: 6, description: 23 };
const SUMMARY: MemberLimits = { title: 6, description: 14 };
const HIGHLIGHT: MemberLimits = { title: 30, description: 19 };
const HIGHLIGHT_WITH_IMAGE: MemberLimits = { title: 21, description: 13 };
const CHAT: MemberLimits = { chat_extra: 50, chat_event: 50 };

/** The limits of the two lists of buttons (message API 2.9, button item). */
const LISTS = {
  button: {
    most: 5,
    types: 'WL AL DS BK MD BC BT AC P1 P2 P3 BF TN MP'.split(' '),
    limits: { name: SENDABLE.button, tel_number: SENDABLE.tel, plugin_id: SENDABLE.plugin, ...CHAT },
    needs: { WL: ['url_mobile'] },
  },
  quickreply: {
    most: 10,
    types: 'WL AL BK BC BT BF'.split(' '),
    limits: { name: SENDABLE.quickReply, ...CHAT },
    needs: {},
  },
} as const;

/** Members that only some types take (message API 2.9, button item; who takes the plugin's and the bot's: assumption 75). */
const ONLY_FOR: Readonly<Record<string, readonly string[]>> = {
  chat_extra: ['BC', 'BT'],
  chat_event: ['BT'],
  plugin_id: ['P1', 'P2', 'P3'],
  relay_id: ['P1', 'P2', 'P3'],
  oneclick_id: ['P3'],
  product_id: ['P3'],
  tel_number: ['TN'],
  biz_form_id: ['BF'],
  map_address: ['MP'],
  map_coordinates: ['MP'],
};

/** A price: digits, commas, two places after a point, beside a currency's sign, code or Korean word (message API 2.9). */
const CURRENCY = '(?:\\p{Sc}|[A-Z]{3}|원|달러|엔|유로|위안)?';
export const PRICE = new RegExp(`^${CURRENCY}\\d[\\d,]*(?:\\.\\d{2})?${CURRENCY}$`, 'u');

/** Returns the members that are missing, malformed or longer than message API 2.9 allows, in code points. */
export function checkContent(content: JsonObject): ProofFailure[] {
  const item = objectAt(content, 'item');
  return [
    ...required(content, ['senderkey', 'templatecode', 'message'], ''),
    ...checkPrice(item),
    ...tooLong(content, CONTENT, ''),
    ...tooLong(objectAt(content, 'itemhighlight'), HIGHLIGHT, 'itemhighlight.'),
    ...objectsAt(item, 'list').flatMap((entry, index) => tooLong(entry, ITEM, `item.list[${index}].`)),
    ...tooLong(objectAt(item, 'summary'), SUMMARY, 'item.summary.'),
    ...checkButtons(content, 'button'),
    ...checkButtons(content, 'quickreply'),
  ];
}

/** Returns the texts of a highlight that are too long beside the image of its template, and not too long for any highlight. */
export function checkBesideImage(content: JsonObject): ProofFailure[] {
  const highlight = objectAt(content, 'itemhighlight');
  const any = tooLong(highlight, HIGHLIGHT, 'itemhighlight.').map(({ path }) => path);
  return tooLong(highlight, HIGHLIGHT_WITH_IMAGE, 'itemhighlight.').filter(({ path }) => !any.includes(path));
}

/**
 * The most characters of a member of the content, by its path: `item.list[0].title`. Undefined if the member has no limit.
 */
export function limitOf(path: string, highlightImage: boolean): number | undefined {
  const [, object = '', member = ''] = /^(?:(.+)\.)?(\w+)$/.exec(path.replace(/\[\d+\]/g, '')) ?? [];
  const limits: Readonly<Record<string, MemberLimits>> = {
    '': CONTENT,
    itemhighlight: highlightImage ? HIGHLIGHT_WITH_IMAGE : HIGHLIGHT,
    'item.list': ITEM,
    'item.summary': SUMMARY,
    button: LISTS.button.limits,
    quickreply: LISTS.quickreply.limits,
  };
  return own(own(limits, object) ?? {}, member);
}

function checkPrice(item: JsonObject): ProofFailure[] {
  const price = textAt(objectAt(item, 'summary'), 'description');
  if (price === undefined || PRICE.test(price)) return [];
  return [
    wrongValue(
      'item.summary.description',
      `It is "${price}", which is no price`,
      'A currency, digits, commas, and two places after a decimal point are taken, as in 12,000원 or USD12.50',
    ),
  ];
}

function checkButtons(content: JsonObject, name: keyof typeof LISTS): ProofFailure[] {
  const { most, limits } = LISTS[name];
  const buttons = objectsAt(content, name);
  return [
    ...buttons.flatMap((button, index) => checkButton(button, `${name}[${index}].`, LISTS[name])),
    ...tooMany(name, buttons, most),
    ...buttons.flatMap((button, index) => tooLong(button, limits, `${name}[${index}].`)),
  ];
}

interface ButtonForm {
  types: readonly string[];
  /** Members that a type needs beside its name. */
  needs: Readonly<Record<string, readonly string[]>>;
}

function checkButton(button: JsonObject, base: string, { types, needs }: ButtonForm): ProofFailure[] {
  const type = textAt(button, 'type');
  if (type === undefined || !types.includes(type)) {
    return [wrongValue(`${base}type`, `It is ${type ?? 'missing'}; the message API takes ${types.join(', ')}`)];
  }
  return [
    ...required(button, ['name', ...(needs[type] ?? [])], base),
    ...neededValue(button, type, base),
    ...Object.entries(ONLY_FOR)
      .filter(([member, owners]) => button[member] !== undefined && !owners.includes(type))
      .map(([member, owners]) =>
        buttonValue(`${base}${member}`, `A ${type} button takes no \`${member}\`; ${owners.join(', ')} does`),
      ),
  ];
}

/** A form or a map without its number or address cannot be opened (assumption 75). */
function neededValue(button: JsonObject, type: string, base: string): ProofFailure[] {
  if (type === 'BF' && !Number.isInteger(button['biz_form_id'])) {
    const hint = 'Set `bizFormId` under `buttons`';
    return [buttonValue(`${base}biz_form_id`, 'A BF button needs the number of its form', hint)];
  }
  if (type === 'MP' && !textAt(button, 'map_address') && !textAt(button, 'map_coordinates')) {
    const hint = 'Set `map: {address: …}` under `buttons`';
    return [buttonValue(`${base}map_address`, 'An MP button needs an address or coordinates', hint)];
  }
  return [];
}

function buttonValue(path: string, message: string, hint?: string): ProofFailure {
  return { ...wrongValue(path, message, hint), code: 'send-button-value' };
}
