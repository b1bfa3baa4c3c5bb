import { Exit, worstExit } from '../../core/exit.ts';
import type { Change, Plan } from '../../core/plan.ts';
import type { Receipt } from '../../core/receipt.ts';
import { deferredIn } from '../../engine/plan/work.ts';
import type { Planned } from '../../engine/types.ts';
import { drawPlan } from '../../report/plan.ts';
import { drawReceipt } from '../../report/receipt.ts';
import type { Client } from '../../wire/client.ts';
import type { Outcome } from '../finish.ts';
import { exitOfProblems, flagsBesideFile, flagsToGoOn, givenFlags, withLintOfChanges } from '../plan/planning.ts';
import { exitOfReceipt, exitOfTrouble, problemsOf } from '../receipt.ts';
import { drawWaited, exitOfWait } from '../waiting.ts';
import type { ApplyEnding } from './rounds.ts';
import { type ApplyRun, agreedPlan, isIdle, isUnseen, shapeOf } from './rounds.ts';

/** The outcome of a run: its receipt, or its plan if there was nothing to do, with the end of the waiting. */
export function outcomeOf(run: ApplyRun, planned: Planned<Client>, ended: ApplyEnding): Outcome {
  const { options, approved } = run;
  const { receipt, waited, trouble, unwritten } = ended;
  const deferred = leftOf(deferredIn(agreedPlan(run, planned)), receipt);
  const exit = worstExit([
    exitOfReceipt(receipt, !approved && !planned.plan.complete),
    approved ? Exit.done : exitOfProblems(planned.plan),
    waited ? exitOfWait(waited) : Exit.done,
    trouble ? exitOfTrouble(trouble.exit, receipt, deferred) : Exit.done,
    deferred > 0 && options.wait && !trouble && !receipt.interrupted ? Exit.rejected : Exit.done,
    options.detailedExitcode && receipt.blocked.length > 0 ? Exit.changes : Exit.done,
    unwritten.length > 0 ? Exit.failed : Exit.done,
  ]);
  const outcome = isIdle(run, planned)
    ? planOutcome(run, planned.plan, exit)
    : receiptOutcome(run, planned, ended, deferred, exit);
  return {
    ...outcome,
    text: waited ? `${outcome.text}\n${waitedText(run, waited)}` : outcome.text,
    json: waited ? { ...outcome.json, waited } : outcome.json,
    problems: [...outcome.problems, ...planned.likelyRefusals, ...unwritten, ...(trouble?.problems ?? [])],
    sources: new Map([...run.project.sources, ...(trouble?.sources ?? [])]),
  };
}

/** The outcome of a run that changed nothing: its plan. */
export function planOutcome({ invocation, project, options }: ApplyRun, plan: Plan, exit: number): Outcome {
  return {
    exit,
    text: drawPlan(invocation.redaction.within(plan), invocation.terminal.style('stdout'), {
      verbose: invocation.flags.verbose,
      flags: givenFlags(options),
      detailedExitcode: options.detailedExitcode,
      isApply: true,
    }),
    json: { plan, receipt: null },
    problems: [...withLintOfChanges(project.problems, plan), ...plan.problems],
    shown: plan.problems,
  };
}

function receiptOutcome(
  run: ApplyRun,
  planned: Planned<Client>,
  { receipt, waited }: ApplyEnding,
  deferred: number,
  exit: number,
): Outcome {
  const { invocation, project } = run;
  const done = problemsOf(receipt);
  const agreed = agreedPlan(run, planned);
  // The problems of a plan file were shown when it was made.
  const ofPlan = run.approved ? [] : planned.plan.problems;
  return {
    exit,
    text: drawReceipt(invocation.redaction.within(receipt), invocation.terminal.style('stdout'), {
      verbose: invocation.flags.verbose,
      later: deferred,
      ...(waited ? { outstanding: waited.outstanding } : {}),
      protections: planned.protections.length,
      emptyFile: run.approved?.plan.changes.length === 0 ? run.approved.file : undefined,
      detailedExitcode: run.options.detailedExitcode,
      ...flagsOfNext(run),
    }),
    json: { plan: agreed, receipt },
    problems: [...withLintOfChanges(project.problems, agreed), ...ofPlan, ...done],
    shown: isUnseen(run) ? done : [...ofPlan, ...done],
  };
}

/** The flags that select the same resources in the next commands. */
function flagsOfNext(run: ApplyRun): { planWords: string[]; applyWords: string[] } {
  const shape = shapeOf(run);
  const { approved, options } = run;
  return {
    planWords: givenFlags(shape),
    applyWords: approved ? [approved.file, ...flagsBesideFile(options)] : flagsToGoOn(shape),
  };
}

function waitedText(run: ApplyRun, waited: NonNullable<ApplyEnding['waited']>): string {
  const { redaction, terminal } = run.invocation;
  return drawWaited(redaction.within(waited), terminal.style('stdout'), flagsToGoOn(shapeOf(run)));
}

/** The number of deferred changes that a receipt does not mention. */
function leftOf(deferred: readonly Change[], { changes }: Receipt): number {
  const ended = new Set(changes.map(({ address }) => address));
  return deferred.filter(({ address }) => !ended.has(address)).length;
}
