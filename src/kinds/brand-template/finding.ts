import type { Finding } from '../../core/declaration.ts';
import type { Path } from '../../core/path.ts';

type Words = Pick<Finding, 'code' | 'message'> &
  Partial<Pick<Finding, 'hint' | 'on' | 'severity' | 'rule' | 'text' | 'nth'>>;

/** An error of a value, where nothing else is said. */
export function finding(at: Path, words: Words): Finding {
  return { severity: 'error', at, on: 'value', ...words };
}

/** A warning: it can be registered, and no message could carry it (message API 2.10). */
export function unsendable(at: Path, message: string, hint: string, on: Finding['on'] = 'key'): Finding {
  return finding(at, { severity: 'warning', code: 'not-sendable', on, message, hint });
}
