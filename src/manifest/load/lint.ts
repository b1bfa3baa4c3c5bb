import type { RuleOfKind } from '../../core/declaration.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import { valueAt } from '../../core/path.ts';
import { compareText, isLint, type Problem, problemAt } from '../../core/problem.ts';
import { AS_OF } from '../../kinds/lint/rule.ts';
import { declarations } from '../../kinds/registry.ts';

/** The lint rules of all kinds, sorted by id. Several kinds may have a rule with the same id. */
export const allRules: readonly RuleOfKind[] = Array.from(declarations.values(), ({ kind, rules = [] }) =>
  rules.map((rule) => ({ date: AS_OF, ...rule, kind })),
)
  .flat()
  .sort((a, b) => compareText(a.id, b.id));

/** True if a manifest silences a warning. An error cannot be silenced: the service refuses the value anyway. */
export function isSilenced(problem: Problem, manifest: JsonObject): boolean {
  return isLint(problem) && silences(manifest, String(problem.rule));
}

/** True if a manifest silences the warnings of a rule. */
export function silences(manifest: JsonObject, rule: string): boolean {
  return silencedBy(manifest).includes(rule);
}

function silencedBy({ lint }: JsonObject): string[] {
  return isObject(lint) ? Object.keys(lint) : [];
}

/** Returns a problem for each silenced rule that does not check this kind, or reports only errors. */
export function wronglySilenced(manifest: JsonObject, kind: string): Problem[] {
  return silencedBy(manifest).flatMap((id) => {
    const rule = allRules.find((one) => one.id === id && one.kind === kind);
    if (rule && rule.level !== 'error') return [];
    const message = rule
      ? `\`${id}\` cannot be silenced: the service enforces it (${rule.source})`
      : `\`${id}\` is no rule of ${kind}`;
    const hint = rule
      ? 'Remove the rule here, and fix what it reports'
      : 'Remove it, or correct it: `notiform validate --rules` lists the rules of each kind';
    return [problemAt(['lint', id], { code: rule ? 'lint-silenced' : 'lint-rule', on: 'key', message, hint })];
  });
}

/** Adds to a problem the lint rule that covers it, if there is one. */
export function named(mistake: Problem, kind: string, manifest: JsonObject): Problem {
  const rule = mistake.rule ?? ruleOf(mistake, kind, manifest);
  if (rule === undefined) return mistake;
  const { severity, hint } = mistake;
  if (severity === 'warning' || hint === undefined || !silences(manifest, rule)) return { ...mistake, rule };
  return { ...mistake, rule, hint: `${hint}; only the warnings of \`${rule}\` can be silenced` };
}

function ruleOf({ code, path = '', at = [] }: Problem, kind: string, manifest: JsonObject): string | undefined {
  const field = path.replace(/\[\d+\]/g, '[]');
  const owner = valueAt(manifest, at.slice(0, -1));
  const type = isObject(owner) ? owner['type'] : undefined;
  return declarations
    .get(kind)
    ?.rules?.find(({ covers = [] }) =>
      covers.some((one) => one.code === code && one.at === field && (one.type === undefined || one.type === type)),
    )?.id;
}
