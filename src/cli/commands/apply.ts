import type { Receipt } from '../../core/receipt.ts';
import { applyPlan } from '../../engine/apply/apply.ts';
import { confirmAll } from '../../engine/plan/confirmed.ts';
import type { ApplyInput, Planned } from '../../engine/types.ts';
import type { Client } from '../../wire/client.ts';
import { refusalOf } from '../apply/agreement.ts';
import { outcomeOf } from '../apply/outcome.ts';
import { finishRounds } from '../apply/rounds.ts';
import type { ApplyOptions, ApplyRun } from '../apply/run.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { openApproved, planApprovedProject } from '../plan/approved.ts';
import { requireKeptState } from '../plan/new-state.ts';
import { planProject } from '../plan/planning.ts';
import { openProgress } from '../progress/progress.ts';
import { clearReceipt } from '../receipt.ts';
import { engineInput, holderOf, openProject, openSession } from '../session.ts';

/** `apply`: plans, shows the plan, asks, and carries it out. With a plan file: does what is left of the approved plan. */
export async function apply(invocation: Invocation, [file]: string[], options: ApplyOptions): Promise<Outcome> {
  const receiptFile = options.receipt === undefined ? undefined : await clearReceipt(invocation, options.receipt);
  const approved = await openApproved(invocation, file, options);
  const project = await openProject(invocation, approved?.plan.policy.shard ?? options.shard);
  const session = await openSession(invocation, project, { messages: false, inFlight: options.concurrency });
  const progress = openProgress(invocation);
  try {
    return await run({ invocation, project, session, options, progress, approved, receiptFile });
  } finally {
    progress.close();
    await session.close();
  }
}

async function run(of: ApplyRun): Promise<Outcome> {
  const { invocation, project, session, options } = of;
  await requireKeptState(invocation, project.environment, session, options.newState === true);
  const planned = await planRun(of);
  const refused = await refusalOf(of, planned);
  if (refused) return refused;
  const input = await inputOf(of);
  const first = await applyOnce(planned, input);
  const ended = await finishRounds(of, planned, input, first);
  return outcomeOf(of, planned, ended);
}

async function planRun({
  invocation,
  project,
  session,
  options,
  progress,
  approved,
}: ApplyRun): Promise<Planned<Client>> {
  const { onEvent } = progress;
  const planned = approved
    ? await planApprovedProject(invocation, project, session, approved, options, onEvent)
    : await planProject(invocation, project, session, options, onEvent);
  progress.end();
  return planned;
}

async function inputOf({ invocation, project, session, options, progress }: ApplyRun): Promise<ApplyInput<Client>> {
  return {
    ...(await engineInput(invocation, project.environment, session, options.concurrency)),
    onEvent: progress.onEvent,
    root: project.config.root,
    holder: holderOf('apply'),
  };
}

/** Carries out a plan. If the plan has nothing to do, the state still records what is as wanted. */
async function applyOnce(planned: Planned<Client>, input: ApplyInput<Client>): Promise<Receipt> {
  const receipt = await applyPlan(planned, input);
  if (planned.work.length + planned.protections.length === 0) await confirmAll(planned, input);
  return receipt;
}
