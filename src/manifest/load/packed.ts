import { equalJson, type JsonObject } from '../../core/json.ts';
import type { Place, Problem } from '../../core/problem.ts';
import type { KnownContent, KnownDocument } from './known.ts';

/** Line, column, and the end if it is known. */
type PackedPlace = [line: number, column: number, endLine?: number, endColumn?: number];
type PackedFinding = [text: number, place?: PackedPlace];
/** What a document declares, without empty members, or the number of an equal one before it. */
type PackedContent = JsonObject | number;

/** A known document as an array. Its numbers refer to a list that the documents of many files share. */
type PackedDocument = [
  kind: number,
  members: JsonObject,
  isWhole: 0 | 1,
  begin: PackedPlace,
  findings: [surroundings: number, findings: PackedFinding[]][],
  contents: [surroundings: number, content: PackedContent][],
];

/** What the documents of many files share. Thousands of warnings are equal but for their places, so each is there once. */
type Shared = readonly (string | Problem)[];

/** The first line of packed files. The documents of each file follow as JSON, one file after another. */
interface PackedIndex {
  /** The kinds, the surroundings, and the findings without their places. */
  shared: Shared;
  files: [digest: string, bytes: number][];
}

/** Packs files. @param files their documents, by the digest of their bytes */
export function packed(files: Iterable<readonly [digest: string, documents: readonly KnownDocument[]]>): Uint8Array {
  const numbers = new Map<string, number>();
  const shared: (string | Problem)[] = [];
  const numberOf = (one: string | object): number => {
    const text = JSON.stringify(one);
    const number = numbers.get(text) ?? shared.push(one as string | Problem) - 1;
    numbers.set(text, number);
    return number;
  };
  // The place stays where it is among the members.
  const packFinding = ({ place, ...rest }: Problem, finding: Problem): PackedFinding =>
    place ? [numberOf({ ...finding, place: 0 }), packPlace(place)] : [numberOf(rest)];
  const pack = ({ kind, members, isWhole, begin, findings, contents }: KnownDocument): PackedDocument => [
    numberOf(kind),
    members,
    isWhole ? 1 : 0,
    packPlace(begin),
    Object.entries(findings).map(([key, all]) => [numberOf(key), all.map((one) => packFinding(one, one))]),
    packContents(contents).map(([key, content]) => [numberOf(key), content]),
  ];
  const all = Array.from(files, ([digest, documents]) => {
    const text = Buffer.from(JSON.stringify(documents.map(pack)));
    return { digest, text };
  });
  const index: PackedIndex = { shared, files: all.map(({ digest, text }) => [digest, text.length]) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...all.map(({ text }) => text)]);
}

/**
 * Packed files. The documents of a file are parsed when they are asked for, and are not kept: most of them are needed for a moment,
 * and those of a whole part would live long enough to be taken for lasting by the garbage collector.
 */
export class PackedFiles {
  readonly #bytes: Buffer;
  readonly #shared: Shared = [];
  /** The number of each file, by digest. */
  readonly #numbers = new Map<string, number>();
  /** Where each file begins, and where the last one ends. */
  readonly #starts: number[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    let start = this.#bytes.indexOf('\n') + 1;
    if (start === 0) return;
    const { shared, files } = JSON.parse(this.#bytes.toString('utf8', 0, start)) as PackedIndex;
    this.#shared = shared;
    this.#starts.push(start);
    for (const [number, [digest, bytes]] of files.entries()) {
      start += bytes;
      this.#numbers.set(digest, number);
      this.#starts.push(start);
    }
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** Returns the documents of the file with this digest. */
  get(digest: string): KnownDocument[] | undefined {
    const number = this.#numbers.get(digest);
    if (number === undefined) return undefined;
    const text = this.#bytes.toString('utf8', this.#starts[number], this.#starts[number + 1]);
    return unpacked(this.#shared, JSON.parse(text));
  }
}

function packPlace({ line, column, endLine, endColumn }: Place): PackedPlace {
  return endLine === undefined || endColumn === undefined ? [line, column] : [line, column, endLine, endColumn];
}

function packContents(contents: KnownDocument['contents']): [key: string, content: PackedContent][] {
  const before: JsonObject[] = [];
  return Object.entries(contents).map(([key, { inputs, options, ...content }]) => {
    const full = { ...content } as JsonObject;
    if (Object.keys(inputs).length > 0) full['inputs'] = inputs;
    if (Object.keys(options).length > 0) full['options'] = options;
    const equal = before.findIndex((one) => equalJson(one, full));
    before.push(full);
    return [key, equal < 0 ? full : equal];
  });
}

/** Returns the documents of a file. @param shared the list that their numbers refer to */
function unpacked(shared: Shared, documents: readonly PackedDocument[]): KnownDocument[] {
  return documents.map(([kind, members, isWhole, begin, findings, contents]) => ({
    kind: shared[kind] as string,
    members,
    isWhole: isWhole === 1,
    begin: unpackPlace(begin),
    findings: Object.fromEntries(
      findings.map(([key, all]) => [shared[key] as string, all.map((one) => unpackFinding(shared, one))]),
    ),
    contents: unpackContents(shared, contents),
  }));
}

function unpackFinding(shared: Shared, [text, place]: PackedFinding): Problem {
  const finding = { ...(shared[text] as Problem) };
  if (place) finding.place = unpackPlace(place);
  return finding;
}

function unpackPlace([line, column, endLine, endColumn]: PackedPlace): Place {
  return endLine === undefined || endColumn === undefined
    ? { file: '', line, column }
    : { file: '', line, column, endLine, endColumn };
}

/** Thousands of documents have neither inputs nor options. */
const NONE: JsonObject = Object.freeze({});

function unpackContent(packed: JsonObject): KnownContent {
  const { goal, content, name, inputs = NONE, options = NONE, digest } = packed as Partial<KnownContent>;
  // Members that are added one after another, as by a spread, take more memory.
  return { goal, content, name, inputs, options, digest } as KnownContent;
}

function unpackContents(shared: Shared, contents: PackedDocument[5]): KnownDocument['contents'] {
  const all: KnownContent[] = [];
  for (const [, content] of contents) {
    all.push(typeof content === 'number' ? (all[content] as KnownContent) : unpackContent(content));
  }
  return Object.fromEntries(contents.map(([key], index) => [shared[key] as string, all[index] as KnownContent]));
}
