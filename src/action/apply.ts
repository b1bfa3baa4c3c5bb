import { dirname } from 'node:path';
import { exitOfProblems } from '../cli/plan/planning.ts';
import type { ProblemCode } from '../core/codes.ts';
import { Exit, worstExit } from '../core/exit.ts';
import { asWarning, errorProblem, hasErrors, NotiformError, type Problem } from '../core/problem.ts';
import { isDone } from '../core/receipt.ts';
import { joinReceipts } from '../engine/apply/receipt.ts';
import { drawPlan, drawReceipt, drawStatus } from '../report/results.ts';
import { pendingAfter } from '../report/view/words.ts';
import { requireTip } from './checkout.ts';
import { drawApplied, writeSticky } from './draw.ts';
import type { CommandDocument, CommandRun } from './run.ts';
import { addressIn, goalsIn, narrowed, planOfRun, type ShownPlanFile, searchPlans, unreviewed } from './shown.ts';
import type { ActionStep } from './step.ts';

/** Options that a plan does not take, and those that `apply` takes with a plan file, which records the others. */
const OF_APPLY = ['max-age', 'wait', 'timeout', 'new-state'];
const BESIDE_FILE = [...OF_APPLY, 'concurrency', 'lock-timeout'];

/** What the checkout itself must allow, whatever a plan allowed. */
const LIMITS: readonly ProblemCode[] = ['deletes-over-limit', 'updates-over-limit', 'empty-input'];

/**
 * `apply`: applies what people saw, and reports the result on the merged pull requests. After a push, that is every change that the
 * newest commit of the branch still wants and that the comment of a merged pull request shows.
 */
export async function apply(step: ActionStep): Promise<number> {
  const commit = await requireTip(step.context, step.github, step.git, step.root);
  const { plans, unseen = [], exit: found = Exit.done } = await shownTo(step, commit);
  const exits = [found];
  const left = new Set<string>();
  const seen = new Set(plans.flatMap((plan) => [...(plan?.only ?? [])]));
  const documents: CommandDocument[] = [];
  for (const plan of plans) {
    const { exit, document } = await applyOne(step, plan, seen);
    const { receipt, plan: made } = document;
    documents.push(document);
    exits.push(exit);
    for (const { address } of [...((receipt ?? made)?.blocked ?? []), ...(receipt?.unapproved ?? [])])
      left.add(address);
    // A plan with other flags may do what the one before it could not.
    for (const change of receipt?.changes ?? []) left.delete(change.address);
    if (exit === Exit.interrupted) break;
  }
  if (left.size + unseen.length > 0 && step.inputs.isSet('detailed-exitcode')) exits.push(Exit.changes);
  await report(step, worstExit(exits), documents);
  return worstExit(exits);
}

/** Plan files in their order, or undefined to plan and apply in one step; and the addresses with changes that nobody saw. */
type ToApply = { plans: (ShownPlanFile | undefined)[]; unseen?: readonly string[]; exit?: number };

async function shownTo(step: ActionStep, commit: string): Promise<ToApply> {
  const { inputs, context } = step;
  const given = inputs.text('reviewed');
  if (given === undefined && (context.pull || context.event === 'merge_group'))
    throw unreviewed(
      `By default \`apply\` does not run on \`${context.event}\``,
      'Run `apply` on a push. To apply in this run, set the input `reviewed`',
    );
  // A person who may push starts a workflow by hand. Every other event may come without anyone's decision.
  const mode = given ?? (context.event === 'workflow_dispatch' ? 'none' : 'pull-request');
  if (mode === 'run') return { plans: [await planOfRun(step)] };
  return mode === 'pull-request' ? shownByMerges(step, commit) : { plans: [undefined] };
}

/**
 * Plans the checkout, and finds for each of its changes the merged pull request that shows it. If nobody saw any of them, the exit is
 * 7, and the plan changes nothing.
 */
async function shownByMerges(step: ActionStep, commit: string): Promise<ToApply> {
  // The folder of a plan file must exist.
  const file = `${dirname(await step.write('folder', ''))}/plan.json`;
  const options = step.inputs.options((name) => !OF_APPLY.includes(name));
  const { exit, document } = await step.command(['plan', ...options, `--out=${file}`]);
  const { plan: made, problems, commits = {} } = document;
  if (!made) throw new NotiformError(problems, exit);
  const limits = problems.filter(({ code }) => LIMITS.includes(code));
  if (limits.length > 0) throw new NotiformError(limits, Exit.refused);
  // Two merges can contradict each other, of which each one was fine.
  const broken = made.problems.filter((one) => exitOfProblems({ problems: [one] }) !== Exit.done);
  step.annotate(broken);
  const goals = goalsIn(made);
  const wanted = [...goals.keys()];
  const { plans, refused } = await searchPlans(step, { commit, made, commits, open: new Map(goals) });
  const unseen = [...new Set(wanted.filter((key) => !plans.some(({ only }) => only?.has(key))).map(addressIn))];
  const isNone = plans.length === 0;
  const named = unseen.map(unseenProblem);
  if (named.length > 0) step.annotate([...refused, ...(isNone ? named : named.map(asWarning))]);
  return {
    // Without a plan, the apply records in the state what is up to date.
    plans: isNone ? [{ file, only: new Set() }] : plans,
    unseen,
    exit: worstExit([
      made.complete ? Exit.done : Exit.failed,
      unseen.length > 0 && (isNone || hasErrors(refused)) ? Exit.refused : Exit.done,
      broken.length > 0 ? Exit.problems : Exit.done,
    ]),
  };
}

/** @param seen the addresses that plans of this run change */
async function applyOne(step: ActionStep, plan: ShownPlanFile | undefined, seen: Set<string>): Promise<CommandRun> {
  const { inputs } = step;
  // Without a file nothing has an age.
  const words =
    plan === undefined
      ? inputs.options((name) => name !== 'max-age')
      : [...inputs.options((name) => BESIDE_FILE.includes(name)), '--', plan.file];
  const run = await step.command(['apply', '--yes', ...words], (approved) => narrowed(approved, plan?.only));
  const { document } = run;
  const { receipt, plan: made, problems, waited, ok } = document;
  if (plan?.pull !== undefined) advise(document);
  if (receipt?.unapproved) receipt.unapproved = receipt.unapproved.filter(({ address }) => !seen.has(address));
  if (receipt) {
    const outstanding = waited?.outstanding;
    const detailedExitcode = inputs.isSet('detailed-exitcode');
    step.log.text(drawReceipt(receipt, step.style, { detailedExitcode, outstanding }));
  } else if (made) step.log.text(drawPlan(made, step.style, { next: false }));
  if (waited) step.log.text(`\n${drawStatus(waited.status, step.style)}`);
  // What no merge shows was named before the first plan.
  const unseen = plan?.only === undefined ? (receipt?.unapproved ?? []) : [];
  step.annotateResult(
    problems,
    unseen.map(({ address }) => asWarning(unseenProblem(address))),
  );
  const draw = (limit: number): string => drawApplied(step, document, limit, plan?.url);
  await step.summarize(draw);
  if (plan?.pull !== undefined) {
    const hasNews =
      !ok || made?.changes.length !== 0 || made.blocked.length > 0 || Boolean(receipt?.unapproved?.length);
    const sticky = step.sticky({ about: 'apply', number: plan.pull });
    await writeSticky(step, sticky, draw, { hasNews, isNeeded: false });
  }
  return run;
}

/** Stale changes say what to do on GitHub, where nobody plans again on the command line. */
function advise({ receipt, problems }: CommandDocument): void {
  const hint =
    'Open a pull request: its plan shows what the service has now. To apply without one, start the workflow by hand';
  for (const { address, outcome, problem = {} } of receipt?.changes ?? []) {
    if (outcome !== 'stale') continue;
    for (const one of [problem, ...problems.filter((other) => other.address === address)]) Object.assign(one, { hint });
  }
}

/** The outputs of a step: what all its plans did. The report has one receipt for them. */
async function report(step: ActionStep, exit: number, documents: readonly CommandDocument[]): Promise<void> {
  const [first, ...more] = documents.flatMap(({ receipt }) => receipt ?? []);
  const receipt = first && joinReceipts(first, ...more);
  const problems = documents.flatMap((one) => one.problems);
  await step.keep({
    exit,
    text: `${JSON.stringify({ ...documents.at(-1), ...(receipt && { problems, receipt }) })}\n`,
  });
  const waits = documents.flatMap(({ waited }) => waited ?? []);
  if (waits.length > 0) await step.output('rejected', new Set(waits.flatMap(({ rejected }) => rejected)).size);
  if (!receipt) return;
  const outstanding = waits.length === 0 ? undefined : waits.flatMap((one) => one.outstanding);
  await step.output('changes', receipt.changes.filter(isDone).length);
  await step.output('counts', JSON.stringify(receipt.counts));
  await step.output('blocked', receipt.blocked.length);
  await step.output('waiting', pendingAfter(receipt, outstanding).length);
}

/** A change that nobody saw. Stale changes have a problem of their own. */
function unseenProblem(address: string): Problem {
  const message = 'The reviewed plan does not have this change, or was applied already, so the change is left';
  const hint = 'Open a pull request: its plan shows the change. To apply without one, start the workflow by hand';
  return { ...errorProblem('plan-unreviewed', message, hint), address };
}
