import { dirname, relative } from 'node:path';
import { type FileNode, isFileNode } from '../../core/content.ts';
import { type JsonObject, mapObject } from '../../core/json.ts';
import { type Header, writeManifest } from '../writer/writer.ts';

/** Returns the text of a document: files as relative paths, `${` as `$${`, CR LF as LF, in the layout of `fmt`. */
export function documentText(
  file: string,
  { kind, head, body, remark }: { kind: string; head: JsonObject; body: JsonObject; remark: string | undefined },
): string {
  const header: Header = remark === undefined ? {} : { comment: commentOf(remark) };
  return writeManifest(kind, { ...head, ...documentValue(file, body) }, header);
}

/** Returns a value with each file as its relative path, and each text escaped. Reading it back gives the same value. */
export function documentValue(file: string, value: JsonObject): JsonObject {
  return mapObject(value, (part) => {
    if (typeof part === 'string') return part.replaceAll('\r\n', '\n').replaceAll('${', () => '$${');
    return isFileNode(part) ? pathFrom(file, part) : undefined;
  });
}

/** The path of a file as a manifest writes it: relative to itself, `./` before one in its own folder. */
function pathFrom(file: string, { path }: FileNode): string {
  const way = relative(dirname(file), path).replaceAll('\\', '/');
  return way.startsWith('../') ? way : `./${way}`;
}

/** Removes the characters that YAML allows nowhere, for a comment. */
function commentOf(remark: string): string {
  return remark.replace(/(?![\n\u0085])[\p{Cc}\u2028\u2029\ufeff\p{Cs}]/gu, ' ');
}
