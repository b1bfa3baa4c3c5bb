import * as z from 'zod';
import { Exit, worstExit } from '../core/exit.ts';
import { parsedJson } from '../core/json.ts';
import type { Problem } from '../core/problem.ts';
import { isDone } from '../core/receipt.ts';
import { drawPlan } from '../report/plan.ts';
import { drawReceipt } from '../report/receipt.ts';
import { waitingIn } from '../report/review/receipt.ts';
import { drawStatus } from '../report/status.ts';
import { drawApplied } from './draw.ts';
import { type ReviewedPlan, reviewedPlans, unreviewed } from './reviewed.ts';
import type { CommandDocument, CommandRun } from './run.ts';
import { comment, type JobSection, keepSection, RESULT_ARTIFACT, sectionName } from './sections.ts';
import { rejectionsIn } from './status.ts';
import type { ActionStep } from './step.ts';
import { rejectedIn } from './verdicts.ts';

/** `apply`: applies what was reviewed, and reports the result on the merged pull request. */
export async function apply(step: ActionStep): Promise<number> {
  const exits: number[] = [];
  const plans = await plansToApply(step);
  for (const [index, plan] of plans.entries()) {
    const run = await applyOne(step, plan, await changedBy(step, plans.slice(index + 1)));
    exits.push(run.exit);
    await step.output('exit-code', worstExit(exits));
    if (plan?.pull !== undefined) await commentResult(step, plan.pull, run);
    if (run.exit === Exit.done || run.exit === Exit.changes) continue;
    // A later plan was made for what the earlier one leaves.
    step.annotate(plans.slice(index + 1).map(left));
    break;
  }
  return worstExit(exits);
}

/** A plan that is not applied, because the one before it failed. */
function left(plan: ReviewedPlan | undefined): Problem {
  return {
    code: 'plan-unreviewed',
    severity: 'warning',
    message: `The plan of pull request #${plan?.pull} was not applied, because the one before it failed`,
    hint: 'Run the job again. If it fails again, start the workflow by hand: it then plans and applies in one step',
  };
}

/** The plan files to apply, in order; undefined to plan and apply in one step. */
async function plansToApply(step: ActionStep): Promise<(ReviewedPlan | undefined)[]> {
  const { inputs, context } = step;
  const file = inputs.text('plan-file');
  if (file !== undefined) return [{ file: await step.path('plan-file', file) }];
  const given = inputs.text('reviewed');
  if (given === undefined && (context.pull || context.event === 'merge_group'))
    throw unreviewed(
      `The commit of a run of \`${context.event}\` is not merged`,
      'Run `apply` on a push. To apply in this run, set the input `reviewed`',
    );
  const mode = given ?? (context.event === 'push' ? 'pull-request' : 'none');
  return mode === 'run' || mode === 'pull-request' ? reviewedPlans(step, mode) : [undefined];
}

const planShape = z.looseObject({ changes: z.array(z.looseObject({ address: z.string() })) });

/** The addresses that later plans change. They are reviewed, although the plan before them does not have them. */
async function changedBy(step: ActionStep, plans: readonly (ReviewedPlan | undefined)[]): Promise<Set<string>> {
  const addresses = new Set<string>();
  for (const plan of plans) {
    const bytes = plan && (await step.files.read(plan.file));
    // Its own apply reports a damaged file.
    const read = planShape.safeParse(bytes && parsedJson(bytes));
    for (const { address } of read.data?.changes ?? []) addresses.add(address);
  }
  return addresses;
}

/** @param later the addresses that later plans of this push change */
async function applyOne(
  step: ActionStep,
  plan: ReviewedPlan | undefined,
  later: ReadonlySet<string>,
): Promise<CommandRun> {
  // A plan file records its shard. Here the input chooses the file.
  const { inputs } = step;
  const words = plan === undefined ? inputs.options() : [...inputs.options('shard'), '--', plan.file];
  const run = await step.command(['apply', '--yes', ...words]);
  const { document } = run;
  const { unapproved } = document.receipt ?? {};
  if (document.receipt && unapproved)
    document.receipt.unapproved = unapproved.filter(({ address }) => !later.has(address));
  const { receipt, plan: made, problems, waited } = document;
  await step.keep(run);
  if (plan) await step.output('plan-file', plan.file);
  if (made) await step.output('plan-digest', made.digest);
  if (receipt) {
    const outstanding = waited?.outstanding;
    const view = { verbose: inputs.isSet('verbose'), detailedExitcode: inputs.isSet('detailed-exitcode'), outstanding };
    step.log.text(drawReceipt(receipt, step.style, view));
    await step.output('changes', receipt.changes.filter(isDone).length);
    await step.output('counts', JSON.stringify(receipt.counts));
    await step.output('blocked', receipt.blocked.length);
    await step.output('waiting', waitingIn(receipt, outstanding).length);
  } else if (made) step.log.text(drawPlan(made, step.style, { next: false }));
  if (waited) {
    step.log.text(`\n${drawStatus(waited.status, step.style)}`);
    await step.output('rejected', rejectedIn(waited.status).length);
  }
  step.annotateResult(problems, [...refusedIn(document), ...rejectionsIn(waited?.status)]);
  await step.summarize((limit) => drawApplied(step, document, limit));
  return run;
}

/** The changes that nobody reviewed, as warnings. Stale changes have a problem of their own. */
function refusedIn({ receipt }: CommandDocument): Problem[] {
  return (receipt?.unapproved ?? []).map(({ address }) => ({
    code: 'plan-unreviewed',
    severity: 'warning',
    address,
    message: 'The reviewed plan does not have this change, so it was not applied',
    hint: 'Open a pull request: its plan shows the change',
  }));
}

/** Reports the result on the pull request whose plan was applied. The artifact records that it was applied. */
async function commentResult(step: ActionStep, number: number, { document }: CommandRun): Promise<void> {
  const own: JobSection = { document };
  const name = sectionName(step, RESULT_ARTIFACT, String(number));
  const isKept = await keepSection(step, name, own, { folder: step.temporary(step.view.ports.random.hex(8)) });
  const draw = (section: JobSection, limit: number): string => drawApplied(step, section.document, limit);
  await comment(step, { about: 'apply', number, draw, hasNews }, own, { name, isKept });
}

function hasNews({ document: { receipt, plan, ok } }: JobSection): boolean {
  return !ok || Boolean(receipt?.unapproved?.length) || plan?.changes.length !== 0 || plan.blocked.length > 0;
}
