import type { JsonObject } from '../../core/json.ts';
import { templateOf } from './fields.ts';

/** The address of an app link that is not registered any more, in any spelling (resource API 2.2, assumption 45). */
export function isTell(address: string): boolean {
  return /^\s*tell:\/\//i.test(address);
}

/** Every `tell://` address of the AL buttons and quick replies of a content. */
export function tellLinks(content: JsonObject): string[] {
  const { buttons = [], quickReplies = [] } = templateOf(content);
  return [...buttons, ...quickReplies]
    .filter(({ type }) => type === 'AL')
    .flatMap(({ link }) => [link?.android, link?.ios])
    .filter((address): address is string => address !== undefined && isTell(address));
}
