import * as z from 'zod';
import { parseAddress } from '../core/address.ts';
import { parseDuration } from '../core/duration.ts';
import { Exit } from '../core/exit.ts';
import { canonical, parsedJson } from '../core/json.ts';
import type { Change, Plan } from '../core/plan.ts';
import { plan as planShape } from '../core/plan-shape.ts';
import { asWarning, compareText, errorProblem, NotiformError, type Problem } from '../core/problem.ts';
import { deferredIn } from '../engine/plan/work.ts';
import { allowedBy } from '../engine/route/policy.ts';
import type { Contains } from '../engine/types.ts';
import { artifactName } from './artifact.ts';
import { misfitOf, type recordOf } from './comment.ts';
import { unlessMissing } from './github.ts';
import type { ActionStep } from './step.ts';

/** How far back merged pull requests are searched without `max-age`. */
const LOOK_BACK_MS = 30 * 86_400_000;

const BY_HAND = 'To apply without a reviewed plan, start the workflow by hand: it then plans and applies in one step';

/** The artifact of a plan: the plan, and the comment that shows it. */
const recordShape = z.looseObject({
  pull: z.number().nullable(),
  comment: z.looseObject({ id: z.number(), text: z.string() }).nullable(),
  /** As it was written: its digest covers members that this version does not know. */
  plan: z.unknown(),
});

const pullShape = z.looseObject({
  number: z.number(),
  merged_at: z.nullish(z.string()),
  updated_at: z.string(),
  merge_commit_sha: z.nullish(z.string()),
  head: z.looseObject({ sha: z.string() }),
});

type MergedPull = z.infer<typeof pullShape>;

const artifactShape = z.looseObject({
  id: z.number(),
  name: z.string(),
  created_at: z.nullish(z.string()),
  workflow_run: z.nullish(
    z.looseObject({ id: z.number(), head_sha: z.string(), repository_id: z.number(), head_repository_id: z.unknown() }),
  ),
});

type FoundArtifact = z.infer<typeof artifactShape>;

/** A plan that people saw. */
export interface ShownPlanFile {
  file: string;
  pull?: number;
  /** The comment that showed it. */
  url?: string | undefined;
  /** The addresses that it may change. Everything in the file if left out. */
  only?: ReadonlySet<string>;
}

/**
 * What a plan would make of the addresses that it changes, now or after the decision about another resource, and of their
 * protections, each under a key of its own: a merge may show either. `account` stands for the owner of the state, if it is another account or key than before.
 */
export function goalsIn(plan: Plan): ReadonlyMap<string, string> {
  const isOther = plan.problems.some(
    ({ code, severity }) => severity === 'error' && (code === 'account-changed' || code === 'profile-changed'),
  );
  return new Map([
    ...plan.remembers.map(({ address, protect }) => [protectionOf(address), String(protect)] as const),
    // The rest of a route that an apply began ends where the whole one ends. What a person deleted meanwhile is only forgotten.
    ...[...plan.changes, ...deferredIn(plan)].map(
      ({ address, after, steps }) => [address, canonical({ after, to: (after && steps.at(-1)?.to) ?? [] })] as const,
    ),
    ...(plan.accepts || isOther ? [['account', ''] as const] : []),
  ]);
}

function protectionOf(address: string): string {
  return `protect ${address}`;
}

/** A plan with only the changes and the protections of some keys of `goalsIn`. Later plans may replace the others. */
export function narrowed(plan: Plan, only: ReadonlySet<string> | undefined): Plan {
  if (!only) return plan;
  const isKept = ({ address }: { address: string }): boolean => only.has(protectionOf(address));
  const left = new Set(plan.remembers.flatMap((one) => (isKept(one) ? [] : one.address)));
  return {
    ...plan,
    ...(only.has('account') ? {} : { accepts: [] }),
    policy: { ...plan.policy, unprotect: plan.policy.unprotect.filter((address) => !left.has(address)) },
    changes: plan.changes.filter(({ address }) => only.has(address)),
    waiting: plan.waiting.filter(({ address, held }) => !held || only.has(address)),
    remembers: plan.remembers.filter(isKept),
  };
}

/** The address of a key of `goalsIn`. */
export function addressIn(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}

function artifactOf(step: ActionStep): string {
  return `${artifactName('notiform-plan', ...step.parts)}.json`;
}

/**
 * Uploads a plan with the record of the comment that shows it. Returns false if GitHub keeps none.
 * @param isNeeded true if a later job fails without the artifact: the failure is then an error
 */
export async function keepPlan(
  step: ActionStep,
  plan: Uint8Array,
  comment: ReturnType<typeof recordOf> | undefined,
  isNeeded: boolean,
): Promise<boolean> {
  const name = artifactOf(step);
  const record = { pull: step.context.pull?.number ?? null, comment: comment ?? null, plan: parsedJson(plan) };
  const file = await step.write(name, JSON.stringify(record));
  try {
    await step.artifacts.upload(file);
    return true;
  } catch (error) {
    const message = `The artifact ${name} was not uploaded`;
    step.reportArtifact(message, error, isNeeded ? NEEDED : undefined);
    return false;
  }
}

const NEEDED = 'Run the job again. Without the artifact, `apply` finds no reviewed plan after the merge';

/** Returns the plan that an earlier job of this run made. Throws a NotiformError (exit 7) if there is none. */
export async function planOfRun(step: ActionStep): Promise<ShownPlanFile> {
  const [found] = await artifactsOf(step, `/runs/${step.context.run}`);
  const recorded = found && (await download(step, found));
  if (recorded) return { file: recorded.file };
  throw unreviewed(
    `No earlier job of this run made a plan: there is no artifact ${artifactOf(step)}`,
    'Run `plan` in a job that this job needs, with the same `environment`, `shard` and `comment-id`',
  );
}

/**
 * Finds the plans that people saw for the changes of a plan: of the merged pull requests of the branch, the newest first, until each
 * change has one with the same result. Returns them in the order of their merges. What the checkout does not allow any more, and what was applied before, is left. `refused`
 * says why plans cannot be used: in warnings, if nobody knows whether they have one of the changes.
 */
export async function searchPlans(
  step: ActionStep,
  wanted: SearchedFor,
): Promise<{ plans: ShownPlanFile[]; refused: Problem[] }> {
  const plans: ShownPlanFile[] = [];
  const refused: Problem[] = [];
  const artifacts = wanted.open.size === 0 ? [] : await artifactsOf(step);
  const pulls = artifacts.length === 0 ? [] : await mergedPulls(step);
  for (const pull of pulls) {
    if (wanted.open.size === 0) break;
    const own = artifacts.filter(({ workflow_run: run }) => run?.head_sha === pull.head.sha);
    const found = own.length === 0 ? undefined : await planOfPull(step, pull, own, wanted);
    if (!found) continue;
    if ('problem' in found) refused.push(found.problem);
    // An older merge may make what a newer one needs.
    else plans.unshift(found);
  }
  return { plans, refused };
}

/** The checkout, its plan, the commits of the last applies by address and by profile, and the goals for which no plan was found yet, by address. */
type SearchedFor = { commit: string; made: Plan; commits: Readonly<Record<string, string>>; open: Map<string, string> };

/** The addresses of which a plan shows what is wanted, as far as the checkout allows it, and no apply had the merge before. */
async function wantedIn({ github }: ActionStep, plan: Plan, merge: string, { made, commits, open }: SearchedFor) {
  const risks = new Map([...plan.changes, ...deferredIn(plan)].map((one) => [one.address, one.risks]));
  // An apply of everything leaves what is up to date as it is.
  const isDrift = ({ reasons }: Change): boolean =>
    !reasons.includes('edited') && reasons.some((one) => one === 'drifted' || one === 'vanished');
  const drifted = new Set([...made.changes, ...deferredIn(made)].filter(isDrift).map(({ address }) => address));
  const only = new Set<string>();
  for (const [key, goal] of goalsIn(plan)) {
    const address = addressIn(key);
    const isAllowed = risks.get(key)?.every(allowedBy(made.policy, address)) ?? true;
    if (goal !== open.get(key) || !isAllowed) continue;
    // What changed outside since the last apply, the reviewers of an earlier merge did not see.
    const had = async (last = ''): ReturnType<Contains> =>
      last === '' ? 'no' : github.contains(last.replace('-dirty', ''), merge);
    const own = await Promise.all((key === 'account' ? (plan.accepts ?? []) : [address]).map((of) => had(commits[of])));
    // Only the profiles with changes record an apply of everything.
    const wholes = drifted.has(key) ? Object.keys(commits).filter((of) => !parseAddress(of)) : [];
    const whole = await Promise.all(wholes.map((of) => had(commits[of])));
    // Whether an apply of a commit that GitHub does not know, or that was squashed later, came before the merge, nobody knows.
    if (own.some((is) => is === 'no' || is === 'behind') && whole.every((is) => is === 'behind')) only.add(key);
  }
  return only;
}

/** The pull requests that were merged into the branch, the last one first. A merge is an update. */
async function mergedPulls({ github, context, inputs, view }: ActionStep): Promise<MergedPull[]> {
  const begin = view.ports.clock.now() - (parseDuration(inputs.text('max-age') ?? '') ?? LOOK_BACK_MS);
  const path = `/pulls?state=closed&base=${encodeURIComponent(context.branch)}&sort=updated&direction=desc`;
  const all = await github.list(path, pullShape, { isLast: (pull) => Date.parse(pull.updated_at) < begin });
  return all
    .filter(({ merged_at: merged }) => Date.parse(merged ?? '') >= begin)
    .sort((a, b) => compareText(String(b.merged_at), String(a.merged_at)) || b.number - a.number);
}

/** The artifacts of plans of this repository: a run of a fork can upload one of any name. The newest run first. */
async function artifactsOf(step: ActionStep, of = ''): Promise<FoundArtifact[]> {
  const name = artifactOf(step);
  const path = `/actions${of}/artifacts?name=${encodeURIComponent(name)}`;
  const all = await step.github.list(path, artifactShape, { member: 'artifacts' });
  return all
    .filter(({ name: own, workflow_run: run }) => own === name && run?.head_repository_id === run?.repository_id)
    .sort((a, b) => Number(b.workflow_run?.id) - Number(a.workflow_run?.id) || b.id - a.id);
}

/**
 * The plan that a pull request shows: that of the newest `pull_request` run of its last commit. Returns why it cannot be used if
 * its comment does not show it, and undefined if the pull request has no plan or the checkout does not have its merge.
 */
async function planOfPull(
  step: ActionStep,
  { number, head, merge_commit_sha: merge, merged_at: merged }: MergedPull,
  artifacts: readonly FoundArtifact[],
  wanted: SearchedFor,
): Promise<ShownPlanFile | { problem: Problem } | undefined> {
  const { github, inputs } = step;
  const refuse = (why: string): { problem: Problem } => ({
    problem: errorProblem('plan-unreviewed', `The plan of pull request #${number} is not applied: ${why}`, BY_HAND),
  });
  if (!merge || (await github.contains(wanted.commit, merge)) !== 'yes') return undefined;
  for (const artifact of artifacts) {
    const run = artifact.workflow_run?.id ?? 0;
    const recorded = await download(step, artifact);
    const plan = planShape.safeParse(recorded?.plan).data;
    if (!recorded || !plan) return { problem: asWarning(refuse('its artifact has expired, or is damaged').problem) };
    const { file, pull, comment } = recorded;
    if (pull !== number) continue;
    const only = await wantedIn(step, plan, merge, wanted);
    if (only.size === 0) return undefined;
    const shown = { digest: plan.digest, head: head.sha };
    const sticky = { ...step.sticky({ about: 'plan', number, plan: shown }), run };
    const isLate = Date.parse(artifact.created_at ?? '') > Date.parse(String(merged));
    const late = isLate ? 'it was made after the merge' : undefined;
    const unshown = inputs.text('comment') === 'never' ? late : 'no comment shows it';
    const misfit = comment ? await misfitOf(github, sticky, comment, String(merged)) : unshown;
    if (misfit !== undefined) return refuse(misfit);
    for (const address of only) wanted.open.delete(address);
    const { server, repository } = step.context;
    const url = comment ? `${server}/${repository}/pull/${number}#issuecomment-${comment.id}` : undefined;
    return { file, pull, url, only };
  }
  return undefined;
}

/** Downloads the artifact of a plan, and writes the plan file. Undefined if the artifact has expired, or is damaged. */
async function download(
  step: ActionStep,
  { id }: FoundArtifact,
): Promise<(z.infer<typeof recordShape> & { file: string }) | undefined> {
  const bytes = await unlessMissing(step.github.download(id));
  const recorded = recordShape.safeParse(bytes && parsedJson(bytes)).data;
  if (!recorded) return undefined;
  return { ...recorded, file: await step.write('plan.json', JSON.stringify(recorded.plan)) };
}

export function unreviewed(message: string, hint: string): NotiformError {
  return new NotiformError(errorProblem('plan-unreviewed', message, hint), Exit.refused);
}
