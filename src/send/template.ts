import { isObject, type Json, type JsonObject } from '../core/json.ts';
import { variableNames } from '../core/variables.ts';

export interface Links {
  mobile?: string;
  pc?: string;
  android?: string;
  ios?: string;
}

export interface TemplateButton {
  /** `WL`, `AL`, … (resource API 2.2) */
  type: string;
  name: string;
  links: Links;
  pluginId?: string;
  tel?: string;
}

export interface TemplateItem {
  title: string;
  description: string;
}

/** The parts of a notification template that a message carries again (message API 2.9). Absent and empty are one. */
export interface TemplateParts {
  text: string;
  /** IMAGE emphasis: sent as `ai`. */
  image: boolean;
  title?: string;
  header?: string;
  highlight?: { title?: string; description?: string; image: boolean };
  items: TemplateItem[];
  summary?: TemplateItem;
  links: Links;
  buttons: TemplateButton[];
  quickReplies: TemplateButton[];
}

/** The fixed name of a channel-add button, which a manifest may leave out (resource API 2.2, buttons). */
export const CHANNEL_ADD_NAME = '채널 추가';

/** Reads a template's content, in manifest form, as the manifest or the service gave it. */
export function readTemplate(content: JsonObject): TemplateParts {
  const emphasis = object(content['emphasis']);
  const highlight = object(content['highlight']);
  const summary = object(content['itemSummary']);
  return {
    text: text(content['content']) ?? '',
    image: emphasis['type'] === 'IMAGE',
    ...optional('title', emphasis['type'] === 'TEXT' ? text(emphasis['title']) : undefined),
    ...optional('header', text(content['header'])),
    ...(content['highlight'] ? { highlight: readHighlight(highlight) } : {}),
    items: list(content['items']).map(readItem),
    ...(content['itemSummary'] ? { summary: readItem(summary) } : {}),
    links: readLinks(content['link']),
    buttons: list(content['buttons']).map(readButton),
    quickReplies: list(content['quickReplies']).map(readButton),
  };
}

/** Every variable that a message made of these parts has, in the order in which a reader meets them. */
export function variablesOf(parts: TemplateParts): string[] {
  const { highlight, summary } = parts;
  return variableNames(
    [
      parts.title,
      parts.header,
      highlight?.title,
      highlight?.description,
      ...[...parts.items, ...(summary ? [summary] : [])].flatMap((item) => [item.title, item.description]),
      parts.text,
      ...linkTexts(parts.links),
      ...[...parts.buttons, ...parts.quickReplies].flatMap((button) => [
        button.name,
        ...linkTexts(button.links),
        button.pluginId,
        button.tel,
      ]),
    ].filter((found) => found !== undefined),
  );
}

function linkTexts(links: Links): (string | undefined)[] {
  return [links.mobile, links.pc, links.android, links.ios];
}

function readHighlight(highlight: JsonObject): NonNullable<TemplateParts['highlight']> {
  return {
    ...optional('title', text(highlight['title'])),
    ...optional('description', text(highlight['description'])),
    image: Boolean(highlight['image']),
  };
}

function readItem(item: JsonObject): TemplateItem {
  return { title: text(item['title']) ?? '', description: text(item['description']) ?? '' };
}

function readButton(button: JsonObject): TemplateButton {
  const type = text(button['type']) ?? '';
  return {
    type,
    name: text(button['name']) ?? (type === 'AC' ? CHANNEL_ADD_NAME : ''),
    links: readLinks(button['link']),
    ...optional('pluginId', text(button['plugin'])),
    ...optional('tel', text(button['tel'])),
  };
}

function readLinks(value: Json | undefined): Links {
  const link = object(value);
  return {
    ...optional('mobile', text(link['mobile'])),
    ...optional('pc', text(link['pc'])),
    ...optional('android', text(link['android'])),
    ...optional('ios', text(link['ios'])),
  };
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function list(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
}
