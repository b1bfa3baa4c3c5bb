import { matchesGlob } from '../../core/address.ts';
import { Exit, worstExit } from '../../core/exit.ts';
import type { Change, Plan } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { Receipt } from '../../core/receipt.ts';
import { applyPlan } from '../../engine/apply/apply.ts';
import { joinReceipts } from '../../engine/apply/receipt.ts';
import { confirmAll } from '../../engine/plan/confirmed.ts';
import { heldIn } from '../../engine/plan/held.ts';
import type { ApplyInput, Planned, Waited } from '../../engine/types.ts';
import { drawPlan } from '../../report/plan.ts';
import { drawReceipt } from '../../report/receipt.ts';
import type { Client } from '../../wire/client.ts';
import { repeated } from '../command-line.ts';
import { confirm } from '../confirm.ts';
import { explain } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { type Approved, guardsOf, openApproved, planAgain, planApprovedProject } from '../plan/approved.ts';
import { flagsBesideFile, flagsToGoOn, givenFlags, recordedOptions } from '../plan/flags.ts';
import { carryOutHeld } from '../plan/held.ts';
import { requireKeptState } from '../plan/new-state.ts';
import { exitOfManifests, type PlanOptions, planProject } from '../plan/planning.ts';
import { openProgress, type Progress } from '../progress/progress.ts';
import { clearReceipt, exitOfReceipt, exitOfTrouble, problemsOf, type ReceiptFile, writeReceipt } from '../receipt.ts';
import { engineInput, holderOf, openProject, openSession, type Project, type Session } from '../session.ts';
import { DEFAULT_WAIT, drawWaited, exitOfWait, waitFor } from '../waiting.ts';

export interface ApplyOptions extends PlanOptions {
  yes?: boolean;
  wait?: boolean;
  timeout?: number;
  receipt?: string;
  newState?: boolean;
  maxAge?: number;
  detailedExitcode?: boolean;
}

/** What one apply has in its hands from the plan on. */
interface Run {
  invocation: Invocation;
  project: Project;
  session: Session;
  options: ApplyOptions;
  progress: Progress;
  approved: Approved | undefined;
  receiptFile: ReceiptFile | undefined;
}

/** The receipts of one run, in their order: with `--wait` there is one more each time that something is through. */
type Rounds = [Receipt, ...Receipt[]];

/** What a run came to: with `--wait` also how the waiting ended, or what cut it short. */
interface Ended {
  receipt: Receipt;
  waited?: Waited | undefined;
  trouble?: ReturnType<typeof explain>;
  unwritten: Problem[];
}

/** `apply`: plans, shows, asks, does it; with a plan file what of it is left to do. */
export async function apply(invocation: Invocation, [file]: string[], options: ApplyOptions): Promise<Outcome> {
  const receiptFile = options.receipt === undefined ? undefined : await clearReceipt(invocation, options.receipt);
  const approved = await openApproved(invocation, file, options);
  const project = await openProject(invocation, approved?.plan.policy.shard ?? options.shard);
  const session = await openSession(invocation, project, { messages: false, inFlight: options.concurrency });
  const progress = openProgress(invocation);
  const run: Run = { invocation, project, session, options, progress, approved, receiptFile };
  try {
    await requireKeptState(invocation, project.environment, session, options.newState === true);
    const planned = approved
      ? await planApprovedProject(invocation, project, session, approved, options, progress.onEvent)
      : await planProject(invocation, project, session, options, progress.onEvent);
    progress.end();
    return await (approved ? decideApproved(run, planned, approved) : decide(run, planned));
  } finally {
    progress.close();
    await session.close();
  }
}

async function decide(run: Run, planned: Planned<Client>): Promise<Outcome> {
  const { plan, guards } = planned;
  if (guards.length > 0) return onlyPlanned(run, plan, Exit.refused);
  if (!plan.applyable && agreedTo(run, plan).length === 0) return finishWithout(run, planned);
  show(run, plan);
  if (!(await isConfirmed(run, plan))) return unconfirmed(run, plan);
  return carryOut(run, planned);
}

/** What was approved is not asked about again; only where the environment is protected a person is, if there is one. */
async function decideApproved(run: Run, planned: Planned<Client>, { plan }: Approved): Promise<Outcome> {
  const { invocation, project } = run;
  const guards = guardsOf(planned);
  if (guards.length > 0) return { ...onlyPlanned(run, plan, Exit.refused), text: '', problems: guards, told: [] };
  const isLost = planned.work.some(({ change }) => change.action === 'delete');
  if (project.environment.protected && isLost && invocation.terminal.canAsk) {
    show(run, plan);
    if (!(await isConfirmed(run, plan))) return unconfirmed(run, plan);
  }
  return carryOut(run, planned);
}

/** Nothing to do: what already waits may still be waited for. A receipt that was asked for says so. */
async function finishWithout(run: Run, planned: Planned<Client>): Promise<Outcome> {
  const { plan } = planned;
  const first = await applyOnce(planned, await applyInput(run));
  const deadline = deadlineOf(run);
  const ended = await waitAfter(run, [first], () => waitForAll(run, deadline));
  const exit = worstExit([exitOfReceipt(first, !plan.complete), exitOfManifests(plan)]);
  return withEnd(run, onlyPlanned(run, plan, exit), ended, 0);
}

/**
 * The plan is shown before the question, whatever the flags: nobody says yes to what was not seen. The result is the receipt.
 * In a log, where yes was said before, a line for each change is enough.
 */
function show({ invocation, options }: Run, plan: Plan): void {
  const { terminal, flags, redaction } = invocation;
  if (options.yes && (flags.json || flags.quiet)) return;
  terminal.say(
    drawPlan(redaction.within(plan), terminal.style('stderr'), {
      verbose: flags.verbose,
      next: false,
      brief: options.yes === true && !terminal.live,
    }),
  );
}

async function isConfirmed(run: Run, plan: Plan): Promise<boolean> {
  const { invocation, project, options } = run;
  const { environment } = project;
  const asked = agreedTo(run, plan);
  const count = asked.length;
  // Without a change only our own memory is written (what is protected): there is nothing to ask.
  if (options.yes || count === 0) return true;
  const answer = await confirm(invocation, {
    question: `Apply ${count === 1 ? 'this change' : `these ${count} changes`} to ${environment.name}`,
    typed: environment.protected && asked.some(({ action }) => action === 'delete') ? environment.name : undefined,
    confirming: repeated(invocation, environment.name, ['--yes']),
  });
  if (answer === 'no') invocation.terminal.say('Nothing was applied.');
  return answer === 'yes';
}

/** The changes that an apply carries out: with `--wait` also those that are held back, as soon as they can go. */
function agreedTo({ options }: Run, plan: Plan): Change[] {
  return [...plan.changes, ...(options.wait ? heldIn(plan) : [])];
}

/** The question was on stderr already; the document of `--json` tells it as a problem. */
function unconfirmed(run: Run, plan: Plan): Outcome {
  const problem: Problem = {
    code: 'unconfirmed',
    severity: 'error',
    message: 'Nobody said yes to the plan, and nothing was applied',
    hint: 'Say `--yes`',
  };
  const outcome = onlyPlanned(run, plan, Exit.refused);
  return { ...outcome, text: '', problems: [...outcome.problems, problem], told: [...plan.problems, problem] };
}

/** Carries out a plan. If it has nothing to do, the state remembers what is as wanted. */
async function applyOnce(planned: Planned<Client>, input: ApplyInput<Client>): Promise<Receipt> {
  const receipt = await applyPlan(planned, input);
  if (planned.work.length + planned.remember.length === 0) await confirmAll(planned, input);
  return receipt;
}

async function carryOut(run: Run, planned: Planned<Client>): Promise<Outcome> {
  const { invocation, project } = run;
  const input = await applyInput(run);
  const agreed = run.approved?.plan ?? planned.plan;
  const rounds: Rounds = [await applyOnce(planned, input)];
  const deadline = deadlineOf(run);
  const ended = await waitAfter(run, rounds, async () => {
    for await (const later of carryOutLater(run, planned, input, deadline)) {
      rounds.push(later);
      await writeReceipt(invocation, run.receiptFile, joinReceipts(...rounds));
    }
    return rounds.some(({ interrupted }) => interrupted) ? undefined : waitForAll(run, deadline);
  });
  const { receipt } = ended;
  const told = problemsOf(receipt);
  const held = leftOf(heldIn(agreed), receipt);
  const outcome: Outcome = {
    exit: worstExit([
      exitOfReceipt(receipt, run.approved === undefined && !planned.plan.complete),
      run.approved === undefined ? exitOfManifests(planned.plan) : Exit.done,
    ]),
    text: drawReceipt(invocation.redaction.within(receipt), invocation.terminal.style('stdout'), {
      verbose: invocation.flags.verbose,
      held,
      remembered: planned.remember.length,
      ...wordsOf(run),
    }),
    json: { plan: agreed, receipt },
    problems: [...project.problems, ...told],
    told,
    sources: project.sources,
    environment: project.environment.name,
  };
  return withEnd(run, outcome, ended, held);
}

/** Of changes that were held back, how many a receipt says nothing of. */
function leftOf(held: readonly Change[], { changes }: Receipt): number {
  const ended = new Set(changes.map(({ address }) => address));
  return held.filter(({ address }) => !ended.has(address)).length;
}

function deadlineOf({ invocation, options }: Run): number {
  return invocation.ports.clock.now() + (options.timeout ?? DEFAULT_WAIT);
}

/**
 * Does what `--wait` is for. The receipt is kept before it, since nobody knows how long that takes, and after it: what cuts
 * the waiting short is a trouble beside what was done, and costs none of it.
 */
async function waitAfter(run: Run, rounds: Rounds, wait: () => Promise<Waited | undefined>): Promise<Ended> {
  const { invocation, options, progress, receiptFile } = run;
  const [first] = rounds;
  progress.end();
  const unwritten = await writeReceipt(invocation, receiptFile, first);
  if (!options.wait || first.interrupted) return { receipt: first, unwritten };
  const end = await wait().then(
    (waited) => ({ waited }),
    (error: unknown) => ({ trouble: explain(error, invocation) }),
  );
  progress.end();
  const joined = joinReceipts(...rounds);
  const isStopped = 'trouble' in end && end.trouble.exit === Exit.interrupted;
  const receipt = {
    ...joined,
    interrupted: joined.interrupted || isStopped,
    waiting: 'waited' in end ? stillWaiting(joined, end.waited) : joined.waiting,
  };
  return { ...end, receipt, unwritten: await writeReceipt(invocation, receiptFile, receipt) };
}

/** What waits when the waiting is over: what is outstanding, and the changes that are held back. */
function stillWaiting({ waiting }: Receipt, waited: Waited | undefined): Receipt['waiting'] {
  return waiting.filter(({ address, by }) => by !== undefined || (waited?.outstanding.includes(address) ?? true));
}

/** What the commands that follow a run have to say so that they are about the same. */
function wordsOf(run: Run): { planWords: string[]; applyWords: string[] } {
  const shape = shapeOf(run);
  const { approved, options } = run;
  return {
    planWords: givenFlags(shape),
    applyWords: approved ? [approved.file, ...flagsBesideFile(options)] : flagsToGoOn(shape),
  };
}

/** The options that shaped the plan: those that were given, or that the plan file records. */
function shapeOf({ project, options, approved }: Run): PlanOptions {
  if (!approved) return options;
  const { concurrency } = options;
  const recorded = recordedOptions(approved.plan.policy, project.environment.guard);
  return { ...recorded, ...(concurrency === undefined ? {} : { concurrency }) };
}

async function applyInput({ invocation, project, session, options, progress }: Run): Promise<ApplyInput<Client>> {
  return {
    ...(await engineInput(invocation, project.environment, session, options.concurrency)),
    onEvent: progress.onEvent,
    root: project.config.root,
    holder: holderOf('apply'),
  };
}

function carryOutLater(
  { invocation, project, session, options, progress, approved }: Run,
  shown: Planned<Client>,
  input: ApplyInput<Client>,
  deadline: number,
): AsyncGenerator<Receipt> {
  const { onEvent } = progress;
  return carryOutHeld({
    shown,
    deadline,
    input,
    plan: () => planAgain(invocation, project, session, approved?.plan ?? shown.plan, options, onEvent),
    wait: (addresses, timeoutMs) =>
      waitFor(invocation, project, session, { addresses, timeoutMs, until: 'first', onEvent }),
  });
}

/** Waits for everything that is outstanding now. */
async function waitForAll(
  { invocation, project, session, options, progress, approved }: Run,
  deadline: number,
): Promise<Waited | undefined> {
  const targets = approved?.plan.policy.targets ?? options.target ?? [];
  const addresses = targets.filter((glob) => project.resources.some(({ address }) => matchesGlob(address, glob)));
  // What was aimed at is gone: there is nothing to wait for.
  if (targets.length > 0 && addresses.length === 0) return undefined;
  return waitFor(invocation, project, session, {
    addresses,
    timeoutMs: Math.max(0, deadline - invocation.ports.clock.now()),
    onEvent: progress.onEvent,
  });
}

/** The outcome with that of the waiting, or with what cut it short, and with a receipt that could not be kept. */
function withEnd(run: Run, outcome: Outcome, { receipt, waited, trouble, unwritten }: Ended, held: number): Outcome {
  const style = run.invocation.terminal.style('stdout');
  const drawn = waited
    ? `\n${drawWaited(run.invocation.redaction.within(waited), style, flagsToGoOn(shapeOf(run)))}`
    : '';
  return {
    ...outcome,
    exit: worstExit([
      outcome.exit,
      waited ? exitOfWait(waited) : Exit.done,
      trouble ? exitOfTrouble(trouble.exit, receipt, held) : Exit.done,
      held > 0 && run.options.wait && !trouble && !receipt.interrupted ? Exit.rejected : Exit.done,
      run.options.detailedExitcode && receipt.blocked.length > 0 ? Exit.changes : Exit.done,
      unwritten.length > 0 ? Exit.failed : Exit.done,
    ]),
    text: `${outcome.text}${drawn}`,
    json: waited ? { ...outcome.json, waited } : outcome.json,
    problems: [...outcome.problems, ...unwritten, ...(trouble?.problems ?? [])],
    sources: new Map([...(outcome.sources ?? []), ...(trouble?.sources ?? [])]),
  };
}

function onlyPlanned({ invocation, project, options }: Run, plan: Plan, exit: number): Outcome {
  return {
    exit,
    text: drawPlan(invocation.redaction.within(plan), invocation.terminal.style('stdout'), {
      verbose: invocation.flags.verbose,
      flags: givenFlags(options),
    }),
    json: { plan, receipt: null },
    problems: [...project.problems, ...plan.problems],
    told: plan.problems,
    sources: project.sources,
    environment: project.environment.name,
  };
}
