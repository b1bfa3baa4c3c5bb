import type { JsonObject } from '../core/json.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { objectAt, objectsAt, textAt } from './members.ts';

const BUTTON_TYPES = new Set('WL AL DS BK MD BC BT AC P1 P2 P3 BF TN MP'.split(' '));
const REPLY_TYPES = new Set('WL AL BK BC BT BF'.split(' '));

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
const PRICE = new RegExp(`^${CURRENCY}\\d[\\d,]*(?:\\.\\d{2})?${CURRENCY}$`, 'u');

/** Members that are missing or have a form that message API 2.4 and 2.9 do not take. Lengths are not looked at. */
export function checkForm(payload: JsonObject, content: JsonObject): ProofFailure[] {
  return [
    ...['from', 'to', 'refkey'].flatMap((member) => required(payload, member, member)),
    ...['senderkey', 'templatecode', 'message'].flatMap((member) => required(content, member, member)),
    ...pattern(payload, 'from', /^[\d-]+$/, 'digits'),
    ...pattern(payload, 'to', /^[\d-]+$/, 'digits'),
    ...pattern(payload, 'country', /^\d+$/, 'digits, as 82'),
    ...pattern(payload, 'resellercode', /^\d{9}$/, 'nine digits'),
    ...pattern(payload, 'sendtime', /^\d+$/, 'a unix time in seconds'),
    ...checkPrice(content),
    ...objectsAt(content, 'button').flatMap((button, index) => checkButton(button, `button[${index}]`, BUTTON_TYPES)),
    ...objectsAt(content, 'quickreply').flatMap((reply, index) =>
      checkButton(reply, `quickreply[${index}]`, REPLY_TYPES),
    ),
  ];
}

function required(members: JsonObject, member: string, path: string): ProofFailure[] {
  return textAt(members, member) === undefined ? [wrong(path, 'It is required and is not there')] : [];
}

/** The value is not repeated in the message: `to` is private. */
function pattern(payload: JsonObject, member: string, form: RegExp, words: string): ProofFailure[] {
  const value = payload[member];
  if (value === undefined || value === '' || (typeof value === 'string' && form.test(value))) return [];
  return [wrong(member, `It is not ${words}`)];
}

function checkPrice(content: JsonObject): ProofFailure[] {
  const price = textAt(objectAt(objectAt(content, 'item'), 'summary'), 'description');
  if (price === undefined || PRICE.test(price)) return [];
  const path = 'item.summary.description';
  return [
    wrong(
      path,
      `It is "${price}", which is no price`,
      'A currency, digits, commas, and two places after a decimal point are taken, as in 12,000원 or USD12.50',
    ),
  ];
}

function checkButton(button: JsonObject, path: string, types: ReadonlySet<string>): ProofFailure[] {
  const type = textAt(button, 'type');
  if (type === undefined || !types.has(type)) {
    const kinds = [...types].join(', ');
    return [wrong(`${path}.type`, `It is ${type ?? 'missing'}; the message API takes ${kinds}`)];
  }
  return [
    ...required(button, 'name', `${path}.name`),
    ...(type === 'WL' && path.startsWith('button') ? required(button, 'url_mobile', `${path}.url_mobile`) : []),
    ...neededValue(button, type, path),
    ...Object.entries(ONLY_FOR)
      .filter(([member, owners]) => button[member] !== undefined && !owners.includes(type))
      .map(([member, owners]) => ({
        code: 'send-button-value' as const,
        path: `${path}.${member}`,
        message: `A ${type} button takes no \`${member}\`; ${owners.join(', ')} does`,
      })),
  ];
}

/** A form or a map that nobody named cannot be opened (assumption 75). */
function neededValue(button: JsonObject, type: string, path: string): ProofFailure[] {
  const needs = (member: string, message: string, hint: string): ProofFailure => ({
    code: 'send-button-value',
    path: `${path}.${member}`,
    message,
    hint,
  });
  if (type === 'BF' && !Number.isInteger(button['biz_form_id'])) {
    return [needs('biz_form_id', 'A BF button needs the number of its form', 'Set `bizFormId` under `buttons`')];
  }
  if (type === 'MP' && !textAt(button, 'map_address') && !textAt(button, 'map_coordinates')) {
    return [
      needs('map_address', 'An MP button needs an address or coordinates', 'Set `map: {address: …}` under `buttons`'),
    ];
  }
  return [];
}

function wrong(path: string, message: string, hint?: string): ProofFailure {
  return { code: 'send-value', path, message, ...(hint === undefined ? {} : { hint }) };
}
