import { isMap, isPair, isScalar, isSeq, type Node, type Pair, type Range, type Scalar, type YAMLMap } from 'yaml';
import type { Json } from './json.ts';
import type { Path } from './path.ts';
import type { Places } from './problem.ts';
import { offsetsIn, type Source } from './source-text.ts';

/** One YAML document as plain JSON, with the place of every value. */
export interface LocatedDocument extends Places {
  value: Json;
  /** A scalar as it is written in the file (`001001`, whatever YAML makes of it). */
  raw(path: Path): string | undefined;
  /** Drops what places are found with, to save memory. The next place that is asked for parses the file again. */
  forget(): void;
}

export function isEmptyScalar(node: unknown): boolean {
  return isScalar(node) && node.value === null && node.source === '';
}

export function keyOf(pair: Pair): string {
  // By our options every key is a text. Anything else was reported as a syntax error.
  return String((pair.key as Scalar).value);
}

export function rangeOf(node: Node): [number, number] {
  const [start, end] = node.range as Range;
  return [start, end];
}

/** The nodes of a member: of its key, if it has one, and of its value. */
interface Spot {
  key?: Node;
  value: Node | null;
}

/**
 * Returns a document with the places of its parts.
 * @param nodeAgain parses the document once more
 */
export function locate(source: Source, node: Node, value: Json, nodeAgain: () => Node): LocatedDocument {
  let root: Node | undefined = node;
  const [begin, end] = rangeOf(shownNode({ value: node }, 'key'));
  let members = new Map<YAMLMap, Map<string, Pair>>();
  const membersOf = (map: YAMLMap): Map<string, Pair> => {
    const known = members.get(map) ?? new Map([...map.items].reverse().map((pair) => [keyOf(pair), pair] as const));
    members.set(map, known);
    return known;
  };
  const child = (node: Node | null, part: string | number): Spot | undefined => {
    if (isMap(node)) {
      const pair = membersOf(node).get(String(part));
      return isPair(pair) ? { key: pair.key as Node, value: pair.value as Node | null } : undefined;
    }
    if (!isSeq(node) || typeof part !== 'number' || part >= node.items.length) return undefined;
    return { value: node.items[part] as Node | null };
  };
  const find = (path: Path): { spot: Spot; whole: boolean } => {
    root ??= nodeAgain();
    let spot: Spot = { value: root };
    for (const part of path) {
      const next = child(spot.value, part);
      if (!next) return { spot, whole: false };
      spot = next;
    }
    return { spot, whole: true };
  };

  /** Each hit in one scalar asks for the same text. */
  const found = new Map<string, number[]>();
  const offsetsOf = (text: string, [start, end]: [number, number]): number[] => {
    const offsets = found.get(`${start} ${text}`) ?? offsetsIn(source.text.slice(start, end), text);
    found.set(`${start} ${text}`, offsets);
    return offsets;
  };

  return {
    value,
    place: (path, on) => {
      // The first key is the place of the whole document, which every resource has.
      if (path.length === 0 && on === 'key') return source.place(begin, end);
      const { spot, whole } = find(path);
      return source.place(...rangeOf(shownNode(spot, whole ? on : 'key')));
    },
    placeOf: (path, text, nth = 0) => {
      const { spot, whole } = find(path);
      const [start, end] = rangeOf(shownNode(spot, whole ? 'value' : 'key'));
      const at = offsetsOf(text, [start, end])[nth];
      return at === undefined ? source.place(start, end) : source.place(start + at, start + at + text.length);
    },
    raw: (path) => {
      const { spot, whole } = find(path);
      return whole && isScalar(spot.value) ? source.text.slice(...rangeOf(spot.value)) : undefined;
    },
    forget: () => {
      root = undefined;
      members = new Map();
    },
  };
}

/** Returns the node to point at. For an empty value it is the key, for a root the first key. */
function shownNode(spot: Spot, on: 'key' | 'value'): Node {
  const { key, value } = spot;
  if (key && (on === 'key' || value === null || isEmptyScalar(value))) return key;
  if (on === 'key' && isMap(value) && value.items[0]) return value.items[0].key as Node;
  return value as Node;
}
