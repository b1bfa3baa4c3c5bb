import type { Finding } from '../core/declaration.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import type { Mistake } from './manifest.ts';

/** The rules that a manifest may silence: AT01 to AT30. */
const RULES: readonly string[] = Array.from({ length: 30 }, (_, index) => `AT${String(index + 1).padStart(2, '0')}`);

/** What a kind finds in a manifest, without what its `lint` silences. */
export function heard(findings: readonly Finding[], manifest: JsonObject): Mistake[] {
  const silenced = isObject(manifest['lint']) ? Object.keys(manifest['lint']) : [];
  return findings
    .filter(({ rule }) => rule === undefined || !silenced.includes(rule))
    .map(({ at, ...finding }) => ({ ...finding, path: at }));
}

/** Rules that are silenced and do not exist. */
export function unknownRules(manifest: JsonObject): Mistake[] {
  const silenced = isObject(manifest['lint']) ? Object.keys(manifest['lint']) : [];
  return silenced
    .filter((rule) => !RULES.includes(rule))
    .map((rule) => {
      const upper = rule.toUpperCase();
      return {
        code: 'lint-rule',
        path: ['lint', rule],
        on: 'key',
        message: `There is no rule \`${rule}\``,
        hint: RULES.includes(upper) ? `Did you mean \`${upper}\`?` : 'The rules are AT01 to AT30',
      };
    });
}
