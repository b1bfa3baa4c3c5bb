import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Live } from '../../core/resource.ts';

/** The content of a live resource with what the service holds beside it: what an update replaces. */
export function withBeside({ content, beside }: Pick<Live, 'content' | 'beside'>): JsonObject {
  return beside ? { ...content, ...merged(content, beside) } : content;
}

function merged(content: JsonObject, beside: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(beside).map(([key, value]): [string, Json] => {
      const { [key]: known } = content;
      return [key, isObject(known) && isObject(value) ? { ...known, ...value } : value];
    }),
  );
}
