import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { findVariables } from '../../core/variables.ts';
import { isNothing, type Rule, type Shape } from '../shape.ts';
import { mismatchIn } from './wildcard.ts';

/** Compares what was sent with a template, in the members of a send. */

/** Returns the known, non-empty members of a body, to compare a send with its template. */
export function pickBody(body: JsonObject, shape: Shape): JsonObject {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, rule]) => {
      const value = Object.hasOwn(body, name) ? body[name] : undefined;
      const picked = isNothing(value) ? undefined : pickValue(value, rule);
      return picked === undefined ? [] : [[name, picked] as const];
    }),
  );
}

function pickValue(value: Json, rule: Rule): Json | undefined {
  if (rule.is === 'object' && isObject(value)) {
    const picked = pickBody(value, rule.members);
    return Object.keys(picked).length === 0 ? undefined : picked;
  }
  if (rule.is === 'list' && Array.isArray(value))
    return value.length === 0 ? undefined : value.map((element) => pickValue(element, rule.each) ?? {});
  return value;
}

/** Members that only a send has (resource API 2.2, 2.4). */
const OF_SEND = [
  ...['chat_extra', 'chat_event', 'relay_id', 'oneclick_id', 'product_id'],
  ...['biz_form_id', 'map_address', 'map_coordinates'],
];

/**
 * Returns every difference of two bodies that `pickBody` prepared (message API 2.9, 2.10). `isOpen` is true for a member whose
 * value in the template matches every value.
 */
export function differences(
  pattern: JsonObject,
  sent: JsonObject,
  isOpen: (name: string, pattern: Json | undefined) => boolean = () => false,
  path = '',
): string[] {
  const compare = (of: Json | undefined, given: Json | undefined, at: string): string[] => {
    if (of === undefined) return [`${at} is not registered`];
    if (given === undefined) return [`${at} is registered and was not sent`];
    if (typeof of === 'string' && typeof given === 'string') return textDifferences(of, given, at);
    if (isObject(of) && isObject(given)) return differences(of, given, isOpen, `${at}.`);
    if (!Array.isArray(of) || !Array.isArray(given)) return of === given ? [] : [`${at} differs from the template`];
    if (of.length !== given.length)
      return [`the number of elements in ${at} is ${given.length}, in the template ${of.length}`];
    return of.flatMap((element, index) => compare(element, given[index], `${at}[${index}]`));
  };
  const names = [...new Set([...Object.keys(pattern), ...Object.keys(sent)])];
  return names
    .filter((name) => !OF_SEND.includes(name) && !isOpen(name, pattern[name]))
    .flatMap((name) => compare(pattern[name], sent[name], path + name));
}

/** The difference of a text, with its place; none if the text is the template with filled variables. */
export function textDifferences(pattern: string, sent: string, path: string): string[] {
  if (findVariables(sent).length > 0) return [`${path} holds a variable that was not filled`];
  const place = mismatchIn(pattern, sent);
  return place ? [`${path} differs from the template at line ${place.line}, column ${place.column}`] : [];
}
