import type fc from 'fast-check';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import { normalise } from '../../src/kinds/notification-template/codec.ts';
import { templateManifest } from '../kinds/notification-template/arbitrary.ts';

/** Any template that a message can carry: of what may be registered, the message API takes a little less. */
export const sendableTemplate: fc.Arbitrary<JsonObject> = templateManifest
  .map(sendable)
  .filter((content) => !isBlank(content['content']) && !itemsOf(content).some(lacksText))
  .filter((content) => hasOwnNames([...objectsOf(content['buttons']), ...objectsOf(content['quickReplies'])]));

function sendable({ buttons, quickReplies, itemSummary = null, ...content }: JsonObject): JsonObject {
  return normalise({
    ...content,
    // A summary needs items (message API 2.9, item.list).
    itemSummary: objectsOf(content['items']).length > 0 ? itemSummary : null,
    buttons: objectsOf(buttons),
    quickReplies: objectsOf(quickReplies)
      .filter(({ type }) => type !== 'MD')
      .map((reply) => ({ ...reply, name: Array.from(String(reply['name'])).slice(0, 14).join('') })),
  });
}

/** The items and the summary. A message needs both texts of each. */
function itemsOf({ items, itemSummary = null }: JsonObject): JsonObject[] {
  return [...objectsOf(items), ...objectsOf([itemSummary])];
}

function lacksText({ title, description }: JsonObject): boolean {
  return isBlank(title) || isBlank(description);
}

/** A test send tells the buttons apart by their names, which a message has to have. */
function hasOwnNames(buttons: readonly JsonObject[]): boolean {
  const names = buttons.map(({ name }) => name);
  return new Set(names).size === names.length && names.every((name) => name === undefined || !isBlank(name));
}

function isBlank(text: Json | undefined): boolean {
  return typeof text !== 'string' || text.trim() === '';
}

export function objectsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
