import type { JsonObject } from '../../../core/json.ts';
import { variableNames } from '../../../core/variables.ts';
import { membersOf } from '../../body.ts';
import type { ApprovedTemplate } from '../../channel.ts';
import { objectAt, textAt, textsIn } from '../../members.ts';
import { CONTENT } from './form.ts';

/** A template as the content of its message (message API 2.9). */
export interface TemplateMessage {
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
