import { applyPlan } from '../../engine/apply/apply.ts';
import { confirmAll } from '../../engine/plan/confirmed.ts';
import type { ApplyOptions } from '../apply/agreed.ts';
import { refusalOf, requireKeptState } from '../apply/agreement.ts';
import { outcomeOf } from '../apply/outcome.ts';
import { finishRounds, laterRounds } from '../apply/rounds.ts';
import type { Outcome } from '../finish.ts';
import { openHistory } from '../history.ts';
import type { Invocation } from '../invocation.ts';
import { holderOf, isOvertaken, pause, waitForLocks } from '../locks.ts';
import { openApproved, planApprovedProject } from '../plan/approved.ts';
import { planningInput, planProject, projectInput, withLintOfChanges } from '../plan/planning.ts';
import { openProject, readAgain } from '../project.ts';
import { clearReceipt } from '../receipt.ts';
import { withSession } from '../session.ts';

/** `apply`: plans, shows the plan, asks, and carries it out. With a plan file, it carries out the rest of the approved plan. */
export async function apply(invocation: Invocation, [file]: string[], options: ApplyOptions): Promise<Outcome> {
  if (options.receipt !== undefined) await clearReceipt(invocation, options.receipt);
  const approved = await openApproved(invocation, file, options);
  const shard = approved?.plan.policy.shard ?? options.shard;
  const opened = await openProject(invocation, shard, { withoutLint: true });
  const { environment } = opened;
  const { clock } = invocation.ports;
  const needs = { messages: false, inFlight: options.concurrency };
  return withSession(invocation, opened, needs, async (first, progress) => {
    if (!options.newState) await requireKeptState(invocation, environment, first);
    const deadline = clock.now() + (options.lockTimeout ?? 0);
    let [project, session] = [opened, first];
    for (let isFirst = true; ; isFirst = false) {
      const hasWaited = await waitForLocks(invocation, environment.name, session, options.lockTimeout, deadline);
      // A lock can refuse this run although its holder is dead: another run is taking it over.
      if (!isFirst && !hasWaited) await pause(invocation, deadline);
      // Without the manifests that the other run wrote, the plan would delete their resources.
      if (!isFirst || hasWaited) project = await readAgain(invocation, project, shard);
      session = { ...session, shard: project.shard };
      const history = await openHistory(invocation, project.config, project.resources);
      const read = await projectInput(invocation, project, session, options.concurrency);
      const planning = planningInput({ ...read, onEvent: progress.onEvent }, project, history);
      const planned = await (approved
        ? planApprovedProject(planning, approved)
        : planProject(planning, environment, options));
      progress.end();
      const agreed = { planned, plan: approved?.plan ?? planned.plan, file: approved?.file };
      const withLint = (outcome: Outcome): Outcome => ({
        ...outcome,
        problems: [...withLintOfChanges(project, agreed.plan), ...outcome.problems],
        sources: new Map([...project.sources, ...(outcome.sources ?? [])]),
      });
      const refused = await refusalOf(invocation, environment, options, agreed);
      if (refused) return withLint(refused);
      const input = { ...planning, root: project.config.root, history, holder: holderOf('apply') };
      const receipt = await applyPlan(planned, input).catch((error: unknown) => {
        if (!isOvertaken(error) || clock.now() >= deadline) throw error;
      });
      progress.end();
      if (receipt) {
        // Without changes the state still records which resources are up to date.
        const unrecorded = receipt.interrupted ? [] : await confirmAll(planned, input);
        const unlocked = () => waitForLocks(invocation, environment.name, session, options.lockTimeout);
        const later = laterRounds(agreed, input, project, unlocked);
        const ended = await finishRounds(invocation, options, receipt, later);
        progress.end();
        const outcome = outcomeOf(invocation, options, agreed, ended);
        return withLint({ ...outcome, problems: [...outcome.problems, ...unrecorded] });
      }
      const { terminal, flags } = invocation;
      if (!flags.quiet) terminal.say('Another run was faster. Planning again.');
    }
  });
}
