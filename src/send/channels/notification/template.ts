import type { JsonObject } from '../../../core/json.ts';
import { variableNames } from '../../../core/variables.ts';
import { CHANNEL_BUTTON_NAME } from '../../../kinds/parts.ts';
import { objectsAt } from '../../../preview/sent/parts.ts';
import type { ApprovedTemplate } from '../../channel.ts';
import { LINK_MEMBERS, objectAt, textAt, textsIn } from '../../members.ts';

/** A template as the content of its message, its variables not filled (message API 2.9). An empty text is left out. */
export interface TemplateMessage {
  /** A template with an image is sent as `ai`. */
  type: 'at' | 'ai';
  /** All members but the lists of buttons. */
  texts: JsonObject;
  buttons: JsonObject[];
  replies: JsonObject[];
  highlightImage: boolean;
  /** The body without the text that the service appended, which a message may leave out (assumption 26). */
  withoutNotice?: string;
}

/** Returns the message of a template that the service has, with everything that is registered. */
export function registeredMessage({ content, beside = {}, notice = '' }: ApprovedTemplate): TemplateMessage {
  const emphasis = { ...objectAt(beside, 'emphasis'), ...objectAt(content, 'emphasis') };
  const message = messageOf({ ...content, ...beside, emphasis }, notice);
  return notice === '' ? message : { ...message, withoutNotice: textAt(content, 'content') ?? '' };
}

/**
 * Translates a template's content from manifest form. Subtitle, extra and preview are no part of a message (assumption 77).
 * @param notice what the service appends to the body
 */
export function messageOf(content: JsonObject, notice = ''): TemplateMessage {
  const emphasis = objectAt(content, 'emphasis');
  const highlight = objectAt(content, 'highlight');
  const items = objectsAt(content, 'items').map(itemOf);
  const summary = itemOf(objectAt(content, 'itemSummary'));
  const hasSummary = summary['title'] !== '' || summary['description'] !== '';
  return {
    type: emphasis['type'] === 'IMAGE' ? 'ai' : 'at',
    texts: {
      message: (textAt(content, 'content') ?? '') + notice,
      ...copied(emphasis, { title: 'title' }),
      ...copied(content, { header: 'header' }),
      ...filledOnly('itemhighlight', copied(highlight, { title: 'title', description: 'description' })),
      ...(items.length > 0 || hasSummary ? { item: { list: items, ...(hasSummary ? { summary } : {}) } } : {}),
      ...filledOnly('link', linksOf(content)),
    },
    buttons: objectsAt(content, 'buttons').map((button) => ({
      ...buttonOf(button),
      ...copied(button, { plugin: 'plugin_id', tel: 'tel_number' }),
      ...formOf(button),
    })),
    replies: objectsAt(content, 'quickReplies').map(buttonOf),
    highlightImage: Boolean(highlight['image']),
  };
}

/** Returns every variable of the message, in reading order. */
export function variablesOf({ texts, buttons, replies }: TemplateMessage): string[] {
  const { title = '', header = '', itemhighlight = '', item = '', message = '', link = '' } = texts;
  const inOrder = [title, header, itemhighlight, item, message, link, buttons, replies];
  return variableNames(textsIn(inOrder).map(({ text }) => text));
}

function itemOf(item: JsonObject): JsonObject {
  return { title: textAt(item, 'title') ?? '', description: textAt(item, 'description') ?? '' };
}

function buttonOf(button: JsonObject): JsonObject {
  const type = textAt(button, 'type') ?? '';
  const name = textAt(button, 'name') ?? (type === 'AC' ? CHANNEL_BUTTON_NAME : '');
  return { name, type, ...linksOf(button) };
}

/** The number of the form that a BF button opens. Answers write it as a text or a number (resource API 2.2). */
function formOf({ bizFormId = null }: JsonObject): JsonObject {
  const id = String(bizFormId ?? '');
  return /^\d+$/.test(id) ? { biz_form_id: Number(id) } : {};
}

function linksOf(of: JsonObject): JsonObject {
  return copied(objectAt(of, 'link'), LINK_MEMBERS);
}

/** Returns the texts of an object under the names of the message API. */
function copied(from: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  const texts = Object.entries(names).map(([name, to]) => [to, textAt(from, name)] as const);
  return Object.fromEntries(texts.filter((one): one is [string, string] => one[1] !== undefined));
}

function filledOnly(name: string, object: JsonObject): JsonObject {
  return Object.keys(object).length > 0 ? { [name]: object } : {};
}
