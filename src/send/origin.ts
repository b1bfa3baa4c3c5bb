import type { JsonObject } from '../core/json.ts';
import { isObject, own } from '../core/json.ts';
import type { Path } from '../core/path.ts';
import { length, variableNames } from '../core/variables.ts';
import type { SendMistake } from './about.ts';
import { textsIn } from './members.ts';
import type { SendRequest } from './message.ts';
import { BUTTON_VALUES } from './payload.ts';
import type { TemplateParts } from './template.ts';
import type { ChosenValues } from './values.ts';

/** The fields of a test send that become members of the payload's envelope. */
const ENVELOPE: Readonly<Record<string, string>> = {
  from: 'from',
  to: 'to',
  country: 'country',
  userinfo: 'userinfo',
  resellercode: 'resellercode',
  sendtime: 'at',
};

export interface Made {
  /** The payload as it is made without values: its variables still have their names. */
  bare: SendRequest;
  parts: TemplateParts;
  chosen: ChosenValues;
}

/**
 * The field of a manifest that decides a member of the payload: a value of the test send or of a sample, a button's own
 * value, or the template where the template's own text is wrong.
 * @param path the member, as a proof names it: `button[0].url_mobile`
 */
export function originOf(path: string, { bare, parts, chosen }: Made): Pick<SendMistake, 'at' | 'of'> {
  const field = own(ENVELOPE, path);
  if (field !== undefined) return { at: [field] };
  const given = buttonValue(path, parts);
  if (given) return { at: given };
  const text = textsIn(contentOf(bare), '').find((one) => one.path === path)?.text ?? '';
  const [longest] = variableNames([text]).sort((a, b) => lengthIn(chosen, b) - lengthIn(chosen, a));
  return longest === undefined ? { at: ['template'] } : chosen.originOf(longest);
}

function lengthIn({ values }: ChosenValues, name: string): number {
  return length(values.get(name) ?? '');
}

function buttonValue(path: string, { buttons, quickReplies }: TemplateParts): Path | undefined {
  const [, list, index, member = ''] = /^(button|quickreply)\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  const value = own(BUTTON_VALUES, member);
  const button = (list === 'button' ? buttons : quickReplies)[Number(index)];
  return value && button && ['buttons', button.name, ...value];
}

function contentOf({ type, content }: SendRequest): JsonObject {
  const inner = content[type];
  return isObject(inner) ? inner : {};
}
