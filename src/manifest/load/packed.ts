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
  kind: string,
  members: JsonObject,
  isWhole: 0 | 1,
  begin: PackedPlace,
  findings: [surroundings: number, findings: PackedFinding[]][],
  contents: [surroundings: number, content: PackedContent][],
];

/** The documents of many files as JSON. Thousands of warnings are equal but for their places, so each is there once. */
export interface PackedFiles {
  /** The surroundings, and the findings without their places. */
  shared: (string | Problem)[];
  files: [digest: string, documents: PackedDocument[]][];
}

/** Packs files. @param files their documents, by the digest of their bytes */
export function packed(files: Iterable<readonly [digest: string, documents: readonly KnownDocument[]]>): PackedFiles {
  const numbers = new Map<string, number>();
  const shared: PackedFiles['shared'] = [];
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
    kind,
    members,
    isWhole ? 1 : 0,
    packPlace(begin),
    Object.entries(findings).map(([key, all]) => [numberOf(key), all.map((one) => packFinding(one, one))]),
    packContents(contents).map(([key, content]) => [numberOf(key), content]),
  ];
  return { files: Array.from(files, ([digest, documents]) => [digest, documents.map(pack)]), shared };
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
export function unpacked(shared: PackedFiles['shared'], documents: readonly PackedDocument[]): KnownDocument[] {
  return documents.map(([kind, members, isWhole, begin, findings, contents]) => ({
    kind,
    members,
    isWhole: isWhole === 1,
    begin: unpackPlace(begin),
    findings: Object.fromEntries(
      findings.map(([key, all]) => [shared[key] as string, all.map((one) => unpackFinding(shared, one))]),
    ),
    contents: unpackContents(shared, contents),
  }));
}

function unpackFinding(shared: PackedFiles['shared'], [text, place]: PackedFinding): Problem {
  const finding = { ...(shared[text] as Problem) };
  if (place) finding.place = unpackPlace(place);
  return finding;
}

function unpackPlace([line, column, endLine, endColumn]: PackedPlace): Place {
  return endLine === undefined || endColumn === undefined
    ? { file: '', line, column }
    : { file: '', line, column, endLine, endColumn };
}

function unpackContents(shared: PackedFiles['shared'], contents: PackedDocument[5]): KnownDocument['contents'] {
  const all: KnownContent[] = [];
  for (const [, content] of contents) {
    const full = { inputs: {}, options: {}, ...(content as object) } as KnownContent;
    all.push(typeof content === 'number' ? (all[content] as KnownContent) : full);
  }
  return Object.fromEntries(contents.map(([key], index) => [shared[key] as string, all[index] as KnownContent]));
}
