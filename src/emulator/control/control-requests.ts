import { isObject, type JsonObject } from '../../core/json.ts';
import type { Settings } from '../defaults.ts';
import type { Verdict } from '../resource/inspector.ts';
import type { RegisteredProfile, Registration } from '../resource/registry.ts';
import type { Template } from '../store/template.ts';
import { FAULT_KINDS, type FaultRule } from './faults.ts';
import { isFlag, isListOf, isOneOf, isText, type Shape, type Test } from './shapes.ts';

/** Requests of the control API as data; a sentence where one is not as it must be. */

const isCount: Test = (value) => typeof value === 'number' && value >= 0;

/** The members of `shape` that a body has, each tested; a sentence for the first that is wrong or not known. */
function pick<T>(body: JsonObject, shape: Shape<T>, where: string): Partial<T> | string {
  const tests: Record<string, Test> = shape;
  for (const [name, value] of Object.entries(body)) {
    const test = Object.hasOwn(tests, name) ? tests[name] : undefined;
    if (test === undefined) return `${where} has no member ${name}`;
    if (!test(value)) return `${where}.${name} is not as it must be`;
  }
  return body as Partial<T>; // each member was tested above
}

const faultShape: Shape<FaultRule> = {
  path: isText,
  nth: isCount,
  times: isCount,
  chance: isCount,
  kind: isOneOf(...FAULT_KINDS),
  status: (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599,
  code: isText,
  delayMs: isCount,
  resetSeconds: isCount,
  acts: isFlag,
};

export function readFaults(body: JsonObject): { rules: FaultRule[]; seed: number } | string {
  const { rules = [], seed = 0 } = body;
  if (!Array.isArray(rules)) return 'rules must be an array';
  if (typeof seed !== 'number') return 'seed must be a number';
  const read: FaultRule[] = [];
  for (const [index, element] of rules.entries()) {
    const where = `rules[${index}]`;
    const rule = isObject(element) ? pick<FaultRule>(element, faultShape, where) : `${where} must be an object`;
    if (typeof rule === 'string') return rule;
    if (rule.kind === undefined) return `${where}.kind is required`;
    read.push({ ...rule, kind: rule.kind });
  }
  return { rules: read, seed };
}

const settingsShape: Shape<Settings> = {
  inspect: isOneOf('auto', 'manual'),
  inspectMs: isCount,
  deliveryMs: isCount,
  webhookRetryMs: isListOf(isCount),
  webhook: (value) => value === null || (typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value)),
  rateLimit: (value) => isObject(value) && isCount(value['limit'] ?? null) && isCount(value['windowMs'] ?? null),
  allowedIps: isListOf(isText),
  suspended: isFlag,
};

export function readSettings(body: JsonObject): Partial<Settings> | string {
  return pick<Settings>(body, settingsShape, 'settings');
}

const profileShape: Shape<RegisteredProfile> = {
  alias: isText,
  key: isText,
  type: isOneOf('S', 'G'),
  groups: isListOf(isText),
  bizchat: isFlag,
  block: isFlag,
  dormant: isFlag,
  profileStatus: isOneOf('A', 'C', 'B', 'E', 'D'),
};

export function readRegistration(body: JsonObject): Registration | string {
  const shape: Shape<Registration> = {
    profiles: isListOf(isObject),
    senders: isListOf(isText),
    recipients: isListOf(isText),
  };
  const given = pick<Registration>(body, shape, 'registration');
  if (typeof given === 'string') return given;
  for (const [index, profile] of (given.profiles ?? []).entries()) {
    const where = `profiles[${index}]`;
    const read = pick<RegisteredProfile>({ ...profile }, profileShape, where);
    if (typeof read === 'string') return read;
    if (!read.alias || !read.key || !read.type) return `${where} needs alias, key and type`;
  }
  return given;
}

export function readVerdict({ verdict, comment }: JsonObject): Verdict | string {
  if (verdict !== 'approve' && verdict !== 'reject') return 'verdict must be approve or reject';
  if (comment !== undefined && typeof comment !== 'string') return 'comment must be a string';
  if (verdict === 'reject' && !comment?.trim()) return 'a rejection needs a comment';
  return comment === undefined ? { verdict } : { verdict, comment };
}

type StateChange = Partial<Pick<Template, 'block' | 'dormant' | 'status' | 'inspectionStatus'>>;

export function readStateChange(body: JsonObject): StateChange | string {
  const { profile: _profile, senderKey: _key, templateCode: _code, ...change } = body;
  const shape: Shape<StateChange> = {
    block: isFlag,
    dormant: isFlag,
    status: isOneOf('S', 'A', 'R'),
    inspectionStatus: isOneOf('REG', 'REQ', 'REJ', 'APR'),
  };
  return pick<StateChange>(change, shape, 'template');
}
