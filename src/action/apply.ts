import { Exit, worstExit } from '../core/exit.ts';
import { NotiformError, type Problem, type Severity } from '../core/problem.ts';
import { isDone } from '../core/receipt.ts';
import { drawPlan } from '../report/plan.ts';
import { drawReceipt } from '../report/receipt.ts';
import { waitingIn } from '../report/review/receipt.ts';
import { drawStatus } from '../report/status.ts';
import { requireTip } from './checkout.ts';
import { drawApplied, say } from './draw.ts';
import type { CommandDocument, CommandRun } from './run.ts';
import { changedBy, planOfRun, type ShownPlanFile, searchPlans, unreviewed } from './shown.ts';
import { rejectionsIn } from './status.ts';
import type { ActionStep } from './step.ts';
import { writeSticky } from './sticky.ts';
import { rejectedIn } from './verdicts.ts';

/**
 * `apply`: applies what people saw, and reports the result on the merged pull requests. After a push, that is every change that the
 * newest commit of the branch still wants and that the comment of a merged pull request shows.
 */
export async function apply(step: ActionStep): Promise<number> {
  const tip = await requireTip(step.context, step.github, step.git, step.cwd);
  const { plans, unseen = [], stopped = new Set(), exit: found = Exit.done } = await shownTo(step, tip);
  const exits = [found];
  const left = new Set(unseen);
  const seen = new Set(plans.flatMap((plan) => [...(plan?.only ?? [])]));
  let changes = 0;
  for (const plan of plans) {
    const run = await applyOne(step, plan, { seen, stopped });
    const { receipt, plan: made } = run.document;
    if (isPast(run, stopped)) {
      for (const { address } of receipt?.changes ?? []) left.add(address);
      continue;
    }
    exits.push(run.exit);
    for (const { address } of [...((receipt ?? made)?.blocked ?? []), ...(receipt?.unapproved ?? [])])
      left.add(address);
    // A plan with other flags may do what the one before it could not.
    for (const change of receipt?.changes ?? []) left.delete(change.address);
    changes += receipt?.changes.filter(isDone).length ?? 0;
    if (receipt) await step.output('changes', changes);
    if (run.exit === Exit.interrupted) break;
  }
  if (left.size > 0 && step.inputs.isSet('detailed-exitcode')) exits.push(Exit.changes);
  await step.output('exit-code', worstExit(exits));
  return worstExit(exits);
}

/** What to apply: plan files in their order, or undefined to plan and apply in one step. */
interface ToApply {
  plans: (ShownPlanFile | undefined)[];
  /** The addresses with changes that nobody saw. */
  unseen?: readonly string[];
  /** The addresses that are blocked now. */
  stopped?: ReadonlySet<string>;
  exit?: number;
}

async function shownTo(step: ActionStep, tip: string): Promise<ToApply> {
  const { inputs, context } = step;
  const file = inputs.text('plan-file');
  if (file !== undefined) return { plans: [{ file: await step.path('plan-file', file) }] };
  const given = inputs.text('reviewed');
  if (given === undefined && (context.pull || context.event === 'merge_group'))
    throw unreviewed(
      `By default \`apply\` does not run on \`${context.event}\``,
      'Run `apply` on a push. To apply in this run, set the input `reviewed`',
    );
  const mode = given ?? (context.event === 'push' ? 'pull-request' : 'none');
  if (mode === 'run') return { plans: [await planOfRun(step)] };
  return mode === 'pull-request' ? shownByMerges(step, tip) : { plans: [undefined] };
}

/**
 * Plans the checkout, and finds for each of its changes the merged pull request that shows it. Throws a NotiformError (exit 7) if
 * nobody saw any of them.
 */
async function shownByMerges(step: ActionStep, tip: string): Promise<ToApply> {
  const folder = step.temporary(step.view.ports.random.hex(8));
  const file = `${folder}/plan.json`;
  // The folder of a plan file must exist.
  await step.files.writeAtomic(`${folder}/folder`, '');
  const { exit, document } = await step.command(['plan', `--out=${file}`, ...step.inputs.optionsOf('plan')]);
  const { plan: made, problems } = document;
  if (!made) throw new NotiformError(problems, exit);
  const wanted = changedBy(made);
  const { plans, refused } = await searchPlans(step, made, tip);
  const unseen = wanted.filter((address) => !plans.some(({ only }) => only?.has(address)));
  if (plans.length === 0 && wanted.length > 0)
    throw new NotiformError([...refused, ...unseen.map((address) => unseenProblem(address, 'error'))], Exit.refused);
  if (unseen.length > 0) step.annotate(refused);
  const isRefused = unseen.length > 0 && refused.length > 0;
  return {
    // Without changes the plan itself shows all that there is: the apply records it in the state.
    plans: plans.length === 0 ? [{ file }] : plans,
    unseen,
    stopped: new Set(made.blocked.map(({ address }) => address).filter((address) => !wanted.includes(address))),
    exit: worstExit([made.complete ? Exit.done : Exit.failed, isRefused ? Exit.refused : Exit.done]),
  };
}

/** True if a plan could only have changed what is blocked, and was of another time: it was applied before. */
function isPast({ exit, document }: CommandRun, stopped: ReadonlySet<string>): boolean {
  const changes = document.receipt?.changes ?? [];
  return exit === Exit.stale && changes.length > 0 && changes.every(({ address }) => stopped.has(address));
}

/**
 * @param seen the addresses that other plans of this run change
 * @param stopped the addresses that are blocked now
 */
async function applyOne(
  step: ActionStep,
  plan: ShownPlanFile | undefined,
  { seen, stopped }: { seen: ReadonlySet<string>; stopped: ReadonlySet<string> },
): Promise<CommandRun> {
  const { inputs } = step;
  // A plan file records its shard. Here the input chooses the file. What is left is counted over all plans. Without a file nothing
  // has an age.
  const words =
    plan === undefined
      ? inputs.options('detailed-exitcode', 'max-age')
      : [...inputs.options('shard', 'detailed-exitcode'), '--', plan.file];
  const run = await step.command(['apply', '--yes', ...words], plan?.only);
  if (isPast(run, stopped)) return run;
  const { document } = run;
  const { unapproved } = document.receipt ?? {};
  if (document.receipt && unapproved)
    document.receipt.unapproved = unapproved.filter(({ address }) => !seen.has(address));
  const { receipt, plan: made, problems, waited } = document;
  await step.keep(run);
  if (plan) await step.output('plan-file', plan.file);
  if (made) await step.output('plan-digest', made.digest);
  if (plan?.superseded?.length)
    step.log.text(`${say(step, 'superseded', { number: plan.pull ?? 0, addresses: plan.superseded.join(', ') })}\n`);
  if (receipt) {
    const outstanding = waited?.outstanding;
    const view = { verbose: inputs.isSet('verbose'), detailedExitcode: inputs.isSet('detailed-exitcode'), outstanding };
    step.log.text(drawReceipt(receipt, step.style, view));
    await step.output('counts', JSON.stringify(receipt.counts));
    await step.output('blocked', receipt.blocked.length);
    await step.output('waiting', waitingIn(receipt, outstanding).length);
  } else if (made) step.log.text(drawPlan(made, step.style, { next: false }));
  if (waited) {
    step.log.text(`\n${drawStatus(waited.status, step.style)}`);
    await step.output('rejected', rejectedIn(waited.status).length);
  }
  const unseen = (receipt?.unapproved ?? []).map(({ address }) => unseenProblem(address, 'warning'));
  step.annotateResult(problems, [...unseen, ...rejectionsIn(waited?.status)]);
  const draw = (limit: number): string => drawApplied(step, document, limit);
  await step.summarize(draw);
  if (plan?.pull !== undefined) {
    const sticky = step.sticky({ about: 'apply', number: plan.pull });
    await writeSticky(step, sticky, draw, { hasNews: hasNews(document), isNeeded: false });
  }
  return run;
}

/** A change that nobody saw. Stale changes have a problem of their own. */
function unseenProblem(address: string, severity: Severity): Problem {
  return {
    code: 'plan-unreviewed',
    severity,
    address,
    message: 'The reviewed plan does not have this change, so it was not applied',
    hint: 'Open a pull request: its plan shows the change. To apply without one, start the workflow by hand',
  };
}

function hasNews({ receipt, plan, ok }: CommandDocument): boolean {
  return !ok || Boolean(receipt?.unapproved?.length) || plan?.changes.length !== 0 || plan.blocked.length > 0;
}
