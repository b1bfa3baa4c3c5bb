import type { Finding, Path } from '../../core/declaration.ts';

type Words = Pick<Finding, 'code' | 'message'> &
  Partial<Pick<Finding, 'hint' | 'on' | 'severity' | 'rule' | 'text' | 'nth'>>;

/** An error of a value, where nothing else is said. */
export function finding(at: Path, words: Words): Finding {
  return { severity: 'error', at, on: 'value', ...words };
}
