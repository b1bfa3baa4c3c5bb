import type { Json } from './json.ts';
import type { Path } from './path.ts';
import type { Places } from './problem.ts';
import { offsetsIn, type Source } from './source-text.ts';

/** One YAML document as plain JSON, with the place of every value. */
export interface LocatedDocument extends Places {
  value: Json;
  /** A scalar as it is written in the file (`001001`, whatever YAML makes of it). */
  raw(path: Path): string | undefined;
}

/** Offsets into a text, the end exclusive. */
export type Range = readonly [number, number];

/** A value of a document and where it is written. */
export interface Part {
  value: Json;
  /** Left out for a list or mapping of the simple reader, and for a key without a value. */
  range?: Range;
  /** True if nothing is written. */
  isEmpty?: boolean;
  /** The members of a mapping. */
  members?: ReadonlyMap<string, KeyedPart>;
  /** The items of a list. */
  items?: readonly Part[];
}

/** A member of a mapping. */
export interface KeyedPart {
  key: Range;
  part: Part;
}

/** The part at a path, or the nearest one around it, and its key if it has one. */
interface Spot {
  key?: Range;
  part: Part;
  /** True if it is at the path. */
  isWhole: boolean;
}

/**
 * Returns a document with the places of its parts.
 * @param again reads the document once more, with the range of every part
 */
export function locate(source: Source, whole: Part, again: () => Part): LocatedDocument {
  let root = whole;
  const beginning = shownRange({ part: whole, isWhole: true }, 'key');
  const find = (path: Path): Spot => {
    let spot: Spot = { part: root, isWhole: true };
    for (const part of path) {
      const next = childOf(spot.part, part);
      if (!next) return { ...spot, isWhole: false };
      spot = { ...next, isWhole: true };
    }
    return spot;
  };
  const rangeAt = (path: Path, on: 'key' | 'value'): Range => {
    const found = shownRange(find(path), on);
    if (found) return found;
    root = again();
    return shownRange(find(path), on) as Range;
  };

  /** Each hit in one scalar asks for the same text. */
  const found = new Map<string, number[]>();
  const offsetsOf = (text: string, [start, end]: Range): number[] => {
    const offsets = found.get(`${start} ${text}`) ?? offsetsIn(source.text.slice(start, end), text);
    found.set(`${start} ${text}`, offsets);
    return offsets;
  };

  return {
    value: whole.value,
    place: (path, on) => {
      // The first key is the place of the whole document, which every resource has.
      if (path.length === 0 && on === 'key' && beginning) return source.place(...beginning);
      return source.place(...rangeAt(path, on));
    },
    placeOf: (path, text, nth = 0) => {
      const [start, end] = rangeAt(path, 'value');
      const at = offsetsOf(text, [start, end])[nth];
      return at === undefined ? source.place(start, end) : source.place(start + at, start + at + text.length);
    },
    raw: (path) => {
      const { part, isWhole } = find(path);
      const isScalar = !part.members && !part.items;
      return isWhole && part.range && isScalar ? source.text.slice(...part.range) : undefined;
    },
  };
}

function childOf({ members, items }: Part, name: string | number): Omit<Spot, 'isWhole'> | undefined {
  if (members) return members.get(String(name));
  const item = typeof name === 'number' ? items?.[name] : undefined;
  return item && { part: item };
}

/** Returns the range to point at. For an empty value it is the key, for a mapping without a key its first key. */
function shownRange({ key, part, isWhole }: Spot, on: 'key' | 'value'): Range | undefined {
  const isKey = on === 'key' || !isWhole;
  if (key && (isKey || part.isEmpty)) return key;
  const [first] = isKey ? (part.members?.values() ?? []) : [];
  return first?.key ?? part.range;
}
