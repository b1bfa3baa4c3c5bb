import type { Live } from '../../core/resource.ts';
import type { Subject } from '../subject/subject.ts';
import { findRoute } from './route.ts';

/**
 * Whether somebody turned it down: it stands as it was handed in, and only handing it in again unchanged would lead on.
 */
export function isRejected<S>({ kind, want, declared }: Subject<S>, live: Live | undefined): boolean {
  if (!declared || !live) return false;
  const route = findRoute(kind, live, want, (risk) => risk !== 'resubmits');
  return route.found === 'blocked' && route.risk === 'resubmits';
}
