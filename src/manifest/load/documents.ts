import { isObject } from '../../core/json.ts';
import { valueAt } from '../../core/path.ts';
import type { Place } from '../../core/problem.ts';
import type { Documents, Manifest, NamedSend } from '../manifest.ts';
import type { Index } from './declared.ts';
import type { Validated } from './validate.ts';

/** @param whole true if every document could be read and has an id */
export function documentsOf(validated: readonly Validated[], { addresses }: Index, whole: boolean): Documents {
  let bySource: Map<string, Manifest> | undefined;
  const sends = validated.filter(({ manifest }) => manifest.kind === 'TestSend');
  // Problems are compared by identity, because a line does not show the document of a problem.
  const owners = new Map(
    sends
      .filter(({ isSendAlone }) => isSendAlone)
      .flatMap(({ manifest, problems }) => problems.map((problem) => [problem, namedSend(manifest)] as const)),
  );
  return {
    locate: (source, at, on) => {
      // Few commands ask for a place.
      bySource ??= new Map(validated.map(({ manifest }) => [keyOf(startOf(manifest)), manifest]));
      const manifest = bySource.get(keyOf(source));
      if (manifest === undefined || valueAt(manifest.value, at.slice(0, 1)) === undefined) return undefined;
      const value = valueAt(manifest.value, at);
      return manifest.located.place(at, isObject(value) || Array.isArray(value) ? 'key' : on);
    },
    declares: (address) => !whole || addresses.has(address),
    invalidSends: sends.filter(({ valid }) => !valid).map(({ manifest }) => namedSend(manifest)),
    sendOf: (problem) => owners.get(problem),
  };
}

/** Returns the place of the first field of a manifest. */
export function startOf({ located }: Manifest): Place {
  const { file, line, column } = located.place([], 'key');
  return { file, line, column };
}

function namedSend(manifest: Manifest): NamedSend {
  return { id: String(manifest.value['id']), source: startOf(manifest) };
}

function keyOf({ file, line, column }: Place): string {
  return `${line}:${column}:${file}`;
}
