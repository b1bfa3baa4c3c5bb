import type { Environment } from '../../config/environment.ts';
import { own } from '../../core/json.ts';
import type { Limit, RecordedPolicy } from '../../core/plan.ts';
import { choosingFlags } from '../../report/command.ts';
import type { Allowance, PlanOptions } from './planning.ts';

/** The flags that shape a plan, as given. Commands shown with the plan repeat them. */
export function givenFlags(options: PlanOptions): string[] {
  const { target = [], exclude = [], shard, concurrency, refresh } = options;
  return [
    ...choosingFlags({ shard, targets: target, excludes: exclude }),
    ...many('--allow', options.allow?.map(allowanceWord)),
    ...many('--resubmit', options.resubmit),
    ...many('--reupload', options.reupload),
    ...many('--unprotect', options.unprotect),
    ...one('--max-deletes', options.maxDeletes),
    ...one('--max-updates', options.maxUpdates),
    ...(options.allowEmpty ? ['--allow-empty'] : []),
    ...(options.acceptAccount ? ['--accept-account'] : []),
    ...one('--refresh', refresh),
    ...one('--concurrency', concurrency?.toString()),
  ];
}

/** The flags that work with a plan file, which records the others. */
export function flagsBesideFile({ concurrency }: PlanOptions): string[] {
  return givenFlags(concurrency === undefined ? {} : { concurrency });
}

/** Removes flags that must not be repeated when the run continues. */
export function flagsToGoOn({ resubmit: _done, reupload: _too, ...options }: PlanOptions): string[] {
  return givenFlags(options);
}

/** The options that reproduce the plan of a file: the policy beyond the environment's own. */
export function recordedOptions(policy: RecordedPolicy, guard: Environment['guard']): PlanOptions {
  const { targets, excludes, shard, allow, allowFor = {}, maxDeletes, maxUpdates, ...same } = policy;
  const ofOne = Object.entries(allowFor).flatMap(([address, risks]) => risks.map((risk) => ({ risk, address })));
  const deletes = limitWord(maxDeletes);
  const updates = limitWord(maxUpdates);
  return {
    ...same,
    ...(shard === undefined ? {} : { shard }),
    target: targets,
    exclude: excludes,
    allow: [
      ...allow.filter((risk) => !guard.allow.includes(risk)).map((risk) => ({ risk })),
      ...ofOne.filter(({ risk, address }) => !own(guard.allowFor ?? {}, address)?.includes(risk)),
    ],
    ...(deletes === limitWord(guard.deletes) ? {} : { maxDeletes: deletes }),
    ...(updates === limitWord(guard.updates) ? {} : { maxUpdates: updates }),
  };
}

/** `destroys`, or `destroys=GroupTag/shop/vip` */
function allowanceWord({ risk, address }: Allowance): string {
  return address === undefined ? risk : `${risk}=${address}`;
}

function many(flag: string, values: readonly string[] = []): string[] {
  return values.flatMap((value) => [flag, value]);
}

function one(flag: string, value: string | undefined): string[] {
  return value === undefined ? [] : [flag, value];
}

/** Formats a value as the flag takes it. */
function limitWord(limit: Limit | null): string {
  if (limit === null) return 'none';
  return 'count' in limit ? String(limit.count) : `${limit.percent}%`;
}
