import { isObject, type Json, type JsonObject } from '../../../core/json.ts';
import { formatPath, type Path } from '../../../core/path.ts';
import { worded } from '../../../core/problem.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import { variableNames } from '../../../core/variables.ts';
import type { ApprovedTemplate, Values } from '../../channel.ts';
import { compareText, missingPart, notInTemplate, wrongCount, wrongList, wrongPart } from '../../compare.ts';
import { textAt } from '../../members.ts';
import { say } from '../../sentences.ts';
import { isAbsent } from '../../shape.ts';
import { CARD_VALUES, compareVariables } from './compare-variables.ts';
import { BODIES, BODY } from './form-body.ts';
import { bodyOf, isOpenPrice, sentMembers, typeOf } from './template.ts';

/**
 * Returns every difference between a message and its template (message API 2.10). A message has all body fields, or the values
 * of the template's variables, or neither. `adult` is the message's own (assumption 331).
 */
export function compareBrand(
  type: string,
  content: JsonObject,
  { content: template }: ApprovedTemplate,
  values: Values,
): ProofFailure[] {
  const expected = typeOf(template);
  if (expected === undefined || type !== expected) {
    const bubble = textAt(template, 'bubble') ?? 'without a bubble';
    const sentAs = expected === undefined ? 'which no type sends' : `which is sent as ${expected}`;
    return [wrongPart('type', `It is ${type}, and the template is ${bubble}, ${sentAs}`)];
  }
  const body = bodyOf(template);
  if (BODY.every((name) => isAbsent(content[name]))) return compareVariables(expected, content, body, values);
  return compareMembers([], body, sentMembers(content, BODIES[expected]), values);
}

function compareValue(at: Path, expected: Json | undefined, given: Json | undefined, values: Values): ProofFailure[] {
  const path = formatPath(at);
  if (isAbsent(expected)) return isAbsent(given) || isAdded(at) ? [] : [notInTemplate(path)];
  if (isAbsent(given)) return isLeftOut(at, expected, values) ? [] : [missingPart(path)];
  if (Array.isArray(expected)) return compareList(at, expected.filter(isObject), given, values);
  if (isObject(expected)) return isObject(given) ? compareMembers(at, expected, given, values) : [missingPart(path)];
  if (typeof expected === 'number' && given !== expected) {
    const message = say('part-value', { given: JSON.stringify(given), value: expected });
    return [{ code: 'send-differs', path, ...worded(message) }];
  }
  if (typeof given === 'object') return [missingPart(path)];
  return compareText(path, String(expected), String(given), at[0] === 'carousel' ? CARD_VALUES : values);
}

/** A message may add these members to a button. No template has them (assumption 330). */
function isAdded(at: Path): boolean {
  return at.includes('button') && ['chat_extra', 'chat_event'].includes(String(at.at(-1)));
}

/** A discount that the template leaves open is no part of a message without a value for it. */
function isLeftOut(at: Path, template: Json, values: Values): boolean {
  return isOpenPrice(at, template) && !variableNames([String(template)]).some((name) => values.has(name));
}

function compareMembers(at: Path, expected: JsonObject, given: JsonObject, values: Values): ProofFailure[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(given)]);
  return [...names].flatMap((name) => compareValue([...at, name], expected[name], given[name], values));
}

function compareList(at: Path, expected: readonly JsonObject[], given: Json, values: Values): ProofFailure[] {
  const path = formatPath(at);
  const ours = Array.isArray(given) ? given.filter(isObject) : [];
  const wrong =
    at.at(-1) === 'button'
      ? wrongList(path, given, ours, expected)
      : ours.length === expected.length
        ? undefined
        : wrongCount(path, ours.length, expected.length);
  if (wrong) return [wrong];
  return expected.flatMap((theirs, index) => compareMembers([...at, index], theirs, ours[index] ?? {}, values));
}

/** Returns why a template in this state cannot be sent (resource API 2.4). */
export function checkState({ code, state }: ApprovedTemplate): ProofFailure[] {
  if (state === 'A') return [];
  const blocked = {
    message: `The template ${code} is blocked by the service (S)`,
    hint: 'Only the service can lift a block',
  };
  const other = { message: `The template ${code} is not registered (${state})` };
  return [{ code: 'send-state', path: 'templatecode', ...(state === 'S' ? blocked : other) }];
}
