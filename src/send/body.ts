import * as z from 'zod';
import { elementsOf, isObject, type Json, type JsonObject, member } from '../core/json.ts';
import { formatPath, type Path } from '../core/path.ts';
import { worded } from '../core/problem.ts';
import type { ProofFailure } from '../core/send-result.ts';
import type { Wording } from '../core/sentence.ts';
import type { Values } from './channel.ts';
import { compareText } from './compare.ts';
import { textAt } from './members.ts';
import { say } from './sentences.ts';
import { isAbsent, type MemberShape, type Members, ruleOf, within } from './shape.ts';

/**
 * Translates a template from manifest form to the members of a message, each from its place (`MemberRule.from`). Variables are not
 * filled. Empty members are left out.
 */
export function membersOf(source: JsonObject, members: Members): JsonObject {
  const read = Object.entries(members).map(([name, of]) => {
    const { from = [name], read = (value) => value } = ruleOf(of);
    const at = from.reduce<Json | undefined>((value, part) => member(value, String(part)), source) ?? null;
    return [name, written(read(at, source), within(of, []))] as const;
  });
  return Object.fromEntries(read.filter(([, value]) => !isEmpty(value)));
}

function written(value: Json, of: MemberShape | undefined): Json {
  if (of instanceof z.ZodArray) {
    const each = within(of.element, []);
    return elementsOf(value)
      .filter(isObject)
      .map((one) => written(one, each));
  }
  if (!(of instanceof z.ZodObject)) return value;
  return isObject(value) ? membersOf(value, of.shape) : null;
}

/** True for a member that no message has: null, "", [] or {}. */
export function isEmpty(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** Returns the place in a manifest of a member of a body: `carousel.cards[0].link.mobile`. */
export function manifestPath([name, ...rest]: Path, of: MemberShape | undefined): Path {
  if (name === undefined) return [];
  if (of instanceof z.ZodArray) return [name, ...manifestPath(rest, within(of.element, []))];
  const member = within(of, [name]);
  return [...((member && ruleOf(member).from) ?? [name]), ...manifestPath(rest, member)];
}

/** How a message may differ from its template. */
interface Freedom {
  /** Returns the values of the variables in the text at a place. */
  valuesAt(at: Path): Values;
  /** True for a member that a message may add. */
  isAdded(at: Path): boolean;
  /** True for a member that a message may leave out. */
  isLeftOut?(at: Path, template: Json): boolean;
  /** Returns another pair of texts. It is enough that these agree. */
  instead?(at: Path, template: string, text: string): { template: string; text: string } | undefined;
}

/**
 * Returns every difference between the members of a message and those of its template.
 * @param at the place of these members in the content
 */
export function compareMembers(
  template: JsonObject,
  message: JsonObject,
  freedom: Freedom,
  at: Path = [],
): ProofFailure[] {
  const names = new Set([...Object.keys(template), ...Object.keys(message)]);
  return [...names].flatMap((name) => compareMember(template[name], message[name], freedom, [...at, name]));
}

function compareMember(
  template: Json | undefined,
  message: Json | undefined,
  freedom: Freedom,
  at: Path,
): ProofFailure[] {
  const path = formatPath(at);
  const isNone = isAbsent(message) || isEmpty(message);
  if (isAbsent(template)) return isNone || freedom.isAdded(at) ? [] : [wrongPart(path, say('part-extra'))];
  if (isNone) return freedom.isLeftOut?.(at, template) ? [] : [missingPart(path)];
  if (Array.isArray(template)) return compareList(template.filter(isObject), message, freedom, at);
  if (isObject(template))
    return isObject(message) ? compareMembers(template, message, freedom, at) : [missingPart(path)];
  if (typeof template === 'number') return template === message ? [] : [wrongValue(path, message, template)];
  if (typeof message === 'object') return [missingPart(path)];
  const [theirs, ours] = [String(template), String(message)];
  const failures = compareText(path, theirs, ours, freedom.valuesAt(at));
  const other = failures.length > 0 ? freedom.instead?.(at, theirs, ours) : undefined;
  return other && compareText(path, other.template, other.text, freedom.valuesAt(at)).length === 0 ? [] : failures;
}

function wrongValue(path: string, given: Json, value: number): ProofFailure {
  return { code: 'send-differs', path, ...worded(say('part-value', { given: JSON.stringify(given), value })) };
}

/** Another number of entries, or another order of the same buttons, is reported once for the whole list. */
function compareList(template: readonly JsonObject[], message: Json, freedom: Freedom, at: Path): ProofFailure[] {
  const path = formatPath(at);
  const given = Array.isArray(message) ? message : [];
  const entries = given.filter(isObject);
  const [count, other] = [given.length, template.length];
  if (count !== other || entries.length !== count) return [wrongCount(path, count, other)];
  const label = (entry: JsonObject): string => `${textAt(entry, 'type') ?? ''} ${textAt(entry, 'name') ?? ''}`;
  const [ours, theirs] = [entries.map(label), template.map(label)];
  const first = theirs.findIndex((one, index) => one !== ours[index]);
  if (first >= 0 && [...ours].sort().join('\n') === [...theirs].sort().join('\n')) {
    const order = say('parts-order', { theirs: theirs[first] ?? '', count: first + 1, ours: ours[first] ?? '' });
    return [wrongPart(formatPath([...at, first]), order)];
  }
  return template.flatMap((expected, index) => {
    const entry = entries[index] ?? {};
    const [type, value] = [textAt(entry, 'type') ?? 'missing', textAt(expected, 'type') ?? 'missing'];
    if (type === value) return compareMembers(expected, entry, freedom, [...at, index]);
    return [wrongPart(formatPath([...at, index, 'type']), say('part-value', { given: type, value }))];
  });
}

export function wrongCount(path: string, ours: number, theirs: number): ProofFailure {
  return wrongPart(path, say('parts-count', { count: ours, other: theirs }));
}

function missingPart(path: string): ProofFailure {
  return wrongPart(path, say('part-missing'));
}

/** Makes a failure of a part that differs from the template. */
export function wrongPart(path: string, message: Wording): ProofFailure {
  return { code: 'send-parts', path, ...worded(message) };
}
