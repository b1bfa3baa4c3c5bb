import { compareText } from '../core/problem.ts';

/**
 * The order in which a person reads a resource's members: what it is, what it says, what one can press. A plan's JSON has
 * them sorted by letters. Names that are not here follow, by letters.
 */
const READING_ORDER = [
  'code',
  'use',
  'type',
  'file',
  'name',
  'category',
  'messageType',
  'emphasis',
  'title',
  'subtitle',
  'description',
  'image',
  'header',
  'highlight',
  'content',
  'items',
  'itemSummary',
  'extra',
  'preview',
  'security',
  'link',
  'mobile',
  'pc',
  'android',
  'ios',
  'tel',
  'plugin',
  'buttons',
  'quickReplies',
];

const RANK: ReadonlyMap<string, number> = new Map(READING_ORDER.map((name, index) => [name, index]));

function compareNames(a: string, b: string): number {
  const [rankA, rankB] = [RANK.get(a) ?? RANK.size, RANK.get(b) ?? RANK.size];
  return rankA - rankB || compareText(a, b);
}

/** An object's members as a person reads them. */
export function membersOf<T>(object: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(object).sort(([a], [b]) => compareNames(a, b));
}

/** Order of two paths such as `buttons[0].link.mobile`: by their names as a person reads them, by their numbers. */
export function comparePaths(a: string, b: string): number {
  const [partsA, partsB] = [partsOf(a), partsOf(b)];
  for (let index = 0; index < Math.max(partsA.length, partsB.length); index += 1) {
    const [partA, partB] = [partsA[index], partsB[index]];
    if (partA === undefined || partB === undefined) return partA === undefined ? -1 : 1;
    const order = isNumber(partA) && isNumber(partB) ? Number(partA) - Number(partB) : compareNames(partA, partB);
    if (order !== 0) return order;
  }
  return 0;
}

function partsOf(path: string): string[] {
  return path.split(/[.[\]]+/u).filter((part) => part !== '');
}

function isNumber(part: string): boolean {
  return /^\d+$/u.test(part);
}
