import { compactObject, isObject, type Json, type JsonObject, own } from '../../core/json.ts';
import { CHANNEL_BUTTON_NAME } from './words.ts';

/** A notification template in manifest form (docs/manifests.md), as it met the JSON Schema. */
export type TemplateContent = {
  code?: string;
  name: string;
  category: string;
  messageType: 'BA' | 'EX' | 'AD' | 'MI';
  emphasis?: Emphasis;
  content: string;
  extra?: string;
  preview?: string;
  header?: string;
  highlight?: Highlight;
  items?: Item[];
  itemSummary?: Partial<Item>;
  link?: Link;
  security?: boolean;
  buttons?: Button[];
  quickReplies?: Button[];
};

export type Emphasis = {
  type: 'NONE' | 'TEXT' | 'IMAGE' | 'ITEM_LIST';
  title?: string;
  subtitle?: string;
  image?: ImageNode;
};

export type Highlight = { title?: string; description?: string; image?: ImageNode };
export type Item = { title: string; description: string };
export type Link = { mobile?: string; pc?: string; android?: string; ios?: string };

/** A button or a quick reply; `plugin` and `tel` are a button's alone. */
export type Button = { type: string; name: string; link?: Link; plugin?: string; tel?: string };

/** A file of the project, or an image that already has an address. */
export type ImageNode = { path: string; sha256: string; width?: number; height?: number } | { url: string };

/** Takes content that a schema or the codec has shaped: the parsed boundary of this kind. */
export function templateOf(content: JsonObject): TemplateContent {
  return content as unknown as TemplateContent;
}

/**
 * The one normal form, for desired and for live content alike: empty members left out, defaults that mean nothing left
 * out (security false, emphasis NONE), members that do not apply left out, the one name that a button's type fixes filled
 * in. Two manifests that want the same compare equal in it, whatever they spell out.
 */
export function normalise(content: JsonObject): JsonObject {
  const { security, emphasis, buttons, quickReplies, ...rest } = compactObject(content);
  return {
    ...applicable(rest, typeOf(emphasis)),
    ...(security === true && { security }),
    ...normalEmphasis(emphasis),
    ...(Array.isArray(buttons) && { buttons: buttons.map(namedButton) }),
    ...(Array.isArray(quickReplies) && { quickReplies }),
  };
}

/** What `normalise` leaves out because the message type or the emphasis has no place for it. Empty members are nothing. */
export function withoutUse(content: JsonObject): JsonObject {
  const { emphasis, ...rest } = compactObject(content);
  const type = typeOf(emphasis);
  const used = applicable(rest, type);
  return compactObject({
    ...membersOf(rest, (key) => !Object.hasOwn(used, key)),
    ...(isObject(emphasis) && { emphasis: membersOf(emphasis, (key) => key !== 'type' && !isShown(type, key)) }),
  });
}

function membersOf(object: JsonObject, isKept: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => isKept(key)));
}

/** What each type of emphasis shows. The service answers null for what does not apply (resource API 2.2). */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  NONE: [],
  TEXT: ['title', 'subtitle'],
  IMAGE: ['image'],
  ITEM_LIST: [],
};

function typeOf(emphasis: Json | undefined): string {
  const type = isObject(emphasis) ? emphasis['type'] : undefined;
  return typeof type === 'string' ? type : 'NONE';
}

/** The members that this message type and this emphasis have a place for; all of them where a type is unknown. */
function applicable({ extra, items, itemSummary, ...rest }: JsonObject, emphasisType: string): JsonObject {
  const hasExtra = !['BA', 'AD'].includes(String(rest['messageType']));
  const hasItems = emphasisType === 'ITEM_LIST' || own(SHOWN, emphasisType) === undefined;
  return compactObject({
    ...rest,
    ...(hasExtra && extra !== undefined && { extra }),
    ...(hasItems && items !== undefined && { items }),
    ...(hasItems && itemSummary !== undefined && { itemSummary }),
  });
}

function normalEmphasis(emphasis: Json | undefined): JsonObject {
  const type = typeOf(emphasis);
  if (!isObject(emphasis) || type === 'NONE') return {};
  return { emphasis: { ...membersOf(emphasis, (key) => isShown(type, key)), type } };
}

/** Whether a type of emphasis shows a member; an unknown type may show all of them. */
function isShown(type: string, key: string): boolean {
  return own(SHOWN, type)?.includes(key) ?? true;
}

function namedButton(button: Json): Json {
  return isObject(button) && button['type'] === 'AC'
    ? { ...button, name: button['name'] ?? CHANNEL_BUTTON_NAME }
    : button;
}
