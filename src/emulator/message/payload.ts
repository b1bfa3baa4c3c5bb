import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { length } from '../../core/variables.ts';
import { isMessageError, type MessageError, messageError } from '../answers.ts';

/** A member's rule: its type, whether it must be there, its longest form in code points (message API 2.4, 2.9). */
type Rule =
  | {
      is: 'text';
      required?: boolean;
      max?: number;
      bytes?: number;
      of?: readonly string[];
      pattern?: RegExp;
      hint?: string;
    }
  | { is: 'integer' }
  | { is: 'object'; required?: boolean; members: Shape }
  | { is: 'list'; required?: boolean; max: number; members: Shape };

type Shape = Record<string, Rule>;

/** Digits and hyphens, a digit first; another country is said by `country` (message API 2.4). */
const NUMBER = /^\d[\d-]*$/;

const link = { is: 'text' } as const;
const links = { url_pc: link, url_mobile: link, scheme_ios: link, scheme_android: link } satisfies Shape;
const chat = { chat_extra: { is: 'text', max: 50 }, chat_event: { is: 'text', max: 50 } } satisfies Shape;

const BUTTON_TYPES = ['WL', 'AL', 'DS', 'BK', 'MD', 'BC', 'BT', 'AC', 'P1', 'P2', 'P3', 'BF', 'TN', 'MP'];
const QUICK_REPLY_TYPES = ['WL', 'AL', 'BK', 'BC', 'BT', 'BF'];

/** `content.at` and `content.ai`. A body over 1300 characters is accepted and fails in its result with 7314. */
const notification: Shape = {
  senderkey: { is: 'text', required: true, max: 40 },
  templatecode: { is: 'text', required: true, max: 32 },
  message: { is: 'text', required: true },
  title: { is: 'text', max: 50 },
  header: { is: 'text', max: 16 },
  button: {
    is: 'list',
    max: 5,
    members: {
      name: { is: 'text', required: true, max: 28 },
      type: { is: 'text', required: true, of: BUTTON_TYPES },
      ...links,
      ...chat,
      plugin_id: { is: 'text', max: 24 },
      relay_id: { is: 'text' },
      oneclick_id: { is: 'text' },
      product_id: { is: 'text' },
      tel_number: { is: 'text', max: 14 },
      biz_form_id: { is: 'integer' },
      map_address: { is: 'text' },
      map_coordinates: { is: 'text' },
    },
  },
  quickreply: {
    is: 'list',
    max: 10,
    members: {
      name: { is: 'text', required: true, max: 14 },
      type: { is: 'text', required: true, of: QUICK_REPLY_TYPES },
      ...links,
      ...chat,
    },
  },
  item: {
    is: 'object',
    members: {
      list: {
        is: 'list',
        required: true,
        max: 10,
        members: {
          title: { is: 'text', required: true, max: 6 },
          description: { is: 'text', required: true, max: 23 },
        },
      },
      summary: {
        is: 'object',
        members: {
          title: { is: 'text', required: true, max: 6 },
          description: {
            is: 'text',
            required: true,
            max: 14,
            pattern: /^(?=.*\d)(?:[0-9,]|\.\d{2}(?!\d)|\p{Sc}|원|엔|달러|유로|위안|[A-Z]{3})+$/u,
          },
        },
      },
    },
  },
  itemhighlight: { is: 'object', members: { title: { is: 'text', max: 30 }, description: { is: 'text', max: 19 } } },
  link: { is: 'object', members: links },
};

const envelope: Shape = {
  account: { is: 'text', required: true, max: 20 },
  type: { is: 'text', required: true },
  from: { is: 'text', required: true, max: 16, pattern: NUMBER },
  to: { is: 'text', required: true, max: 16, pattern: NUMBER },
  refkey: { is: 'text', required: true, bytes: 32 },
  country: { is: 'text', max: 5 },
  userinfo: { is: 'text', max: 50 },
  resellercode: { is: 'text', pattern: /^\d{9}$/ },
  sendtime: { is: 'text', pattern: /^\d{1,12}$/ },
  content: { is: 'object', required: true, members: {} },
  resend: { is: 'object', members: {} },
  recontent: { is: 'object', members: {} },
};

/** `POST /v2/report` (message API 4.3). */
const reportShape: Shape = {
  account: { is: 'text', required: true, max: 20 },
  messagekey: { is: 'text', required: true, max: 32 },
};

export function readReport(body: JsonObject): { account: string; messagekey: string } | MessageError {
  const wrong = check(body, reportShape, '');
  return wrong ?? { account: textOf(body, 'account'), messagekey: textOf(body, 'messagekey') };
}

/** A reserved message goes out 30 days ahead at most (message API 2.4). */
const AHEAD_MS = 30 * 86_400_000;

export interface Payload {
  account: string;
  type: 'at' | 'ai';
  from: string;
  to: string;
  refkey: string;
  /** Milliseconds; undefined for now. */
  sendAt: number | undefined;
  content: JsonObject;
  fallback: boolean;
}

/** A send request of type `at` or `ai`, checked by the rules of message API 2.4 and 2.9. */
export function readPayload(body: JsonObject, now: number): Payload | MessageError {
  const wrong = check(body, envelope, '');
  if (wrong) return wrong;
  const { type, content, resend, recontent } = body;
  if (type !== 'at' && type !== 'ai') return messageError(3015, 'this service takes the types at and ai');
  if (!isObject(content) || Object.keys(content).join() !== type)
    return messageError(2000, `content must hold ${type} alone`);
  const inner = content[type];
  if (!isObject(inner)) return messageError(3014, `content.${type} must be an object`);
  const broken =
    check(inner, notification, `content.${type}.`) ??
    checkButtons(inner, 'button') ??
    checkButtons(inner, 'quickreply');
  if (broken) return broken;
  if (isObject(resend) !== isObject(recontent)) return messageError(2000, 'resend and recontent go together');
  const sendAt = readSendTime(body['sendtime'], now);
  if (isMessageError(sendAt)) return sendAt;
  return {
    account: textOf(body, 'account'),
    type,
    from: textOf(body, 'from'),
    to: textOf(body, 'to'),
    refkey: textOf(body, 'refkey'),
    sendAt,
    content: inner,
    fallback: isObject(resend),
  };
}

/** A member that is a text, else "". */
export function textOf(source: JsonObject, name: string): string {
  const value = source[name];
  return typeof value === 'string' ? value : '';
}

function readSendTime(given: Json | undefined, now: number): number | undefined | MessageError {
  if (typeof given !== 'string' || given === '') return undefined;
  const at = Number(given) * 1000;
  if (at > now + AHEAD_MS) return messageError(2000, 'sendtime is at most 30 days ahead');
  return at > now ? at : undefined;
}

/** What each button type cannot do without (message API 2.9; assumption 75). */
const needed: Record<string, readonly string[]> = {
  WL: ['url_mobile'],
  BF: ['biz_form_id'],
  MP: ['map_address', 'map_coordinates'],
};

/** Members that some types alone take (message API 2.9; assumption 75). */
const takers: Record<string, readonly string[]> = {
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

function checkButtons(content: JsonObject, list: 'button' | 'quickreply'): MessageError | undefined {
  const buttons = content[list];
  for (const [index, button] of (Array.isArray(buttons) ? buttons.filter(isObject) : []).entries()) {
    const wrong = checkButton(button, `${list}[${index}]`, list === 'button');
    if (wrong) return wrong;
  }
  return undefined;
}

function checkButton(button: JsonObject, at: string, needs: boolean): MessageError | undefined {
  const type = textOf(button, 'type');
  const isGiven = (name: string): boolean => !isNothing(button[name]);
  const names = needs ? (needed[type] ?? []) : [];
  if (names.length > 0 && !names.some(isGiven))
    return messageError(2000, `${at} needs ${names.join(' or ')} for ${type}`);
  for (const [name, types] of Object.entries(takers)) {
    if (isGiven(name) && !types.includes(type))
      return messageError(2000, `${at}.${name} is for ${types.join(', ')} alone`);
  }
  return undefined;
}

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}

function check(source: JsonObject, shape: Shape, path: string): MessageError | undefined {
  for (const [name, rule] of Object.entries(shape)) {
    const wrong = checkMember(source[name], rule, path + name);
    if (wrong) return wrong;
  }
  return undefined;
}

function checkMember(value: Json | undefined, rule: Rule, path: string): MessageError | undefined {
  if (value === undefined || value === null || value === '') {
    return 'required' in rule && rule.required ? messageError(2000, `${path} is required`) : undefined;
  }
  switch (rule.is) {
    case 'integer':
      return Number.isSafeInteger(value) ? undefined : messageError(3014, `${path} must be an integer`);
    case 'text':
      return typeof value === 'string' ? checkText(value, rule, path) : messageError(3014, `${path} must be a string`);
    case 'object':
      return isObject(value) ? check(value, rule.members, `${path}.`) : messageError(3014, `${path} must be an object`);
    case 'list':
      return Array.isArray(value) ? checkList(value, rule, path) : messageError(3014, `${path} must be an array`);
  }
}

function checkText(value: string, rule: Extract<Rule, { is: 'text' }>, path: string): MessageError | undefined {
  if (rule.max !== undefined && length(value) > rule.max)
    return messageError(2000, `${path} may have ${rule.max} characters`);
  if (rule.bytes !== undefined && Buffer.byteLength(value) > rule.bytes)
    return messageError(2000, `${path} may have ${rule.bytes} bytes`);
  if (rule.of && !rule.of.includes(value)) return messageError(2000, `${path} must be one of ${rule.of.join(', ')}`);
  if (rule.pattern && !rule.pattern.test(value))
    return messageError(2000, `${path} has characters that are not allowed`);
  return undefined;
}

function checkList(value: Json[], rule: Extract<Rule, { is: 'list' }>, path: string): MessageError | undefined {
  if (value.length > rule.max) return messageError(2000, `${path} may have ${rule.max} elements`);
  if (rule.required && value.length === 0) return messageError(2000, `${path} is required`);
  for (const [index, element] of value.entries()) {
    const at = `${path}[${index}]`;
    const wrong = isObject(element)
      ? check(element, rule.members, `${at}.`)
      : messageError(3014, `${at} must be an object`);
    if (wrong) return wrong;
  }
  return undefined;
}
