import { isFileNode } from '../../core/content.ts';
import { type JsonObject, mapObject } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import type { Live, Resource } from '../../core/resource.ts';
import { declarations } from '../../kinds/registry.ts';
import type { Client } from '../../wire/client.ts';
import type { ReferenceBook } from './references.ts';
import { documentValue } from './text.ts';
import { type ImportedUploads, pathsIn, type ShownUpload } from './uploads.ts';

/** A declared resource and its live content. */
export interface Declaredly {
  kind: Kind<Client>;
  /** The alias of its profile. */
  profile: string;
  /** What the manifest wants, under the name that it is bound to; known uploads as files. */
  want: Resource;
  /** As far as the manifest manages it; known uploads as files. */
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
 * What a manifest says and what it has to say so that a plan finds nothing to do, both as documents of one form: only
 * where they differ is there anything to rewrite. The state that is wanted is left as it is where what is live meets it.
 * Undefined for kinds that are not imported.
 * @param file of the manifest, relative to the project's root
 */
export function revisionOf(
  { kind, profile, want, live }: Declaredly,
  file: string,
  { uploads, references }: { uploads: ImportedUploads; references: ReferenceBook },
): Revision | undefined {
  const declaration = declarations.get(kind.name);
  const by = { kind, profile, id: want.id };
  const content = withPathsOf(want.content, uploads.withFiles(by, live.content));
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
    uploads: uploads.shownIn(by, content),
  };
}

/** Content with the files that the manifest shows where it shows them: the state may know another path of the same bytes. */
function withPathsOf(shown: JsonObject, content: JsonObject): JsonObject {
  const paths = pathsIn(shown);
  return mapObject(content, (value) =>
    isFileNode(value) ? { ...value, path: paths.get(value.sha256) ?? value.path } : undefined,
  );
}
