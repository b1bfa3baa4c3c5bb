import { type Address, matchesGlob } from '../core/address.ts';
import type { Problem } from '../core/problem.ts';
import { beforeOf, type Order } from './graph.ts';

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
  const targeted = addresses.filter(
    (address) => selection.targets.length === 0 || meetsAny(address, selection.targets),
  );
  const selected = new Set<Address>();
  const open = [...targeted];
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    if (selected.has(address) || meetsAny(address, selection.excludes)) continue;
    selected.add(address);
    open.push(...beforeOf(needs, address));
  }
  return selected;
}

function meetsAny(address: Address, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(address, glob));
}

/** A warning for each pattern that meets no address. */
export function idlePatterns(addresses: readonly Address[], selection: Selection): Problem[] {
  const idle = (flag: string, globs: readonly string[]): Problem[] =>
    globs
      .filter((glob) => !addresses.some((address) => matchesGlob(address, glob)))
      .map((glob) => ({
        code: 'selection-empty',
        severity: 'warning',
        message: `\`${flag} ${glob}\` meets no address`,
        hint: 'Addresses are `Kind/profile/id`; `*` stands for any part of them.',
      }));
  return [...idle('--target', selection.targets), ...idle('--exclude', selection.excludes)];
}
