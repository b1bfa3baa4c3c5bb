import { applyPlan } from '../../engine/apply/apply.ts';
import { confirmAll } from '../../engine/plan/confirmed.ts';
import type { ApplyInput } from '../../engine/types.ts';
import type { Client } from '../../wire/client.ts';
import { refusalOf, requireKeptState } from '../apply/agreement.ts';
import { outcomeOf } from '../apply/outcome.ts';
import type { ApplyOptions, ApplyRun } from '../apply/rounds.ts';
import { finishRounds } from '../apply/rounds.ts';
import type { Outcome } from '../finish.ts';
import { openHistory } from '../history.ts';
import type { Invocation } from '../invocation.ts';
import { holderOf, isOvertaken, pause, waitForLocks } from '../locks.ts';
import { openApproved, planApprovedProject } from '../plan/approved.ts';
import { planProject } from '../plan/planning.ts';
import { openProject, readAgain } from '../project.ts';
import { clearReceipt } from '../receipt.ts';
import { engineInput, withSession } from '../session.ts';

/** `apply`: plans, shows the plan, asks, and carries it out. With a plan file, it carries out the rest of the approved plan. */
export async function apply(invocation: Invocation, [file]: string[], options: ApplyOptions): Promise<Outcome> {
  if (options.receipt !== undefined) await clearReceipt(invocation, options.receipt);
  const approved = await openApproved(invocation, file, options);
  const project = await openProject(invocation, approved?.plan.policy.shard ?? options.shard);
  return withSession(
    invocation,
    project,
    { messages: false, inFlight: options.concurrency },
    async (session, progress) => {
      const history = await openHistory(invocation, project.config, project.resources);
      return await run({ invocation, project, session, options, progress, approved, history });
    },
  );
}

async function run(first: ApplyRun): Promise<Outcome> {
  const { invocation, options, progress, approved } = first;
  const { onEvent } = progress;
  const { environment } = first.project;
  if (!options.newState) await requireKeptState(invocation, environment, first.session);
  const deadline = invocation.ports.clock.now() + (options.lockTimeout ?? 0);
  let of = first;
  for (let isFirst = true; ; isFirst = false) {
    const hasWaited = await waitForLocks(invocation, environment.name, of.session, options.lockTimeout, deadline);
    // A lock can refuse this run although its holder is dead: another run is taking it over.
    if (!isFirst && !hasWaited) await pause(invocation, deadline);
    // Without the manifests that the other run wrote, the plan would delete their resources.
    if (hasWaited || !isFirst) of = await withManifestsOfNow(of);
    const { project, session, history } = of;
    const input: ApplyInput<Client> = {
      ...(await engineInput(invocation, environment, session, options.concurrency)),
      onEvent,
      root: project.config.root,
      history,
      holder: holderOf('apply'),
    };
    const planned = await (approved ? planApprovedProject(of, approved) : planProject(of));
    progress.end();
    const refused = await refusalOf(of, planned);
    if (refused) return refused;
    const receipt = await applyPlan(planned, input).catch((error: unknown) => {
      if (!isOvertaken(error) || invocation.ports.clock.now() >= deadline) throw error;
    });
    if (receipt) {
      // Without changes the state still records which resources are up to date.
      if (!receipt.interrupted) await confirmAll(planned, input);
      return outcomeOf(of, planned, await finishRounds(of, planned, input, receipt));
    }
    progress.end();
    const { terminal, flags } = invocation;
    if (!flags.quiet) terminal.say('Another run was faster. Planning again.');
  }
}

async function withManifestsOfNow(run: ApplyRun): Promise<ApplyRun> {
  const { invocation, options, approved } = run;
  const project = await readAgain(invocation, run.project, approved?.plan.policy.shard ?? options.shard);
  const history = await openHistory(invocation, project.config, project.resources);
  return { ...run, project, history, session: { ...run.session, shard: project.shard } };
}
