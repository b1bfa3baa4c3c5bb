import { dirname, relative } from 'node:path';
import { type FileNode, isFileNode } from '../../core/content.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { formatText } from '../format/format.ts';
import { type Header, writeManifest } from '../writer/writer.ts';

/** A document as it is written into a file: files as paths from there, `${` as `$${`, CR LF as LF, the layout that `fmt` gives. */
export function documentText(
  file: string,
  { kind, head, body, remark }: { kind: string; head: JsonObject; body: JsonObject; remark: string | undefined },
): string {
  const header: Header = remark === undefined ? {} : { comment: commentOf(remark) };
  return formatText(writeManifest(kind, { ...head, ...documentValue(file, body) }, header));
}

/** A value with every file as its path from the document, and every text so that it is read back as it is. */
export function documentValue(file: string, value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, memberOf(file, member)]));
}

function memberOf(file: string, value: Json): Json {
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n').replaceAll('${', () => '$${');
  if (Array.isArray(value)) return value.map((item) => memberOf(file, item));
  if (isFileNode(value)) return pathFrom(file, value);
  return isObject(value) ? documentValue(file, value) : value;
}

/** The path of a file as a manifest writes it: relative to itself, `./` before one in its own folder. */
export function pathFrom(file: string, { path }: FileNode): string {
  const way = relative(dirname(file), path).replaceAll('\\', '/');
  return way.startsWith('../') ? way : `./${way}`;
}

/** What may stand in a comment: no characters that YAML takes nowhere. */
function commentOf(remark: string): string {
  return remark.replace(/(?![\n\u0085])[\p{Cc}\u2028\u2029\ufeff\p{Cs}]/gu, ' ');
}
