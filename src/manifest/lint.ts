import type { ProblemCode } from '../core/codes.ts';
import { type Finding, formatPath, type Path, type Rule } from '../core/declaration.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import { declarations } from '../kinds/registry.ts';
import { type Mistake, valueAt } from './manifest.ts';

/** The lint rules of every kind, each with its kind, in the order of their ids. */
export const allRules: readonly (Rule & { kind: string })[] = Array.from(
  declarations.values(),
  ({ kind, rules = [] }) => rules.map((rule) => ({ ...rule, kind })),
).flat();

/**
 * What a kind finds in a manifest, without the warnings that its `lint` silences. An error stays, silenced or not: what the
 * service refuses it refuses for any reason.
 */
export function heard(findings: readonly Finding[], manifest: JsonObject): Mistake[] {
  const silenced = silencedBy(manifest);
  return findings
    .filter(({ rule, severity }) => rule === undefined || severity === 'error' || !silenced.includes(rule))
    .map(({ at, ...finding }) => ({ ...finding, path: at }));
}

/** Whether a manifest silences the warnings of a rule. */
export function silences(manifest: JsonObject, rule: string): boolean {
  return silencedBy(manifest).includes(rule);
}

function silencedBy({ lint }: JsonObject): string[] {
  return isObject(lint) ? Object.keys(lint) : [];
}

/** Rules that are silenced and do not exist, or that only find errors. */
export function wronglySilenced(manifest: JsonObject): Mistake[] {
  return silencedBy(manifest).flatMap((id) => {
    const rule = allRules.find((one) => one.id === id);
    if (rule && rule.level !== 'error') return [];
    return [rule ? notSilenced(rule) : unknown(id)];
  });
}

function notSilenced({ id, source }: Rule): Mistake {
  return {
    code: 'lint-silenced',
    path: ['lint', id],
    on: 'key',
    message: `\`${id}\` cannot be silenced: the service itself holds to it (${source})`,
    hint: 'Remove it here, and put right what it finds',
  };
}

function unknown(id: string): Mistake {
  const ids = allRules.map((rule) => rule.id);
  const upper = id.toUpperCase();
  const meant = ids.includes(upper) ? upper : undefined;
  return {
    code: 'lint-rule',
    path: ['lint', id],
    on: 'key',
    message: `There is no rule \`${id}\``,
    hint:
      meant === undefined
        ? `The rules are ${ids[0]} to ${ids.at(-1)}: \`notiform validate --rules\``
        : `Did you mean \`${meant}\`?`,
  };
}

/** The mistake under the name of the lint rule that it belongs to, where it belongs to one. */
export function named(mistake: Mistake, kind: string, manifest: JsonObject): Mistake {
  const rule = mistake.rule ?? ruleOf(mistake, kind, manifest);
  if (rule === undefined) return mistake;
  const { severity = 'error', hint } = mistake;
  if (severity === 'warning' || hint === undefined || !silences(manifest, rule)) return { ...mistake, rule };
  return { ...mistake, rule, hint: `${hint}; only the warnings of \`${rule}\` can be silenced` };
}

function ruleOf(
  { code, path }: { code: ProblemCode; path: Path },
  kind: string,
  manifest: JsonObject,
): string | undefined {
  const at = formatPath(path).replace(/\[\d+\]/g, '[]');
  const owner = valueAt(manifest, path.slice(0, -1));
  const type = isObject(owner) ? owner['type'] : undefined;
  return declarations
    .get(kind)
    ?.rules?.find(({ covers = [] }) =>
      covers.some((one) => one.code === code && one.at === at && (one.type === undefined || one.type === type)),
    )?.id;
}
