import { isObject, type Json, type JsonObject } from '../../../core/json.ts';
import { findVariables } from '../../../core/variables.ts';
import { firstOf, isNothing, type Rule, type Shape } from '../../shape.ts';
import { mismatchIn } from '../wildcard.ts';
import { priceNames } from './payload.ts';

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

/** Members that only a send has (resource API 2.4). */
const OF_SEND = ['chat_extra', 'chat_event'];

/** Returns the first difference of two bodies that `pickBody` prepared (message API 2.10, variant 3). */
export function differsFromBody(pattern: JsonObject, sent: JsonObject, path = ''): string | undefined {
  return firstOf(new Set([...Object.keys(pattern), ...Object.keys(sent)]), (name) =>
    OF_SEND.includes(name) || isOpenPrice(name, pattern[name])
      ? undefined
      : differsValue(pattern[name], sent[name], path + name),
  );
}

function differsValue(pattern: Json | undefined, sent: Json | undefined, path: string): string | undefined {
  if (pattern === undefined) return `${path} is not registered`;
  if (sent === undefined) return `${path} is registered and was not sent`;
  if (typeof pattern === 'string' && typeof sent === 'string') return differsText(pattern, sent, path);
  if (Array.isArray(pattern) && Array.isArray(sent)) return differsList(pattern, sent, path);
  if (isObject(pattern) && isObject(sent)) return differsFromBody(pattern, sent, `${path}.`);
  return pattern === sent ? undefined : `${path} differs from the template`;
}

/** A price that was left out at registration is a variable, which every amount matches, and no amount too (assumption 103). */
function isOpenPrice(name: string, pattern: Json | undefined): boolean {
  return Object.hasOwn(priceNames, name) && typeof pattern === 'string';
}

function differsText(pattern: string, sent: string, path: string): string | undefined {
  if (findVariables(sent).length > 0) return `${path} holds a variable that was not filled`;
  const place = mismatchIn(pattern, sent);
  return place && `${path} differs from the template at line ${place.line}, column ${place.column}`;
}

function differsList(pattern: readonly Json[], sent: readonly Json[], path: string): string | undefined {
  if (pattern.length !== sent.length)
    return `the number of elements in ${path} is ${sent.length}, in the template ${pattern.length}`;
  return firstOf(pattern, (element, index) => differsValue(element, sent[index], `${path}[${index}]`));
}
