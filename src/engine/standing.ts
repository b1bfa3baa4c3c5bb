import type { Kind } from '../core/kind.ts';
import { basis, type Standing } from '../core/resource.ts';

/** The basis of a standing of a kind: a name that the service gives is no part of it, since no plan can predict it. */
export function basisOf<S>({ recognition }: Pick<Kind<S>, 'recognition'>, at: Standing): string {
  return basis(at && recognition ? { ...at, name: '' } : at);
}
