import { type Address, matchesGlob, splitVersion } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import type { Plan } from '../../core/plan.ts';
import { asWarning, errorProblem, NotiformError, type Problem, type Severity } from '../../core/problem.ts';
import { suggest } from '../../text/suggest.ts';
import { say } from '../sentences.ts';
import type { Decision, PlanInput } from '../types.ts';

interface Selection {
  /** Empty: everything. */
  targets: readonly string[];
  excludes: readonly string[];
}

/**
 * Returns the addresses that `--target` and `--exclude` leave. Targets pull in what they need; an excluded address stays out even
 * if a target needs it.
 */
export function selectAddresses(
  addresses: readonly Address[],
  before: (address: Address) => readonly Address[],
  selection: Selection,
): Set<Address> {
  const selected = new Set<Address>();
  const open = addresses.filter((address) => isTargeted(address, selection.targets));
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    if (selected.has(address) || matchesAny(address, selection.excludes)) continue;
    selected.add(address);
    open.push(...before(address));
  }
  return selected;
}

/** True if a glob matches an address. No globs match every address. */
export function isTargeted(address: Address, globs: readonly string[]): boolean {
  return globs.length === 0 || matchesAny(address, globs);
}

/** True if an address is a target and not excluded. */
export function isSelected(address: Address, selection: Selection): boolean {
  return isTargeted(address, selection.targets) && !matchesAny(address, selection.excludes);
}

/** True if the flags select everything. */
export function isWhole({ targets, excludes }: Selection): boolean {
  return targets.length === 0 && excludes.length === 0;
}

function matchesAny(address: Address, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(address, glob));
}

/**
 * Throws if a pattern matches no address (exit 64): a typo must not look like "nothing to do".
 */
export function requireMatches(addresses: readonly Address[], patterns: readonly string[]): void {
  const unmatched = unmatchedPatterns(addresses, patterns);
  if (unmatched.length > 0) throw new NotiformError(unmatched, Exit.usage);
}

const NO_ADDRESS =
  'Addresses are `Kind/profile/id`; `*` matches inside one part, `**` across parts: `*/shop/**`. `notiform status` shows all addresses with their names. Unmanaged and removed resources have none: `notiform import` gives one';

interface Patterns {
  severity?: Severity;
  flag?: string;
  /** True if a pattern is a full address, which also selects all versions of the address. */
  exact?: boolean;
}

/** Returns a problem for each pattern that matches no address. */
function unmatchedPatterns(
  addresses: readonly Address[],
  patterns: readonly string[],
  { severity = 'error', flag, exact = false }: Patterns = {},
): Problem[] {
  const isMatch = (address: Address, pattern: string): boolean =>
    exact ? [address, splitVersion(address).of].includes(pattern) : matchesGlob(address, pattern);
  const unmatched = patterns.filter((pattern) => !addresses.some((address) => isMatch(address, pattern)));
  const ids = addresses.map(idOf);
  return unmatched.map((pattern) => {
    const near = suggest(pattern, [...addresses, ...ids]);
    const meant = exact ? addresses.find((one) => matchesGlob(one, pattern) || matchesGlob(one, near ?? '')) : near;
    return {
      code: 'selection-empty',
      severity,
      message: `\`${flag === undefined ? pattern : `${flag} ${pattern}`}\` matches no address`,
      hint: meant ? `Did you mean \`${meant}\`?` : NO_ADDRESS,
    };
  });
}

function idOf(address: Address): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

/**
 * Returns the problems of flags that match no address. They are warnings in a shard, since the address may be in another one, and
 * for a target if another target matches: an earlier run of the same command may have removed it.
 */
export function unmatchedFlags<S>(
  decisions: readonly Decision<S>[],
  { targets, excludes, policy, shard, again }: PlanInput<S>,
): Problem[] {
  if (again) return [];
  const addresses = decisions.map(({ want }) => want.address);
  const former = decisions.flatMap(({ protectedAs }) => protectedAs);
  const severity = shard ? 'warning' : 'error';
  const of = (flag: string, globs: readonly string[]) => unmatchedPatterns(addresses, globs, { severity, flag });
  const aimed = of('--target', targets);
  const unprotecting: Patterns = { severity: 'warning', flag: '--unprotect', exact: true };
  return [
    ...(aimed.length < targets.length ? aimed.map(asWarning) : aimed),
    ...of('--exclude', excludes),
    ...of('--resubmit', policy.resubmit),
    ...of('--reupload', policy.reupload),
    ...unmatchedPatterns([...addresses, ...former], policy.unprotect, unprotecting),
  ];
}

/**
 * Returns a warning for each risk that one resource may take, and that no change of it needs: the rule would open a later change
 * that nobody looked at. A plan of a part does not know the other changes. Pure.
 */
export function unusedRules<S>(
  { policy, targets, excludes, shard, again }: PlanInput<S>,
  { complete, changes, waiting, blocked }: Pick<Plan, 'complete' | 'changes' | 'waiting' | 'blocked'>,
): Problem[] {
  if (again || shard || !complete || !isWhole({ targets, excludes })) return [];
  const planned = [...changes, ...waiting.flatMap(({ held }) => held?.change ?? [])];
  const isOf = (rule: Address, address: Address): boolean => [address, splitVersion(address).of].includes(rule);
  return Object.entries(policy.allowFor ?? {}).flatMap(([rule, risks]) => {
    if (blocked.some(({ address }) => isOf(rule, address))) return [];
    const needed = planned.filter(({ address }) => isOf(rule, address)).flatMap((change) => change.risks);
    const unused = risks.filter((risk) => !needed.includes(risk));
    return unused.map((risk) => {
      const hint = `Remove the rule from \`guard.allowFor\` in notiform.yaml, or omit \`--allow ${risk}=${rule}\``;
      return asWarning(errorProblem('allow-unused', say('unneeded-risk', { address: rule, risk }), hint));
    });
  });
}
