import { isObject } from '../../core/json.ts';
import { valueAt } from '../../core/path.ts';
import type { Place } from '../../core/problem.ts';
import type { Documents, Manifest, NamedSend } from '../manifest.ts';
import type { Index } from './declared.ts';
import type { Validated } from './validate.ts';

/**
 * Returns the documents of a project.
 * @param whole true if every document of the selected files could be read and has an id
 */
export function documentsOf(validated: readonly Validated[], { addresses }: Index, whole: boolean): Documents {
  const declared = new Set(addresses.keys());
  const sends = validated.filter(({ manifest }) => manifest.kind === 'TestSend');
  // Problems are compared by identity, because a line does not show the document of a problem.
  const owners = new Map(
    sends
      .filter(({ isSendAlone }) => isSendAlone)
      .flatMap(({ manifest, problems }) => problems.map((problem) => [problem, namedSend(manifest)] as const)),
  );
  const bySource = new Map(validated.map(({ manifest }) => [keyOf(startOf(manifest)), manifest]));
  return {
    locate: (source, at, on) => {
      const manifest = bySource.get(keyOf(source));
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
