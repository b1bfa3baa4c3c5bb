import { isFileNode } from '../../core/content.ts';
import { type JsonObject, mapObject } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import type { Live, Resource } from '../../core/resource.ts';
import { declarations } from '../../kinds/registry.ts';
import type { Client } from '../../wire/client.ts';
import type { ReferenceBook } from './references.ts';
import { documentValue } from './text.ts';
import { type ImportedUploads, pathsIn, type ShownUpload, withFiles } from './uploads.ts';

/** A declared resource and its live content. */
export interface DeclaredLive {
  kind: Kind<Client>;
  /** The alias of its profile. */
  profile: string;
  /** The declared resource, with the name that it is bound to and known uploads as files. */
  want: Resource;
  /** The part of the live resource that the manifest manages, with known uploads as files. */
  live: Live;
}

/** The change of a manifest that makes it declare the live content. */
export interface Revision {
  /** The present document, as `write` would make it. */
  before: JsonObject;
  /** The wanted document. */
  after: JsonObject;
  /** The live content, its new images as files. */
  content: JsonObject;
  uploads: ShownUpload[];
}

/**
 * Returns the document of a manifest before and after the update, in the same form, so that only their differences are rewritten.
 * After the update, a plan has nothing to do. The declared state changes only if the live state does not meet it. Returns
 * undefined for kinds that are not imported.
 * @param file of the manifest, relative to the project's root
 */
export function revisionOf(
  { kind, profile, want, live }: DeclaredLive,
  file: string,
  { uploads, references }: { uploads: ImportedUploads; references: ReferenceBook },
): Revision | undefined {
  const declaration = declarations.get(kind.name);
  const shown = uploads(kind, live.content);
  const content = withPathsOf(want.content, withFiles(live.content, shown));
  const now = { ...live, content };
  const [declared, wanted] = [
    declaration?.write?.({ ...live, content: want.content }, want.id),
    declaration?.write?.(now, want.id),
  ];
  if (!declaration?.write) return undefined;
  const { goalField } = declaration;
  const meets = kind.meets(now, { ...want, content }).meets !== 'no';
  const documentOf = (manifest: JsonObject, goal: JsonObject): JsonObject => {
    const kept = Object.entries(manifest).filter(([key]) => key !== goalField);
    const body = documentValue(file, references.apply(profile, Object.fromEntries(kept)));
    return { kind: kind.name, ...body, ...goal };
  };
  const [before = {}, after = {}] = [declared?.manifest, wanted?.manifest];
  const goalOf = (value: JsonObject[string] | undefined): JsonObject =>
    goalField === undefined || meets || value === undefined ? {} : { [goalField]: value };
  return {
    before: documentOf(before, goalOf(want.goal)),
    after: documentOf(after, goalOf(goalField === undefined ? undefined : after[goalField])),
    content,
    uploads: shown,
  };
}

/** Returns the content with the file paths of the manifest. The state may know the same bytes under another path. */
function withPathsOf(shown: JsonObject, content: JsonObject): JsonObject {
  const paths = pathsIn(shown);
  return mapObject(content, (value) =>
    isFileNode(value) ? { ...value, path: paths.get(value.sha256) ?? value.path } : undefined,
  );
}
