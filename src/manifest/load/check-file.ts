import type { Address } from '../../core/address.ts';
import type { Declaration, DeclaredContent, FileUse } from '../../core/declaration.ts';
import { copied, type JsonObject } from '../../core/json.ts';
import type { KeptBytes } from '../../core/lazy-texts.ts';
import { type Problem, placed } from '../../core/problem.ts';
import type { SharedTexts } from '../../core/shared-texts.ts';
import { decodedText, normaliseSource } from '../../core/source-text.ts';
import { declarations } from '../../kinds/registry.ts';
import type { Manifest } from '../manifest.ts';
import type { LoadOptions } from '../options.ts';
import { addressOf, type Declared } from './declared.ts';
import { type CheckedDocument, fromKnown, type KnownDocument, sizeOf, surroundingsKey } from './known.ts';
import { aliasMistakes, ownProfile, profilesOf } from './profiles.ts';
import { type RawManifest, type ReadFile, readManifests, shownSource } from './read-file.ts';
import { referencesIn } from './references.ts';
import { placedUnlessSilenced, surroundingsOf } from './resources.ts';
import { validateManifest } from './validate.ts';

/** What the check of a file needs to know of its project. */
export interface CheckOptions extends Pick<LoadOptions, 'environment' | 'defaults'> {
  shared: SharedTexts;
  /** Keeps the bytes of a file. Undefined if nothing that the documents declare stays in memory. */
  keep: ((bytes: Uint8Array) => KeptBytes) | undefined;
}

/** The documents of a file, and its text as it may be shown: its bytes if all of it may be. */
export interface FileDocuments extends Pick<ReadFile, 'text' | 'problems'> {
  documents: CheckedDocument[];
  source: string | KeptBytes;
}

/** The number of surroundings that the documents of a file were checked in. */
export function findingsIn({ documents }: FileDocuments): number {
  return documents.reduce((sum, { findings }) => sum + sizeOf(findings), 0);
}

/** Parses a file and checks its documents. */
export function checkFile(
  name: string,
  bytes: Uint8Array | Problem,
  { environment, keep }: CheckOptions,
): FileDocuments {
  const read = readManifests(name, bytes);
  const valid = new Set<RawManifest>();
  const documents: CheckedDocument[] = [];
  for (const raw of read.manifests) {
    const validated = validateManifest(raw, environment);
    if (validated.valid) valid.add(raw);
    documents.push({ validated, findings: {}, contents: {} });
  }
  const { text, problems } = read;
  const shown = shownSource(read, valid);
  // A text that is shown as it is need not be kept beside the bytes.
  const isWhole = bytes instanceof Uint8Array && problems.length === 0 && shown === normaliseSource(text);
  return { text, problems, documents, source: isWhole && keep ? keep(bytes) : shown };
}

/** As `checkFile`, for a file whose documents are known. */
export function knownFile(name: string, kept: KeptBytes, known: readonly KnownDocument[]): FileDocuments {
  return {
    // Nearly no file of a large project needs its text.
    get text() {
      return decodedText(kept.bytes);
    },
    problems: [],
    documents: fromKnown(name, kept, known),
    source: kept,
  };
}

/**
 * Returns a manifest once for each of its profiles, and what its kind finds in it. Includes an invalid manifest, so references to it
 * are not reported.
 */
export function declare(
  { validated: { manifest, valid }, findings, contents }: CheckedDocument,
  { environment, defaults, shared, keep }: CheckOptions,
): { declared: Declared[]; problems: Problem[] } {
  const declaration = declarations.get(manifest.kind);
  if (!declaration || typeof manifest.head['id'] !== 'string') return { declared: [], problems: [] };
  const { profiles, mistakes } = declaration.isProfile
    ? ownProfile(manifest.head, environment, declaration)
    : profilesOf(manifest.head, environment, defaults.profile, declaration);
  if (declaration.aliases) mistakes.push(...aliasMistakes(manifest.value, environment, declaration));
  const isKnown = sizeOf(contents) > 0;
  const files = valid && !isKnown ? declaration.files(manifest.value) : NO_FILES;
  const isOwn = isKnown || (valid && declaresAlone(manifest.value, declaration, files));
  const made = keep ? copied<DeclaredContent> : (content: DeclaredContent) => content;
  const inSurroundings = (profile: string | undefined): Pick<Declared, 'findings' | 'content'> => {
    const surroundings = surroundingsOf(environment, profile);
    const key = surroundingsKey(surroundings);
    findings[key] ??= placedUnlessSilenced(manifest, declaration.check(manifest.value, surroundings));
    const found = findings[key];
    if (!isOwn) return { findings: found };
    contents[key] ??= made(declaration.declare(manifest.value, surroundings));
    return { findings: found, content: contents[key] };
  };
  return {
    declared: profiles.map((profile) => {
      const address = addressOf(manifest, profile);
      const { findings, content } = valid ? inSurroundings(profile) : { findings: [] };
      return {
        manifest,
        profile,
        address,
        valid,
        findings: findings.map((one) => withAddress(one, address, manifest, shared)),
        files,
        content,
      };
    }),
    problems: mistakes.map((mistake) => placed(manifest.located, mistake)),
  };
}

/** Shared by the manifests that name no file. */
const NO_FILES: readonly FileUse[] = Object.freeze([]);

/** True if what a document declares depends on no other document and no file. */
export function declaresAlone(
  value: JsonObject,
  declaration: Declaration,
  files: readonly FileUse[] = declaration.files(value),
): boolean {
  const { aliases, checkFiles } = declaration;
  return files.length === 0 && !aliases && !checkFiles?.(value).length && referencesIn(value).length === 0;
}

/** Adds the address of the resource, and the file, which a known finding lacks. */
function withAddress(finding: Problem, address: Address, { file }: Manifest, shared: SharedTexts): Problem {
  // V8 makes a hidden class for each object that gets a new member after a spread, and for `Object.assign` one for all.
  const own: Problem = Object.assign({}, finding, { address });
  if (own.place) own.place = { ...own.place, file };
  own.code = shared(own.code);
  own.message = shared(own.message);
  if (own.hint !== undefined) own.hint = shared(own.hint);
  if (own.path !== undefined) own.path = shared(own.path);
  if (own.rule !== undefined) own.rule = shared(own.rule);
  return own;
}
