import { own } from '../core/json.ts';
import { type Path, parsePath } from '../core/path.ts';
import { type Fields, manifestNames } from './fields.ts';
import { fieldsOf } from './registry.ts';

/** Names of the API that are not fields of a content. */
const COMMON: Readonly<Record<string, string>> = {
  attachment: 'inspection.attachments',
  comment: 'inspection.comment',
  senderKey: 'profile',
  sendtime: 'at',
};

/**
 * Returns the manifest's name of a field of the API, as `emphasis.type`. Returns undefined if the API has no field of that name.
 * @param at the object of the manifest that should have it
 */
export function manifestName(kind: string, at: Path, apiName: string): string | undefined {
  const level = fieldsAt(kind, at) ?? {};
  return own(manifestNames(level), apiName) ?? own(COMMON, apiName);
}

/** Returns the fields of every kind that the API gives a name, as `NotificationTemplate.content`. Upper and lower case are equal. */
export function fieldsCalled(apiName: string): string[] {
  const called = ([name]: [string, string]): boolean => name.toLowerCase() === apiName.toLowerCase();
  const within = (fields: Fields, path: string): string[] => [
    ...Object.entries({ ...COMMON, ...manifestNames(fields) })
      .filter(called)
      .map(([, meant]) => `${path}.${meant}`),
    ...Object.entries(fields).flatMap(([name, { members }]) => (members ? within(members, `${path}.${name}`) : [])),
  ];
  return [...new Set(Object.entries(fieldsOf).flatMap(([kind, fields]) => within(fields, kind)))];
}

function fieldsAt(kind: string, at: Path): Fields | undefined {
  const names = at.filter((part) => typeof part === 'string');
  return names.reduce<Fields | undefined>((fields, name) => own(fields, name)?.members, own(fieldsOf, kind));
}

/** Compares two paths of a content, as `buttons[0].link`, by the order of the fields, and elements by number. */
export function comparePaths(kind: string, a: string, b: string): number {
  let fields: Fields | undefined = own(fieldsOf, kind);
  const [partsA, partsB] = [parsePath(a), parsePath(b)];
  for (const [index, partA] of partsA.entries()) {
    const partB = partsB[index];
    if (partB === undefined) return 1;
    const isElement = typeof partA === 'number' && typeof partB === 'number';
    const order = isElement ? partA - partB : compareNames(fields, String(partA), String(partB));
    if (order !== 0) return order;
    if (!isElement) fields = own(fields, String(partA))?.members;
  }
  return partsA.length - partsB.length;
}

function compareNames(fields: Fields = {}, a: string, b: string): number {
  const names = Object.keys(fields);
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  return rank(a) - rank(b) || (a < b ? -1 : Number(a > b));
}
