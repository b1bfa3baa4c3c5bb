import { Document } from 'yaml';
import type { JsonObject } from '../../core/json.ts';
import { shapeOf } from './key-order.ts';
import { COMPOSING, layOut, sortMembers } from './layout.ts';

export interface Header {
  /** The path of the schema, relative to the manifest, or its URL. Editors read it from the first line. */
  schema?: string;
  /** Lines about the manifest, above it. */
  comment?: string;
}

/**
 * Writes the YAML of one manifest, with a line break at the end: members in canonical order (schemas/), small values on one line in
 * braces, texts in a style that keeps them exact. Reading it back gives the same manifest.
 * @param manifest as it was declared; `kind` may be missing in it
 */
export function writeManifest(kind: string, manifest: JsonObject, header: Header = {}): string {
  const value = { kind, ...manifest };
  const document = new Document(value, { ...COMPOSING, aliasDuplicateObjects: false });
  if (document.contents) sortMembers(document.contents, shapeOf(kind, value));
  return `${headerLines(header)
    .map((line) => `${line}\n`)
    .join('')}${layOut(document)}`;
}

function headerLines({ schema, comment }: Header): string[] {
  const lines = comment === undefined ? [] : comment.split(/\r\n?|\n/).map((line) => `# ${line}`.trimEnd());
  return schema === undefined ? lines : [`# yaml-language-server: $schema=${schema}`, ...lines];
}
