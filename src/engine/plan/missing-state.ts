import type { Problem } from '../../core/problem.ts';
import { asWarning, errorProblem, NotiformError } from '../../core/problem.ts';
import { profileDigest } from '../../state/account.ts';
import type { StateDocument, StateDocuments } from '../../state/document.ts';
import { say } from '../sentences.ts';
import { profilesOf } from '../snapshot/shard.ts';
import type { Decision, EngineInput } from '../types.ts';

/**
 * Returns a problem for each profile without state whose key the state has under another alias: the alias was renamed. A plan
 * without that state would adopt every resource and lose its protection. Documents that cannot be read, as those of other
 * projects, are ignored.
 */
export async function renamedAliases<S>(
  { environment, store }: Pick<EngineInput<S>, 'environment' | 'store'>,
  documents: StateDocuments,
): Promise<Problem[]> {
  const open = new Map(
    profilesOf(environment).flatMap(({ alias, key }) =>
      isUnused(documents.get(alias), key) ? [[profileDigest(key), alias] as const] : [],
    ),
  );
  if (open.size === 0) return [];
  const former = (await store.profiles()).filter((name) => !environment.profiles.has(name));
  const found = await Promise.all(
    former.map(async (name): Promise<Problem[]> => {
      const document = await store.read(name).catch((error: unknown) => {
        if (!(error instanceof NotiformError)) throw error;
      });
      const alias = open.get(document?.keyDigest ?? '');
      const isUsed = Object.keys(document?.entries ?? {}).length > 0;
      if (alias === undefined || !isUsed) return [];
      const values = { alias, former: name };
      return [errorProblem('profile-renamed', say('profile-renamed', values), say('profile-renamed-way', values))];
    }),
  );
  return found.flat();
}

/** True without a document, and for one without entries: a moved alias leaves it. The state of another key is refused elsewhere. */
function isUnused(document: StateDocument | undefined, key: string): boolean {
  return !document || (document.keyDigest === profileDigest(key) && Object.keys(document.entries).length === 0);
}

/** Returns a warning if resources are live in profiles without state: the state of an earlier apply may be missing. */
export function withoutState<S>(decisions: readonly Decision<S>[], documents: StateDocuments): Problem[] {
  const live = decisions.filter(
    ({ declared, entry, kind, profile, live }) =>
      // A resource that is found by its name only is never created.
      declared && !entry && live && kind.discovery.by === 'list' && isUnused(documents.get(profile.alias), profile.key),
  );
  if (live.length === 0) return [];
  const message = say('state-missing', { count: live.length });
  return [asWarning(errorProblem('state-missing', message, say('state-missing-way')))];
}
