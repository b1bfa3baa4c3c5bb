import type { RecordedPolicy } from '../core/plan.ts';
import { quoted } from './command.ts';

/** The flags that chose what of an environment a plan is about: `--shard 2/8 --target 'order-*'`. Empty where it is all. */
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

/** The same as a person reads it; undefined where the plan is about the whole environment. */
export function partOf(policy: RecordedPolicy): string | undefined {
  const flags = choosingFlags(policy);
  return flags.length === 0 ? undefined : flags.map(quoted).join(' ');
}
