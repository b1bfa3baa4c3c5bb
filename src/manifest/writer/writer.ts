import type { JsonObject } from '../../core/json.ts';
import { shapeOf } from './key-order.ts';
import { newMapping } from './new-value.ts';

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
  return [...headerLines(header), newMapping(value, shapeOf(kind, value)), ''].join('\n');
}

function headerLines({ schema, comment }: Header): string[] {
  const lines = comment === undefined ? [] : comment.split(/\r\n?|\n/).map((line) => `# ${line}`.trimEnd());
  return schema === undefined ? lines : [`# yaml-language-server: $schema=${schema}`, ...lines];
}
