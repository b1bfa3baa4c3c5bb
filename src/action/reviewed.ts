import * as z from 'zod';
import { Exit } from '../core/exit.ts';
import { compareText, errorProblem, NotiformError } from '../core/problem.ts';
import { PLAN_FILE } from './artifact.ts';
import type { GitHub } from './github.ts';
import { headOf } from './pictures.ts';
import { PLAN_ARTIFACT, RESULT_ARTIFACT, sectionIn, sectionName } from './sections.ts';
import type { ActionStep } from './step.ts';

export interface ReviewedPlan {
  file: string;
  pull?: number;
}

const pullShape = z.looseObject({
  number: z.number(),
  merged_at: z.nullish(z.string()),
  base: z.looseObject({ ref: z.string() }),
  head: z.looseObject({ sha: z.string() }),
});

type MergedPull = z.infer<typeof pullShape>;

const artifactShape = z.looseObject({
  id: z.number(),
  name: z.string(),
  expired: z.boolean(),
  created_at: z.nullish(z.string()),
  workflow_run: z.nullish(
    z.looseObject({
      id: z.number(),
      head_sha: z.string(),
      repository_id: z.number(),
      head_repository_id: z.number(),
    }),
  ),
});

const runShape = z.looseObject({ event: z.string(), head_sha: z.string() });

/**
 * Returns the plan files that people reviewed, in the order in which they were merged. `run`: the plan of this run.
 * `pull-request`: one for each pull request that the push brought, from the run of the commit that its author pushed last. Throws
 * a NotiformError (exit 7) if a plan is missing: what nobody reviewed is not applied.
 */
export async function reviewedPlans(step: ActionStep, mode: 'run' | 'pull-request'): Promise<ReviewedPlan[]> {
  if (mode === 'run') return [{ file: await planOfRun(step) }];
  const pulls = await mergedPulls(step);
  if (pulls.length === 0)
    throw unreviewed(
      `No merged pull request brought ${step.context.sha.slice(0, 12)} to ${step.context.branch}`,
      'Merge a pull request whose run of `plan` has finished. To apply without one, start the workflow by hand: it then plans and applies in one step',
    );
  const plans: ReviewedPlan[] = [];
  for (const pull of pulls) await requireUndone(step, pull);
  for (const pull of pulls) plans.push({ file: await planOfPull(step, pull), pull: pull.number });
  return plans;
}

/**
 * Throws a NotiformError (exit 7) if a run that runs again could undo later changes: its plan was applied before, and the branch
 * has other commits since. Every apply leaves an artifact with its result.
 */
async function requireUndone(step: ActionStep, { number }: MergedPull): Promise<void> {
  const { github, context } = step;
  const { name } = sectionName(step, RESULT_ARTIFACT, String(number));
  const results = await artifactsNamed(github, name);
  const runs = new Set(results.flatMap(({ workflow_run: run }) => run?.id ?? []));
  for (const run of runs) {
    // A run of a pull request can upload an artifact of any name.
    if ((await github.get(`/actions/runs/${run}`, runShape)).event === 'pull_request') continue;
    if ((await headOf(github, context.branch)) === context.sha) return;
    throw unreviewed(
      `The plan of pull request #${number} was applied before, and ${context.branch} has moved on since`,
      'Start the workflow by hand: it plans the newest commit and applies it in one step',
    );
  }
}

async function planOfRun(step: ActionStep): Promise<string> {
  const { name } = sectionName(step, PLAN_ARTIFACT);
  const found = (await step.artifacts.list()).find((one) => one.name === name);
  if (!found)
    throw unreviewed(
      `No earlier job of this run made a plan: there is no artifact ${name}`,
      'Run `plan` in a job that this job needs, with the same `environment`, `shard` and `comment-id`',
    );
  const folder = folderFor(step);
  await step.artifacts.download(found.id, folder);
  return planIn(step, folder, name);
}

/**
 * The pull requests that a push merged: by merge, squash, rebase or a merge queue, which may merge several at once. GitHub knows
 * the pull requests of each commit.
 */
async function mergedPulls({ github, context }: ActionStep): Promise<MergedPull[]> {
  const pulls = new Map<number, MergedPull>();
  for (const sha of new Set([...context.pushed, context.sha])) {
    for (const pull of await github.list(`/commits/${sha}/pulls`, pullShape)) {
      if (pull.merged_at && pull.base.ref === context.branch) pulls.set(pull.number, pull);
    }
  }
  // A merge queue merges several in one second. They keep the order of their commits.
  return [...pulls.values()].sort((a, b) => compareText(String(a.merged_at), String(b.merged_at)));
}

/**
 * The plan of a pull request: the artifact of the newest `pull_request` run of its head in this repository. The comment shows
 * that run too, although an older one ran again. An artifact is never chosen by its name alone, since every run can upload one
 * of any name. It records its pull request, because two of them can have the same head.
 */
async function planOfPull(step: ActionStep, { number, head }: MergedPull): Promise<string> {
  const { github, context, inputs } = step;
  const { name } = sectionName(step, PLAN_ARTIFACT);
  const ofHead = (await artifactsNamed(github, name))
    .filter(({ workflow_run: run }) => run?.head_sha === head.sha)
    .sort(
      (a, b) =>
        (b.workflow_run?.id ?? 0) - (a.workflow_run?.id ?? 0) ||
        compareText(String(b.created_at), String(a.created_at)),
    );
  for (const { id, expired, workflow_run: run } of ofHead) {
    if (expired || !run || (await github.get(`/actions/runs/${run.id}`, runShape)).event !== 'pull_request') continue;
    const other = { run: run.id, repository: context.repository, token: inputs.text('github-token') ?? '' };
    const folder = folderFor(step);
    await step.artifacts.download(id, folder, other);
    if ((await sectionIn(step, folder))?.pull === number) return planIn(step, folder, `${name} of #${number}`);
  }
  const expired = ofHead.some((one) => one.expired);
  throw unreviewed(
    `Pull request #${number} has no plan of its last commit ${head.sha.slice(0, 12)}${expired ? ': its artifact has expired' : ''}`,
    'Run the workflow of the pull request again, and then this one. To apply without a reviewed plan, start the workflow by hand: it then plans and applies in one step',
  );
}

/** The artifacts of this name that runs of this repository uploaded. */
async function artifactsNamed(github: GitHub, name: string): Promise<z.infer<typeof artifactShape>[]> {
  const all = await github.list(`/actions/artifacts?name=${encodeURIComponent(name)}`, artifactShape, 'artifacts');
  return all.filter(
    ({ name: own, workflow_run: run }) => own === name && run?.head_repository_id === run?.repository_id,
  );
}

/** A folder of its own: no file of an earlier artifact is in it. */
function folderFor(step: ActionStep): string {
  return step.temporary('reviewed', step.view.ports.random.hex(8));
}

async function planIn(step: ActionStep, folder: string, name: string): Promise<string> {
  const file = `${folder}/${PLAN_FILE}`;
  if ((await step.files.size(file)) !== undefined) return file;
  throw unreviewed(
    `The run of the plan ${name} wrote no plan file`,
    'Correct what its log reports, and have the new plan reviewed',
  );
}

export function unreviewed(message: string, hint: string): NotiformError {
  return new NotiformError(errorProblem('plan-unreviewed', message, hint), Exit.refused);
}
