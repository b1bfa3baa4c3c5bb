import type { Row } from '../../core/kind.ts';
import type { Change } from '../../core/plan.ts';
import { sha256 } from '../../core/ports.ts';
import type { View } from '../observe/observe.ts';

/** What the service has of something that neither manifests nor state know any more. */
export type Trace = Row | 'absent' | 'unclear';

/**
 * Finds what an approved change was to remove in the lists that were read, by the digest of its name. Unclear where no list
 * proves that it is not there. Pure.
 */
export function traceOf<S>(views: readonly View<S>[], { kind, live }: Change, profile: string): Trace {
  const view = views.find((one) => one.kind.name === kind && one.profile.alias === profile);
  const row = [...(view?.listing.rows.values() ?? [])].find(({ name }) => sha256(name) === live['named']);
  if (row) return row;
  const isWhole = live['named'] !== undefined && view?.listing.settled;
  return isWhole && view.listing.unreadable.length === 0 ? 'absent' : 'unclear';
}
