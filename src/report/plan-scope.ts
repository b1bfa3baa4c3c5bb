import type { RecordedPolicy } from '../core/plan.ts';
import { quoted } from './command.ts';

/** The flags that limit a plan to a part of its environment: `--shard 2/8 --target 'order-*'`. */
export function choosingFlags({
  shard,
  targets,
  excludes,
}: Pick<RecordedPolicy, 'shard' | 'targets' | 'excludes'>): string[] {
  return [
    ...(shard === undefined ? [] : ['--shard', `${shard.index}/${shard.of}`]),
    ...targets.flatMap((glob) => ['--target', glob]),
    ...excludes.flatMap((glob) => ['--exclude', glob]),
  ];
}

/** The risks that single resources may take, as `--allow` writes them. */
export function allowedForOne({ allowFor = {} }: Pick<RecordedPolicy, 'allowFor'>): string[] {
  return Object.entries(allowFor).flatMap(([address, risks]) => risks.map((risk) => `${risk}=${address}`));
}

/** The same flags as text; undefined if the plan covers the whole environment. */
export function partOf(policy: RecordedPolicy): string | undefined {
  const flags = choosingFlags(policy);
  return flags.length === 0 ? undefined : flags.map(quoted).join(' ');
}
