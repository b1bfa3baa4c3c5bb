import { stringify } from 'yaml';
import type { Json } from '../core/json.ts';

/** Data as YAML, without folded lines. A module of its own, so that only `--format yaml` loads the library. */
export function yamlText(data: readonly Json[]): string {
  return stringify(data, { lineWidth: 0 });
}
