import { isFileNode } from '../../core/content.ts';
import { type Json, type JsonObject, mapObject } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import type { Live, Resource } from '../../core/resource.ts';
import { declarations } from '../../kinds/registry.ts';
import type { Client } from '../../wire/client.ts';
import type { ReferenceBook } from './references.ts';
import { documentValue } from './text.ts';
import { type ImportedUploads, type ShownUpload, withFiles } from './uploads.ts';

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
 * After the update, a plan has nothing to do. The declared state changes only if the live state does not meet it.
 */
export function revisionOf(
  { kind, profile, want, live }: DeclaredLive,
  { uploads: uploadsIn, references }: { uploads: ImportedUploads; references: ReferenceBook },
): Revision {
  const { write, goalField = '' } = declarations.get(kind.name) ?? {};
  const uploads = uploadsIn(kind, live.content);
  const content = withPathsOf(want.content, withFiles(live.content, uploads));
  const meets = kind.meets({ ...live, content }, { ...want, content }).meets !== 'no';
  const documentOf = (shown: JsonObject, goal?: Json): JsonObject => {
    const { [goalField]: state, ...body } = write?.({ ...live, content: shown }, want.id)?.manifest ?? {};
    const wanted = goal ?? state;
    return {
      kind: kind.name,
      ...documentValue(want.source.file, references.apply(profile, body)),
      ...(goalField !== '' && wanted !== undefined && !meets && { [goalField]: wanted }),
    };
  };
  return { before: documentOf(want.content, want.goal), after: documentOf(content), content, uploads };
}

/** Returns the content with the file paths of the manifest. The state may know the same bytes under another path. */
function withPathsOf(shown: JsonObject, content: JsonObject): JsonObject {
  const paths = new Map<string, string>();
  mapObject(shown, (value) => {
    if (isFileNode(value)) paths.set(value.sha256, value.path);
    return undefined;
  });
  return mapObject(content, (value) =>
    isFileNode(value) ? { ...value, path: paths.get(value.sha256) ?? value.path } : undefined,
  );
}
