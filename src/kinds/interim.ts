import type { JsonObject } from '../core/json.ts';

/**
 * The content under an interim name, which is within the limits of group tags and of brand templates: letters, digits and hyphens.
 * Sends and statistics go by the key or the code, so nobody but an operator sees the name (assumption 300).
 */
export function interimName(content: JsonObject, mark: string): JsonObject {
  return { ...content, name: `notiform-renaming-${mark}` };
}
