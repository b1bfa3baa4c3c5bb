import type { Kind } from '../../core/kind.ts';
import { basis, type Standing } from '../../core/resource.ts';

/**
 * The basis of a standing of a kind: a name that the service gives is no part of it, since no plan can predict it. What is
 * found by its name alone either has such a one, or never another.
 */
export function basisOf<S>(
  { recognition, discovery }: Pick<Kind<S>, 'recognition' | 'discovery'>,
  at: Standing,
): string {
  return basis(at && (recognition || discovery.by === 'name') ? { ...at, name: '' } : at);
}
