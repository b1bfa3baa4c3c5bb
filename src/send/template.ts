import type { JsonObject } from '../core/json.ts';
import { variableNames } from '../core/variables.ts';
import { CHANNEL_BUTTON_NAME } from '../kinds/notification-template/words.ts';
import { objectAt, objectsAt, textAt } from './members.ts';

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

/**
 * Reads a template's content, in manifest form, as the manifest or the service gave it. Subtitle, extra and preview are
 * no part of a message (assumption 77).
 * @param notice what the service puts at the end of the body
 */
export function readTemplate(content: JsonObject, notice = ''): TemplateParts {
  const emphasis = objectAt(content, 'emphasis');
  const highlight = readHighlight(objectAt(content, 'highlight'));
  const summary = readItem(objectAt(content, 'itemSummary'));
  return {
    text: (textAt(content, 'content') ?? '') + notice,
    image: emphasis['type'] === 'IMAGE',
    ...optional('title', emphasis['type'] === 'TEXT' ? textAt(emphasis, 'title') : undefined),
    ...optional('header', textAt(content, 'header')),
    ...optional('highlight', highlight.title || highlight.description ? highlight : undefined),
    items: objectsAt(content, 'items').map(readItem),
    ...optional('summary', summary.title || summary.description ? summary : undefined),
    links: readLinks(content),
    buttons: objectsAt(content, 'buttons').map(readButton),
    quickReplies: objectsAt(content, 'quickReplies').map(readButton),
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
    ...optional('title', textAt(highlight, 'title')),
    ...optional('description', textAt(highlight, 'description')),
    image: Boolean(highlight['image']),
  };
}

function readItem(item: JsonObject): TemplateItem {
  return { title: textAt(item, 'title') ?? '', description: textAt(item, 'description') ?? '' };
}

function readButton(button: JsonObject): TemplateButton {
  const type = textAt(button, 'type') ?? '';
  return {
    type,
    name: textAt(button, 'name') ?? (type === 'AC' ? CHANNEL_BUTTON_NAME : ''),
    links: readLinks(button),
    ...optional('pluginId', textAt(button, 'plugin')),
    ...optional('tel', textAt(button, 'tel')),
  };
}

function readLinks(of: JsonObject): Links {
  const link = objectAt(of, 'link');
  return {
    ...optional('mobile', textAt(link, 'mobile')),
    ...optional('pc', textAt(link, 'pc')),
    ...optional('android', textAt(link, 'android')),
    ...optional('ios', textAt(link, 'ios')),
  };
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
}
