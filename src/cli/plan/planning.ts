import { toLimit } from '../../config/schema.ts';
import type { ProblemCode } from '../../core/codes.ts';
import { Exit } from '../../core/exit.ts';
import type { Risk } from '../../core/kind.ts';
import type { Plan, Policy, Shard } from '../../core/plan.ts';
import { systemClock } from '../../core/ports.ts';
import type { Problem } from '../../core/problem.ts';
import { systemPrograms } from '../../core/program.ts';
import { version } from '../../core/version.ts';
import { makePlan } from '../../engine/plan/plan.ts';
import { policyOf } from '../../engine/route/policy.ts';
import type { EngineEvent, PlanInput, Planned, PolicyFlags } from '../../engine/types.ts';
import type { Client } from '../../wire/client.ts';
import { unlistedCategories } from '../categories.ts';
import type { Invocation } from '../invocation.ts';
import { engineInput, type LoadedProject, type Session } from '../session.ts';

/** What commander read of the options that `plan` and `apply` share. */
export interface PlanOptions {
  allow?: Risk[];
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
}

/** Makes the plan of a project. It reads the service; all that it writes is the list of template categories for `validate`. */
export async function planProject(
  invocation: Invocation,
  project: LoadedProject,
  session: Session,
  options: PlanOptions,
  onEvent: (event: EngineEvent) => void,
): Promise<Planned<Client>> {
  return makePlan({
    ...(await planningInput(invocation, project, session, options)),
    targets: options.target ?? [],
    excludes: options.exclude ?? [],
    onEvent,
    policy: policyFor(project, options),
    shard: options.shard,
  });
}

/** What a plan takes beside what flags say. */
export async function planningInput(
  invocation: Invocation,
  project: LoadedProject,
  session: Session,
  { concurrency, refresh }: Pick<PlanOptions, 'concurrency' | 'refresh'>,
): Promise<Omit<PlanInput<Client>, 'policy' | 'targets' | 'excludes'>> {
  const { environment, config, resources, declared } = project;
  return {
    ...(await engineInput(invocation, environment, session, concurrency)),
    resources,
    declared,
    refresh,
    tool: `notiform ${version}`,
    git: await commitOf(config.root),
    doubts: unlistedCategories(invocation, project, session, refresh === 'full'),
    locate: (problem) => locatedIn(project, problem),
  };
}

/** Replaces the place of a manifest by that of the field which the problem names. */
function locatedIn({ documents }: LoadedProject, { at, ...problem }: Problem): Problem {
  const place = at && problem.place && documents.locate(problem.place, at, 'value');
  return place ? { ...problem, place } : problem;
}

/** git reads the commit from the disk. */
const GIT_PATIENCE_MS = 10_000;

/** Returns the current commit of a folder, or null if git does not know one. */
async function commitOf(cwd: string): Promise<string | null> {
  const command = { program: 'git', args: ['rev-parse', 'HEAD'], cwd, env: process.env, timeoutMs: GIT_PATIENCE_MS };
  const { status, stdout } = await systemPrograms(systemClock)(command);
  return status === 0 ? new TextDecoder().decode(stdout).trim() : null;
}

/** What the environment and the flags allow. */
export function policyFor({ environment }: Pick<LoadedProject, 'environment'>, options: PlanOptions): Policy {
  return policyOf(environment.guard, policyFlags(options));
}

function policyFlags({ maxDeletes, maxUpdates, ...flags }: PlanOptions): PolicyFlags {
  return {
    ...flags,
    ...(maxDeletes === undefined ? {} : { maxDeletes: toLimit(maxDeletes) }),
    ...(maxUpdates === undefined ? {} : { maxUpdates: toLimit(maxUpdates) }),
  };
}

/** What only a manifest can fix; what is blocked by how something stands at the service is no failure. */
const OF_MANIFESTS: readonly ProblemCode[] = [
  'dependency-cycle',
  'name-twice',
  'names-exchanged',
  'renamed-from-declared',
  'state-binding-twice',
  'tell-link',
];

/** 3 where the manifests contradict themselves (docs/cli.md), though everything else of the plan may be done. */
export function exitOfManifests({ problems }: Plan): number {
  return problems.some(({ code }) => OF_MANIFESTS.includes(code)) ? Exit.problems : Exit.done;
}

/** Whether a plan asks for something: changes to make, or blocked ones to look at. */
export function hasNews({ changes, blocked }: Plan): boolean {
  return changes.length > 0 || blocked.length > 0;
}
