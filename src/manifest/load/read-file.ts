import { join } from 'node:path';
import type { ProblemCode } from '../../core/codes.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { type Path, valueAt } from '../../core/path.ts';
import type { Files } from '../../core/ports.ts';
import { asWarning, type Place, type Problem, placed, problemAt } from '../../core/problem.ts';
import { isAmount, isNumber, starNumbers } from '../../text/mask.ts';
import { MAX_SOURCE_BYTES, normaliseSource } from '../../text/source-text.ts';
import { didYouMean } from '../../text/suggest.ts';
import { tooLarge } from '../../yaml/limits.ts';
import { parseLocatedBytes } from '../../yaml/located.ts';
import type { LocatedDocument } from '../../yaml/places.ts';
import { reasonOf } from '../file/local-file.ts';
import { listed, shown } from '../manifest.ts';
import { fieldSchema, knownKinds } from '../schema/schema.ts';

/** A document of a known kind, as it is written. */
export interface RawManifest {
  file: string;
  kind: string;
  value: JsonObject;
  located: LocatedDocument;
}

export interface ReadFile {
  manifests: RawManifest[];
  problems: Problem[];
  text: string;
}

/** Reads one file of manifests, parses its YAML, and finds the kind of each document. */
export async function readManifestFile(root: string, file: string, files: Files): Promise<ReadFile> {
  return readManifests(file, await bytesOf(root, file, files));
}

/** Like `readManifestFile`, from bytes in memory, or the reason why there are none. */
export function readManifests(file: string, bytes: Uint8Array | Problem): ReadFile {
  if (!(bytes instanceof Uint8Array)) return { manifests: [], problems: [bytes], text: '' };
  const { documents, problems, text } = parseLocatedBytes(file, bytes);
  if (problems.length + documents.length === 0 && !text.includes('#')) problems.push(emptyFile(file));
  const manifests: RawManifest[] = [];
  for (const located of documents) {
    const found = dispatch(file, located);
    if ('code' in found) {
      // An unknown tag leaves an empty kind, and is already reported.
      const isReported =
        found.code === 'unknown-kind' && problems.some(({ place }) => place?.line === found.place?.line);
      if (!isReported) problems.push(found);
      if (found.code === 'missing-kind') manifests.push(...withGuessedKind(file, located));
    } else manifests.push(found);
  }
  return { manifests, problems, text };
}

/** A file with only comments is intentional. An empty one may have lost its manifest. */
function emptyFile(file: string): Problem {
  return asWarning(ofFile(file, 'no-manifests', 'The file is empty', 'Write a manifest into it, or delete it'));
}

/** A line that ends a YAML document. No line of a block text can begin like this. */
const MARKER = /^(?:---|\.\.\.)(?=\s|$)/;

/**
 * Returns the text that excerpts are taken from, with phone numbers masked. The numbers of a valid manifest are public and stay. In
 * test sends and invalid documents, everything that may be a number is masked, except amounts in fields that take a number.
 */
export function shownSource({ manifests, problems, text }: ReadFile, valid: ReadonlySet<RawManifest>): string {
  const source = normaliseSource(text);
  const published = manifests.filter((raw) => raw.kind !== 'TestSend' && valid.has(raw));
  if (published.length === manifests.length && problems.length === 0) return source;
  const written = pointsOf(source);
  const shown = pointsOf(source);
  for (const place of manifests.flatMap(numberPlaces)) starAt(shown, place);
  const begins = new Set(published.map(({ located }) => located.place([], 'value').line));
  const starred = pointsOf(
    documentsOf(
      shown.map((points) => points.join('')),
      begins,
    )
      .map(({ lines, isPublished }) => (isPublished ? lines.join('\n') : starNumbers(lines.join('\n'))))
      .join('\n'),
  );
  for (const { line, column, endColumn = column } of manifests.flatMap(amountsIn)) {
    const amount = (written[line - 1] ?? []).slice(column - 1, endColumn - 1);
    if (isAmount(amount.join(''))) starred[line - 1]?.splice(column - 1, amount.length, ...amount);
  }
  return starred.map((points) => points.join('')).join('\n');
}

/** Returns the code points of each line. */
function pointsOf(text: string): string[][] {
  return text.split('\n').map((line) => Array.from(line));
}

/** Returns the places of the amounts in fields that take a number, such as a price: no phone number stands in them. */
function amountsIn({ kind, value, located }: RawManifest): Place[] {
  const within = (at: Json, path: Path): Place[] => {
    if (Array.isArray(at)) return at.flatMap((one, index) => within(one, [...path, index]));
    if (isObject(at)) return Object.entries(at).flatMap(([name, one]) => within(one, [...path, name]));
    const mayBeMasked = typeof at === 'number' && isAmount(String(at));
    return mayBeMasked && fieldSchema(kind, path, value)?.['type'] === 'integer' ? [located.place(path, 'value')] : [];
  };
  return kind === 'TestSend' ? [] : within(value, []);
}

/** Splits the lines of a text into documents. A document is published if a line number in `begins` is one of its lines. */
function documentsOf(
  text: readonly string[],
  begins: ReadonlySet<number>,
): { lines: string[]; isPublished: boolean }[] {
  const documents: { lines: string[]; isPublished: boolean }[] = [];
  let current: (typeof documents)[number] | undefined;
  for (const [index, line] of text.entries()) {
    if (current === undefined || MARKER.test(line)) {
      current = { lines: [], isPublished: false };
      documents.push(current);
    }
    current.lines.push(line);
    current.isPublished ||= begins.has(index + 1);
  }
  return documents;
}

/** Returns the bytes of a file, or why it cannot be read. */
export async function bytesOf(root: string, file: string, files: Files): Promise<Uint8Array | Problem> {
  const path = pathOf(root, file);
  // Why it failed is looked at below, with more calls.
  const read = await files.read(path, MAX_SOURCE_BYTES).catch(() => undefined);
  if (read) return read;
  const noFile = `\`${file}\` is a folder, or not a regular file`;
  try {
    const size = await files.size(path);
    if (size === undefined && (await files.realPath(path)) !== undefined)
      return ofFile(file, 'file-unreadable', noFile, 'Rename it, or exclude it from `manifests` in notiform.yaml');
    // A file that is too large is not read; its only problem is its size.
    if (size !== undefined && size > MAX_SOURCE_BYTES) return tooLarge(file, size);
    const gone = ofFile(file, 'file-missing', `There is no file \`${file}\` any more`);
    return (size === undefined ? undefined : await files.read(path, MAX_SOURCE_BYTES)) ?? gone;
  } catch (error) {
    const message = `\`${file}\` cannot be read (${reasonOf(error)})`;
    return ofFile(file, 'file-unreadable', message, 'Check that you may read it');
  }
}

/** Joins the names of thousands of files. Most have no dots to resolve. */
export function pathOf(root: string, file: string): string {
  return file.includes('..') ? join(root, file) : `${root}/${file}`;
}

/** The problem of a file that was not read. */
function ofFile(file: string, code: ProblemCode, message: string, hint?: string): Problem {
  const place = { file, line: 1, column: 1 };
  return { code, severity: 'error', message, ...(hint !== undefined && { hint }), place };
}

function dispatch(file: string, located: LocatedDocument): RawManifest | Problem {
  const { value } = located;
  if (!isObject(value)) {
    const hint = 'Begin it with `kind:` and `id:`, each on a line of its own';
    const message = 'A manifest is a mapping of fields to values';
    return placed(located, problemAt([], { code: 'wrong-type', message, hint }));
  }
  const { kind = null } = value;
  // The text of a kind is a part of the file's text, and would keep all of it in memory.
  const known = knownKinds.find((name) => name === kind);
  if (known !== undefined) return { file, kind: known, value, located };
  return placed(located, kind === null ? missingKind(value) : unknownKind(kind));
}

/** A document without a kind as one of the kind that has most of its fields, so its other mistakes are shown too. None in doubt. */
function withGuessedKind(file: string, located: LocatedDocument): RawManifest[] {
  const { value } = located;
  if (!isObject(value) || isConfiguration(value)) return [];
  const known = (kind: string): number => Object.keys(value).filter((key) => fieldSchema(kind, [key], value)).length;
  const [first, second] = knownKinds.map((kind) => ({ kind, fields: known(kind) })).sort((a, b) => b.fields - a.fields);
  const isClear = first !== undefined && second !== undefined && first.fields > second.fields;
  return isClear ? [{ file, kind: first.kind, value: { ...value, kind: first.kind }, located }] : [];
}

/** True for a document with the members that `notiform.yaml` must have. */
function isConfiguration({ version, environments }: JsonObject): boolean {
  return version !== undefined && isObject(environments);
}

function missingKind(value: JsonObject): Problem {
  if (isConfiguration(value)) {
    const hint = 'Name only files of manifests. Every command checks the configuration';
    return problemAt([], { code: 'missing-kind', message: 'This is the configuration, not a manifest', hint });
  }
  const hint = `Add \`kind\`: one of ${listed(knownKinds)}`;
  return problemAt(['kind'], { code: 'missing-kind', on: 'key', message: 'The document has no `kind`', hint });
}

function unknownKind(kind: Json): Problem {
  const hint = didYouMean(String(kind), knownKinds, `The kinds are ${listed(knownKinds)}`);
  return problemAt(['kind'], { code: 'unknown-kind', message: `Unknown kind ${shown(kind)}`, hint });
}

/**
 * Finds phone numbers in place of the names of senders or recipients. Such a number would be in git. No message shows it.
 */
export function numbersForNames(testSend: JsonObject): Problem[] {
  return numbersIn(testSend).map((path) => {
    const sender = path[0] === 'from';
    return problemAt(path, {
      code: 'send-number',
      message: `A phone number is written instead of the name of a ${sender ? 'sender' : 'recipient'}`,
      hint: `Give it a name under \`${sender ? 'senders' : 'recipients'}\` in notiform.yaml, and write the name`,
    });
  });
}

/** Returns the places of the phone numbers in place of names. */
function numberPlaces({ kind, value, located }: RawManifest): Place[] {
  return kind === 'TestSend' ? numbersIn(value).map((path) => located.place(path, 'value')) : [];
}

/** Replaces each digit at a place by `*`. */
function starAt(lines: readonly string[][], { line, column, endLine = line, endColumn = column }: Place): void {
  for (let number = line; number <= endLine; number += 1) {
    const points = lines[number - 1] ?? [];
    const end = number === endLine ? endColumn - 1 : points.length;
    for (let at = number === line ? column - 1 : 0; at < end; at += 1)
      points[at] = String(points[at]).replace(/\d/, '*');
  }
}

function numbersIn(testSend: JsonObject): Path[] {
  const { to } = testSend;
  const recipients = Array.isArray(to) ? to.map((_, index): Path => ['to', index]) : [['to']];
  return [...recipients, ['from']].filter((path) => {
    const value = valueAt(testSend, path);
    return typeof value === 'number' || (typeof value === 'string' && isNumber(value));
  });
}
