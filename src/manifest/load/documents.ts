import { isObject } from '../../core/json.ts';
import type { KeptBytes } from '../../core/lazy-texts.ts';
import { valueAt } from '../../core/path.ts';
import type { Place } from '../../core/problem.ts';
import type { Documents, Manifest, NamedSend } from '../manifest.ts';
import type { Index } from './declared.ts';
import { type RawManifest, readManifests } from './read-file.ts';
import type { Validated } from './validate.ts';

/**
 * Returns the documents of a project. The places of a file that is shown as it is are found in its bytes, because few commands ask
 * for places. So its manifests need not stay in memory.
 * @param whole true if every document of the selected files could be read and has an id
 * @param sources the texts of the files; bytes if the whole file may be shown
 */
export function documentsOf(
  validated: readonly Validated[],
  { addresses }: Index,
  whole: boolean,
  sources: ReadonlyMap<string, string | KeptBytes>,
): Documents {
  const declared = new Set(addresses.keys());
  const sends = validated.filter(({ manifest }) => manifest.kind === 'TestSend');
  // Problems are compared by identity, because a line does not show the document of a problem.
  const owners = new Map(
    sends
      .filter(({ isSendAlone }) => isSendAlone)
      .flatMap(({ manifest, problems }) => problems.map((problem) => [problem, namedSend(manifest)] as const)),
  );
  const isKept = ({ manifest: { file } }: Validated): boolean => typeof sources.get(file) !== 'object';
  const bySource = new Map<string, RawManifest>(
    validated.filter(isKept).map(({ manifest }) => [keyOf(startOf(manifest)), manifest]),
  );
  const read = new Set<string>();
  const manifestAt = (source: Place): RawManifest | undefined => {
    const text = sources.get(source.file);
    if (typeof text === 'object' && !read.has(source.file)) {
      read.add(source.file);
      for (const manifest of readManifests(source.file, text.bytes).manifests)
        bySource.set(keyOf(startOf(manifest)), manifest);
    }
    return bySource.get(keyOf(source));
  };
  return {
    locate: (source, at, on) => {
      const manifest = manifestAt(source);
      if (manifest === undefined || valueAt(manifest.value, at.slice(0, 1)) === undefined) return undefined;
      const value = valueAt(manifest.value, at);
      return manifest.located.place(at, isObject(value) || Array.isArray(value) ? 'key' : on);
    },
    addresses: declared,
    declares: (address) => !whole || declared.has(address),
    invalidSends: sends
      .filter(({ valid, elsewhere }) => !valid && !elsewhere)
      .map(({ manifest }) => namedSend(manifest)),
    sendsElsewhere: sends.flatMap(({ manifest, elsewhere }) =>
      elsewhere ? { ...namedSend(manifest), environments: elsewhere } : [],
    ),
    hasUnchecked: !whole || validated.some(({ valid, manifest }) => !valid && manifest.kind !== 'TestSend'),
    sendOf: (problem) => owners.get(problem),
  };
}

/** Returns the place of the first field of a manifest. */
export function startOf({ located }: Pick<Manifest, 'located'>): Place {
  const { file, line, column } = located.place([], 'key');
  return { file, line, column };
}

function namedSend(manifest: Manifest): NamedSend {
  return { id: String(manifest.value['id']), source: startOf(manifest) };
}

function keyOf({ file, line, column }: Place): string {
  return `${line}:${column}:${file}`;
}
