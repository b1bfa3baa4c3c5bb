import type { Json } from '../core/json.ts';
import type { Path } from '../core/path.ts';
import type { Place, Places } from '../core/problem.ts';
import { offsetsIn, type Source } from '../text/source-text.ts';

/** One YAML document as plain JSON, with the place of every value. */
export interface LocatedDocument extends Places {
  value: Json;
  /** A scalar as it is written in the file (`001001`, whatever YAML makes of it). */
  raw(path: Path): string | undefined;
  /** Frees the memory of the places of the whole file. A place that is asked for afterwards is found by reading the text again. */
  forgetPlaces(): void;
}

/** Offsets into a text, the end exclusive. */
export type Range = readonly [number, number];

export interface Part {
  value: Json;
  range: Range;
  /** Set for a key without a value. */
  isEmpty?: boolean;
  members?: ReadonlyMap<string, KeyedPart>;
  items?: readonly Part[];
}

export interface KeyedPart {
  key: Range;
  part: Part;
}

/** The part at a path, or the nearest one around it, and its key if it has one. */
interface Spot {
  key?: Range;
  part: Part;
  isWhole: boolean;
}

/** Reads the documents of a text again. */
export interface DocumentReader {
  /** @param index the number among the documents that are not empty */
  partAt(index: number): Part;
  /** Frees the memory of what was read. */
  forget(): void;
}

/** A document with the places of its parts. Thousands are read, so each is one object. */
export class PlacedDocument implements LocatedDocument {
  readonly value: Json;
  readonly #source: Source;
  readonly #reader: DocumentReader;
  readonly #index: number;
  readonly #beginning: Range;
  #root: Part | undefined;
  /** The offsets of texts that were asked for: each hit in one scalar asks for the same text. */
  #offsets: Map<string, number[]> | undefined;

  constructor(source: Source, whole: Part, reader: DocumentReader, index: number) {
    this.value = whole.value;
    this.#source = source;
    this.#reader = reader;
    this.#index = index;
    this.#beginning = shownRange({ part: whole, isWhole: true }, 'key');
    this.#root = whole;
  }

  place(path: Path, on: 'key' | 'value'): Place {
    // The first key is the place of the whole document, which every resource has.
    const isBeginning = path.length === 0 && on === 'key';
    return this.#source.place(...(isBeginning ? this.#beginning : shownRange(this.#find(path), on)));
  }

  placeOf(path: Path, text: string, nth = 0): Place {
    const range = shownRange(this.#find(path), 'value');
    const at = this.#offsetsOf(text, range)[nth];
    if (at === undefined) return this.#source.place(...range);
    return this.#source.place(range[0] + at, range[0] + at + text.length);
  }

  raw(path: Path): string | undefined {
    const { part, isWhole } = this.#find(path);
    const isScalar = !part.members && !part.items;
    return isWhole && isScalar ? this.#source.text.slice(...part.range) : undefined;
  }

  forgetPlaces(): void {
    this.#root = undefined;
    this.#offsets = undefined;
    this.#reader.forget();
  }

  #find(path: Path): Spot {
    this.#root ??= this.#reader.partAt(this.#index);
    let spot: Spot = { part: this.#root, isWhole: true };
    for (const part of path) {
      const next = childOf(spot.part, part);
      if (!next) return { ...spot, isWhole: false };
      spot = { ...next, isWhole: true };
    }
    return spot;
  }

  #offsetsOf(text: string, [start, end]: Range): number[] {
    this.#offsets ??= new Map();
    const key = `${start} ${text}`;
    const offsets = this.#offsets.get(key) ?? offsetsIn(this.#source.text.slice(start, end), text);
    this.#offsets.set(key, offsets);
    return offsets;
  }
}

function childOf({ members, items }: Part, name: string | number): Omit<Spot, 'isWhole'> | undefined {
  if (members) return members.get(String(name));
  const item = typeof name === 'number' ? items?.[name] : undefined;
  return item && { part: item };
}

/** Returns the range to point at. For an empty value it is the key, for a mapping without a key its first key. */
function shownRange({ key, part, isWhole }: Spot, on: 'key' | 'value'): Range {
  const isKey = on === 'key' || !isWhole;
  if (key && (isKey || part.isEmpty)) return key;
  const [first] = isKey ? (part.members?.values() ?? []) : [];
  return first?.key ?? part.range;
}
