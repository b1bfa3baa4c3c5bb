import { Exit, worstExit } from '../../core/exit.ts';
import type { Plan } from '../../core/plan.ts';
import type { Receipt } from '../../core/receipt.ts';
import { deferredIn } from '../../engine/plan/work.ts';
import type { Waited } from '../../engine/types.ts';
import { drawPlan, drawReceipt } from '../../report/results.ts';
import { done, type Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import { exitOfProblems, flagsBesideFile, flagsToGoOn, givenFlags } from '../plan/planning.ts';
import { exitOfReceipt, exitOfTrouble, problemsOf } from '../receipt.ts';
import { drawWaited, exitOfWait } from '../waiting.ts';
import { type Agreed, type ApplyOptions, isIdle, isUnseen, shapeOf } from './agreed.ts';
import type { ApplyEnding } from './rounds.ts';

/** The outcome of a run: its receipt, or its plan if there was nothing to do, with the end of the waiting. */
export function outcomeOf(invocation: Invocation, options: ApplyOptions, agreed: Agreed, ended: ApplyEnding): Outcome {
  const { plan, planned } = agreed;
  const { waited, trouble, unwritten } = ended;
  const outcome = isIdle(agreed, options)
    ? planOutcome(invocation, options, plan)
    : receiptOutcome(invocation, options, agreed, ended);
  const waitedText = waited ? `\n${drawnWait(invocation, waited, flagsToGoOn(shapeOf(agreed, options)))}` : '';
  return {
    ...outcome,
    exit: exitOf(options, agreed, ended),
    text: `${outcome.text}${waitedText}`,
    json: waited ? { ...outcome.json, waited } : outcome.json,
    problems: [...outcome.problems, ...planned.likelyRefusals, ...unwritten, ...(trouble?.problems ?? [])],
    sources: trouble?.sources,
  };
}

function exitOf(options: ApplyOptions, { plan, planned, file }: Agreed, ended: ApplyEnding): number {
  const { receipt, waited, trouble, unwritten } = ended;
  const deferred = leftOf(plan, receipt);
  const isOwn = file === undefined;
  return worstExit([
    exitOfReceipt(receipt, isOwn && !planned.plan.complete),
    isOwn ? exitOfProblems(planned.plan) : Exit.done,
    waited ? exitOfWait(waited) : Exit.done,
    trouble ? exitOfTrouble(trouble.exit, receipt, deferred) : Exit.done,
    deferred > 0 && options.wait && !trouble && !receipt.interrupted ? Exit.rejected : Exit.done,
    options.detailedExitcode && receipt.blocked.length > 0 ? Exit.changes : Exit.done,
    unwritten.length > 0 ? Exit.failed : Exit.done,
  ]);
}

/** The outcome of a run that changed nothing: its plan. */
export function planOutcome({ redaction, terminal, flags }: Invocation, options: ApplyOptions, plan: Plan): Outcome {
  const text = drawPlan(redaction.within(plan), terminal.style('stdout'), {
    verbose: flags.verbose,
    flags: givenFlags(options),
    detailedExitcode: options.detailedExitcode,
    isApply: true,
  });
  return done(text, { plan, receipt: null }, { problems: plan.problems, shown: plan.problems });
}

function receiptOutcome(
  invocation: Invocation,
  options: ApplyOptions,
  agreed: Agreed,
  { receipt, waited }: ApplyEnding,
): Outcome {
  const { redaction, terminal, flags } = invocation;
  const { plan, planned, file } = agreed;
  const own = problemsOf(receipt);
  // The problems of a plan file were shown when it was made.
  const ofPlan = file === undefined ? plan.problems : [];
  const shape = shapeOf(agreed, options);
  const text = drawReceipt(redaction.within(receipt), terminal.style('stdout'), {
    verbose: flags.verbose,
    later: leftOf(plan, receipt),
    ...(waited ? { outstanding: waited.outstanding } : {}),
    protections: planned.protections.length,
    emptyFile: plan.changes.length === 0 ? file : undefined,
    detailedExitcode: options.detailedExitcode,
    // The flags that select the same resources in the next commands.
    planWords: givenFlags(shape),
    applyWords: file === undefined ? flagsToGoOn(shape) : [file, ...flagsBesideFile(options)],
  });
  return done(
    text,
    { plan, receipt },
    { problems: [...ofPlan, ...own], shown: isUnseen(invocation, options) ? own : [...ofPlan, ...own] },
  );
}

function drawnWait({ redaction, terminal }: Invocation, waited: Waited, flags: readonly string[]): string {
  return drawWaited(redaction.within(waited), terminal.style('stdout'), flags);
}

/** The number of deferred changes of a plan that its receipt does not mention. */
function leftOf(plan: Plan, { changes }: Receipt): number {
  const ended = new Set(changes.map(({ address }) => address));
  return deferredIn(plan).filter(({ address }) => !ended.has(address)).length;
}
