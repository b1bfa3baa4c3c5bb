import type { Environment } from '../../config/environment.ts';
import { toLimit } from '../../config/schema.ts';
import { type Address, splitVersion } from '../../core/address.ts';
import type { ProblemCode } from '../../core/codes.ts';
import { Exit } from '../../core/exit.ts';
import type { Risk } from '../../core/kind.ts';
import type { Plan, Policy, Shard } from '../../core/plan.ts';
import { isLint, type Problem } from '../../core/problem.ts';
import { version } from '../../core/version.ts';
import { makePlan } from '../../engine/plan/plan.ts';
import { WRITES } from '../../engine/plan/warnings.ts';
import { policyOf } from '../../engine/route/policy.ts';
import type { History, PlanInput, Planned, PolicyFlags, PredictInput } from '../../engine/types.ts';
import { choosingFlags } from '../../report/command.ts';
import { outstandingIn } from '../../report/view/words.ts';
import type { Client } from '../../wire/client.ts';
import { unlistedCategories } from '../categories.ts';
import type { Invocation } from '../invocation.ts';
import type { LoadedProject } from '../project.ts';
import { engineInput, type Session } from '../session.ts';

/** A risk that the plan may take, at every address or at one. */
export interface Allowance {
  risk: Risk;
  address?: Address;
}

/** The options that `plan` and `apply` share, as commander parsed them. */
export interface PlanOptions {
  allow?: Allowance[];
  resubmit?: string[];
  reupload?: string[];
  maxDeletes?: string;
  maxUpdates?: string;
  allowEmpty?: boolean;
  acceptAccount?: boolean;
  unprotect?: string[];
  target?: string[];
  exclude?: string[];
  shard?: Shard;
  concurrency?: number;
  refresh?: 'full' | 'index';
  lockTimeout?: number;
}

/** The part of the engine's input that every command about the resources of a project has. */
export async function projectInput(
  invocation: Invocation,
  project: LoadedProject,
  session: Session,
  inFlight?: number,
): Promise<PredictInput<Client>> {
  return {
    ...engineInput(invocation, project.environment, session, inFlight),
    resources: project.resources,
    likelyRefusals: unlistedCategories(invocation, project, session),
    locate: (problem) => locatedIn(project, problem),
  };
}

/** The input of a plan, without its selection and its policy. */
export type Planning = Omit<PlanInput<Client>, 'policy' | 'targets' | 'excludes'>;

export function planningInput(input: PredictInput<Client>, project: LoadedProject, history: History): Planning {
  const { config, declared, emptyFiles, sources } = project;
  return {
    ...input,
    declared,
    emptyFiles,
    lackedFiles: history.hidden?.filter((file) => !sources.has(file)),
    tool: `notiform ${version}`,
    project: config.project,
    history,
  };
}

/** Plans a project. Only reads the service, and writes only the list of template categories for `validate`. */
export function planProject(
  planning: Planning,
  environment: Environment,
  options: PlanOptions,
): Promise<Planned<Client>> {
  const { target: targets = [], exclude: excludes = [], shard, refresh } = options;
  return makePlan({ ...planning, targets, excludes, policy: policyFor(environment, options), shard, refresh });
}

/** Replaces the place of a manifest by the place of the field that the problem names. */
function locatedIn({ documents }: LoadedProject, { at, ...problem }: Problem): Problem {
  const place = at && problem.place && documents.locate(problem.place, at, 'value');
  return place ? { ...problem, place } : problem;
}

function policyFor({ guard }: Environment, options: PlanOptions): Policy {
  return policyOf(guard, policyFlags(options));
}

function policyFlags({ allow = [], maxDeletes, maxUpdates, ...flags }: PlanOptions): PolicyFlags {
  const allowFor: Record<Address, Risk[]> = {};
  for (const { risk, address } of allow)
    if (address !== undefined) allowFor[address] = [...(allowFor[address] ?? []), risk];
  return {
    ...flags,
    allow: allow.flatMap(({ risk, address }) => (address === undefined ? risk : [])),
    allowFor,
    ...(maxDeletes === undefined ? {} : { maxDeletes: toLimit(maxDeletes) }),
    ...(maxUpdates === undefined ? {} : { maxUpdates: toLimit(maxUpdates) }),
  };
}

/** Problems that only a manifest can fix. A change that is blocked by a live state is not a failure. */
const OF_MANIFESTS: readonly ProblemCode[] = [
  'name-twice',
  'names-exchanged',
  'renamed-from-declared',
  'state-binding-twice',
  'tell-link',
];

/**
 * The problems of the manifests, with the lint warnings of the contents that a plan writes or sends to an inspection: the others are about
 * texts that were applied before. Only a new template is asked for samples.
 */
export function withLintOfChanges({ problems, withHints }: LoadedProject, { changes, waiting }: Plan): Problem[] {
  const written = [...changes, ...waiting.flatMap(({ held }) => held?.change ?? [])];
  const planned = new Map(written.map((change) => [splitVersion(change.address).of, change]));
  return withHints(problems, (address) => planned.has(address)).filter((problem) => {
    if (!isLint(problem) || problem.address === undefined) return true;
    const { action, steps = [] } = planned.get(problem.address) ?? {};
    if (problem.code === 'no-samples') return action === 'create';
    return (action && WRITES.includes(action)) || steps.some(({ to }) => to.some(({ state }) => outstandingIn(state)));
  });
}

/**
 * Returns 3 if the manifests contradict themselves (docs/cli.md), even if the rest of the plan can be applied.
 */
export function exitOfProblems({ problems }: Pick<Plan, 'problems'>): number {
  return problems.some(({ code }) => OF_MANIFESTS.includes(code)) ? Exit.problems : Exit.done;
}

/** True if there is something to apply, also if only a protection changes, or something blocked. */
export function hasNews({ changes, remembers, blocked }: Plan): boolean {
  return changes.length + remembers.length + blocked.length > 0;
}

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
