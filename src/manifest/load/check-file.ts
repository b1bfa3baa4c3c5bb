import { type Problem, placed } from '../../core/problem.ts';
import { declarations } from '../../kinds/registry.ts';
import type { LoadOptions } from '../options.ts';
import { addressOf, type Declared } from './declared.ts';
import { aliasMistakes, ownProfile, profilesOf } from './profiles.ts';
import { type RawManifest, readManifests, shownSource } from './read-file.ts';
import { placedUnlessSilenced, surroundingsOf } from './resources.ts';
import { type Validated, validateManifest } from './validate.ts';

/** The settings that the check of a file depends on. */
type CheckOptions = Pick<LoadOptions, 'environment' | 'defaults' | 'withoutLint'>;

/** A file of manifests after all checks that need no other file. */
export interface CheckedFile {
  validated: Validated[];
  /** Each manifest once for each of its profiles. */
  declared: Declared[];
  /** Problems of the file, and of documents that are no manifests. */
  unread: Problem[];
  unknownProfiles: Problem[];
  /** The text that excerpts are taken from. */
  source: string;
}

/** Parses a file and checks each of its documents. @param bytes the bytes of the file, or why it could not be read */
export function checkFile(name: string, bytes: Uint8Array | Problem, options: CheckOptions): CheckedFile {
  const read = readManifests(name, bytes);
  const valid = new Set<RawManifest>();
  const file: CheckedFile = { validated: [], declared: [], unread: read.problems, unknownProfiles: [], source: '' };
  for (const raw of read.manifests) {
    const validated = validateManifest(raw, options.environment);
    if (validated.valid) valid.add(raw);
    file.validated.push(validated);
    const { declared, mistakes } = declare(validated, options);
    file.declared.push(...declared);
    file.unknownProfiles.push(...mistakes.map((mistake) => placed(raw.located, mistake)));
  }
  file.source = shownSource(read, valid);
  // Thousands of manifests are kept. The few places that are needed later are found by parsing the file again.
  for (const { located } of read.manifests) located.forgetPlaces();
  return file;
}

/** Returns a manifest once for each of its profiles. Includes an invalid manifest, so references to it are not reported. */
function declare(
  { manifest, valid }: Validated,
  { environment, defaults, withoutLint }: CheckOptions,
): { declared: Declared[]; mistakes: Problem[] } {
  const declaration = declarations.get(manifest.kind);
  if (!declaration || typeof manifest.value['id'] !== 'string') return { declared: [], mistakes: [] };
  const { profiles, mistakes } = declaration.isProfile
    ? ownProfile(manifest.value, environment, declaration)
    : profilesOf(manifest.value, environment, defaults.profile, declaration);
  if (declaration.aliases) mistakes.push(...aliasMistakes(manifest.value, environment, declaration));
  const files = valid ? declaration.files(manifest.value) : [];
  const declared = profiles.map((profile): Declared => {
    const address = addressOf(manifest, profile);
    const surroundings = { ...surroundingsOf(environment, profile), withoutLint };
    const found = valid ? declaration.check(manifest.value, surroundings) : [];
    return { manifest, profile, address, valid, findings: placedUnlessSilenced({ manifest, address }, found), files };
  });
  return { declared, mistakes };
}

type Bytes = Uint8Array | Problem;

/**
 * The results of the language server's last check of a project. A file is checked again only if its bytes or the settings of its
 * environment have changed.
 */
export class CheckMemory {
  #last = new Map<string, { bytes: Bytes; file: CheckedFile }>();
  #now = new Map<string, { bytes: Bytes; file: CheckedFile }>();

  /** Begins a check of the project in all its environments. Forgets files that the last check did not have. */
  begin(): void {
    this.#last = this.#now;
    this.#now = new Map();
  }

  /** Returns a function that returns the known result for a file, or makes it. */
  for(options: CheckOptions): (name: string, bytes: Bytes, check: () => CheckedFile) => CheckedFile {
    const settings = textOf(options);
    return (name, bytes, check) => {
      const key = `${name} ${settings}`;
      const known = this.#last.get(key);
      const file = known && isSame(known.bytes, bytes) ? known.file : check();
      this.#now.set(key, { bytes, file });
      return file;
    };
  }
}

function isSame(a: Bytes, b: Bytes): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0;
}

/** Returns the settings that the check of a file depends on as one text. */
function textOf({ environment, defaults }: CheckOptions): string {
  const { variables, profiles, senders, recipients, categories, ...rest } = environment;
  const types = Array.from(profiles, ([alias, { type }]) => [alias, type]);
  const names = [senders, recipients].map((one) => [...one.keys()]);
  const codes = categories && { ...categories, names: [...categories.names] };
  return JSON.stringify([rest, defaults, [...variables], types, names, codes]);
}
