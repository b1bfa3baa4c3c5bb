import { dirname, relative } from 'node:path';
import { type FileNode, isFileNode } from '../../core/content.ts';
import { isObject, type Json, type JsonObject, mapElements, mapMembers } from '../../core/json.ts';
import type { Header } from '../writer/writer.ts';

/** Returns a value with files as relative paths, `${` as `$${` and CR LF as LF. Reading it gives the same value. */
export function documentValue(file: string, value: JsonObject): JsonObject {
  const written = (part: Json): Json => {
    if (typeof part === 'string') return part.replaceAll('\r\n', '\n').replaceAll('${', () => '$${');
    if (Array.isArray(part)) return mapElements(part, written);
    if (!isObject(part)) return part;
    return isFileNode(part) ? pathFrom(file, part) : mapMembers(part, written);
  };
  return mapMembers(value, written);
}

/** The path of a file as a manifest writes it: relative to itself, `./` before one in its own folder. */
function pathFrom(file: string, { path }: FileNode): string {
  const way = relative(dirname(file), path).replaceAll('\\', '/');
  return way.startsWith('../') ? way : `./${way}`;
}

/** Returns a remark as a comment, without the characters that YAML allows nowhere. */
export function headerOf(remark: string | undefined): Header {
  return remark === undefined
    ? {}
    : { comment: remark.replace(/(?![\n\u0085])[\p{Cc}\u2028\u2029\ufeff\p{Cs}]/gu, ' ') };
}
