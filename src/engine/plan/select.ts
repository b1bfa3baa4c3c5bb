import { type Address, matchesGlob, splitVersion } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { hasErrors, NotiformError, type Problem, type Severity } from '../../core/problem.ts';
import { suggest } from '../../core/suggest.ts';
import type { PlanInput } from '../types.ts';
import { beforeOf, type Order } from './order.ts';

export interface Selection {
  /** Empty: everything. */
  targets: readonly string[];
  excludes: readonly string[];
}

/**
 * The addresses that `--target` and `--exclude` leave: targets pull in what they need, and what is excluded stays out
 * even where a target needs it.
 */
export function selectAddresses(addresses: readonly Address[], needs: Order, selection: Selection): Set<Address> {
  const targeted = addresses.filter((address) => isTargeted(address, selection));
  const selected = new Set<Address>();
  const open = [...targeted];
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    if (selected.has(address) || meetsAny(address, selection.excludes)) continue;
    selected.add(address);
    open.push(...beforeOf(needs, address));
  }
  return selected;
}

/** Whether an address is meant by itself: not because a target needs it, and whether it is excluded or not. */
function isTargeted(address: Address, { targets }: Selection): boolean {
  return targets.length === 0 || meetsAny(address, targets);
}

/** Whether an address is meant by itself, and not excluded. */
export function isSelected(address: Address, selection: Selection): boolean {
  return isTargeted(address, selection) && !meetsAny(address, selection.excludes);
}

function meetsAny(address: Address, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(address, glob));
}

/**
 * Throws where a pattern that chooses addresses meets none (exit 64): a slip of the pen must not look like "nothing to
 * do".
 * @param flag how the pattern was said: `--target`; undefined for an argument
 */
export function requireMet(addresses: readonly Address[], patterns: readonly string[], flag?: string): void {
  const idle = idlePatterns(addresses, patterns, 'error', flag);
  if (idle.length > 0) throw new NotiformError(idle, Exit.usage);
}

/** True if a pattern means one resource, which manifests or state then know: no look at the service makes it meet another one. */
export function isLiteral(pattern: string): boolean {
  return !/[*?@]/.test(pattern);
}

const NO_ADDRESS =
  'Addresses are `Kind/profile/id`; `*` stands for any run inside one part, `**` for any run: `*/shop/**`. What is live and not managed has none: `notiform import` gives it one';

/**
 * A problem for each pattern that meets no address.
 * @param exact whether one address is meant, said in full: itself, or with all its versions
 */
export function idlePatterns(
  addresses: readonly Address[],
  patterns: readonly string[],
  severity: Severity,
  flag?: string,
  exact = false,
): Problem[] {
  const meets = (address: Address, pattern: string): boolean =>
    exact ? [address, splitVersion(address).of].includes(pattern) : matchesGlob(address, pattern);
  return patterns
    .filter((pattern) => !addresses.some((address) => meets(address, pattern)))
    .map((pattern) => {
      const near = suggest(pattern, [...addresses, ...addresses.map(idOf)]);
      const meant = exact ? addresses.find((one) => matchesGlob(one, pattern) || matchesGlob(one, near ?? '')) : near;
      return {
        code: 'selection-empty',
        severity,
        message: `\`${flag === undefined ? pattern : `${flag} ${pattern}`}\` meets no address`,
        hint: meant
          ? `Did you mean \`${meant}\`?`
          : `${NO_ADDRESS}${flag === undefined ? '' : '. What an earlier run removed has none any more'}`,
      };
    });
}

function idOf(address: Address): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

/**
 * Flags that name addresses, and meet none: a slip of the pen, which must not look like nothing to do. In a shard they are
 * warnings, since the address may be in another one; so is what an earlier run of the same command may have removed, where
 * something is left to do.
 */
export function idleFlags<S>(
  addresses: readonly Address[],
  former: readonly Address[],
  {
    targets,
    excludes,
    policy,
    shard,
    again,
  }: Pick<PlanInput<S>, 'targets' | 'excludes' | 'policy' | 'shard' | 'again'>,
): Problem[] {
  if (again) return [];
  const severity = shard ? 'warning' : 'error';
  const aimed = idlePatterns(addresses, targets, severity, '--target');
  return [
    ...(aimed.length < targets.length ? aimed.map(asWarning) : aimed),
    ...idlePatterns(addresses, excludes, severity, '--exclude'),
    ...idlePatterns(addresses, policy.resubmit, severity, '--resubmit'),
    ...idlePatterns(addresses, policy.reupload, severity, '--reupload'),
    ...idlePatterns([...addresses, ...former], policy.unprotect, 'warning', '--unprotect', true),
  ];
}

/** Ends the plan before anything is read if a flag names an address that neither manifests nor state know. */
export function requireMeant<S>(known: readonly Address[], input: PlanInput<S>): void {
  const { targets, excludes, policy } = input;
  const idle = idleFlags(known, [], {
    ...input,
    // One that meets something makes warnings of the rest, and what a glob meets is known later.
    targets: targets.every(isLiteral) ? targets : [],
    excludes: excludes.filter(isLiteral),
    policy: {
      ...policy,
      resubmit: policy.resubmit.filter(isLiteral),
      reupload: policy.reupload.filter(isLiteral),
      unprotect: [],
    },
  });
  if (hasErrors(idle)) throw new NotiformError(idle, Exit.usage);
}

function asWarning(problem: Problem): Problem {
  return { ...problem, severity: 'warning' };
}
