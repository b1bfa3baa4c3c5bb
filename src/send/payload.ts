import type { Json, JsonObject } from '../core/json.ts';
import { type Path, valueAt } from '../core/path.ts';
import type { ButtonValues } from '../core/test-send.ts';
import { fillVariables } from '../core/variables.ts';
import type { SendRequest } from './message.ts';
import type { Links, TemplateButton, TemplateItem, TemplateParts } from './template.ts';

/** The members of a send that are not the template's (message API 2.4). */
export type Envelope = Omit<SendRequest, 'type' | 'content' | 'resend' | 'recontent'>;

export interface MessageInput {
  envelope: Envelope;
  senderKey: string;
  templateCode: string;
  parts: TemplateParts;
  values: ReadonlyMap<string, string>;
  /** By the button's name, as the template has it. */
  buttons: Readonly<Record<string, ButtonValues>>;
}

/**
 * The body of `POST /v3/message` for a notification template (message API 2.4, 2.9), without the account: the template's
 * parts with their variables filled. A variable without a value stays as it is, for the proof to find.
 */
export function buildPayload(input: MessageInput): SendRequest {
  const type = input.parts.image ? 'ai' : 'at';
  return { ...input.envelope, type, content: { [type]: buildContent(input) } };
}

function buildContent({ senderKey, templateCode, parts, values, buttons }: MessageInput): JsonObject {
  const fill = (text: string): string => fillVariables(text, values).text;
  const { highlight, summary } = parts;
  const link = buildLinks(parts.links, fill);
  return {
    senderkey: senderKey,
    templatecode: templateCode,
    message: fill(parts.text),
    ...given('title', parts.title, fill),
    ...given('header', parts.header, fill),
    ...(highlight
      ? {
          itemhighlight: {
            ...given('title', highlight.title, fill),
            ...given('description', highlight.description, fill),
          },
        }
      : {}),
    ...(parts.items.length > 0 || summary
      ? {
          item: {
            list: parts.items.map((item) => buildItem(item, fill)),
            ...(summary ? { summary: buildItem(summary, fill) } : {}),
          },
        }
      : {}),
    ...(Object.keys(link).length > 0 ? { link } : {}),
    ...(parts.buttons.length > 0
      ? { button: parts.buttons.map((button) => buildButton(button, buttons[button.name] ?? {}, fill)) }
      : {}),
    ...(parts.quickReplies.length > 0
      ? { quickreply: parts.quickReplies.map((reply) => buildReply(reply, buttons[reply.name] ?? {}, fill)) }
      : {}),
  };
}

type Fill = (text: string) => string;

function buildItem(item: TemplateItem, fill: Fill): JsonObject {
  return { title: fill(item.title), description: fill(item.description) };
}

function buildLinks(links: Links, fill: Fill): JsonObject {
  return {
    ...given('url_mobile', links.mobile, fill),
    ...given('url_pc', links.pc, fill),
    ...given('scheme_android', links.android, fill),
    ...given('scheme_ios', links.ios, fill),
  };
}

function buildReply(reply: TemplateButton, values: ButtonValues, fill: Fill): JsonObject {
  return {
    name: fill(reply.name),
    type: reply.type,
    ...buildLinks(reply.links, fill),
    ...valuesOf(values, CHAT_VALUES),
  };
}

function buildButton(button: TemplateButton, values: ButtonValues, fill: Fill): JsonObject {
  return {
    ...buildReply(button, values, fill),
    ...given('plugin_id', button.pluginId, fill),
    ...given('tel_number', button.tel, fill),
    ...valuesOf(values, BUTTON_VALUES),
  };
}

const CHAT_VALUES: Readonly<Record<string, Path>> = { chat_extra: ['chatExtra'], chat_event: ['chatEvent'] };

/** The members of a button that a test send gives, with their place in its `buttons` (message API 2.9, button item). */
export const BUTTON_VALUES: Readonly<Record<string, Path>> = {
  ...CHAT_VALUES,
  relay_id: ['relayId'],
  oneclick_id: ['oneclickId'],
  product_id: ['productId'],
  biz_form_id: ['bizFormId'],
  map_address: ['map', 'address'],
  map_coordinates: ['map', 'coordinates'],
};

function valuesOf(values: ButtonValues, members: Readonly<Record<string, Path>>): JsonObject {
  const found = Object.entries(members).map(([member, at]) => [member, valueAt(values, at)] as const);
  return Object.fromEntries(found.filter((one): one is [string, Json] => one[1] !== undefined));
}

function given(key: string, text: string | undefined, fill: Fill = (same) => same): JsonObject {
  return text === undefined ? {} : { [key]: fill(text) };
}
