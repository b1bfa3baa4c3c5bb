import { isObject, type JsonObject } from '../core/json.ts';
import { maskNumber } from '../core/mask.ts';

/** A payload as it may be shown and written down: receiver, account and sender key are not readable in it. */
export function maskPayload(payload: JsonObject): JsonObject {
  const masked: JsonObject = { ...payload };
  if (typeof payload['account'] === 'string') masked['account'] = '****';
  if (typeof payload['to'] === 'string') masked['to'] = maskNumber(payload['to']);
  if (isObject(payload['content'])) {
    masked['content'] = Object.fromEntries(
      Object.entries(payload['content']).map(([type, content]) => [
        type,
        isObject(content) ? maskContent(content) : content,
      ]),
    );
  }
  return masked;
}

function maskContent(content: JsonObject): JsonObject {
  const key = content['senderkey'];
  return typeof key === 'string' ? { ...content, senderkey: `${key.slice(0, 4)}****` } : content;
}
