import type { Environment } from '../../config/environment.ts';
import { Exit } from '../../core/exit.ts';
import type { Plan } from '../../core/plan.ts';
import { errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import type { Planned } from '../../engine/types.ts';
import { drawPlan } from '../../report/plan.ts';
import type { Client } from '../../wire/client.ts';
import { confirm } from '../confirm.ts';
import type { Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import { guardsOf } from '../plan/approved.ts';
import { givenFlags } from '../plan/planning.ts';
import type { Session } from '../session.ts';
import { isInCI } from '../terminal.ts';
import { planOutcome } from './outcome.ts';
import { type ApplyRun, agreedChanges, agreedPlan, isIdle, isUnseen } from './rounds.ts';

/** Throws a NotiformError (exit 7) if the state is kept in files and a CI machine, which starts empty, has none. */
export async function requireKeptState(
  { env }: Invocation,
  environment: Pick<Environment, 'name' | 'emulator'>,
  { store, profiles, shard }: Pick<Session, 'store' | 'profiles' | 'shard'>,
): Promise<void> {
  if (!isInCI(env) || environment.emulator || store.kind !== 'file') return;
  const documents = await store.readAll([...(shard ?? profiles.keys())]);
  if ([...documents.values()].some((document) => document !== undefined)) return;
  throw new NotiformError(
    errorProblem(
      'state-missing',
      `${environment.name} has no state. This is CI, where files are lost after the job`,
      'Restore the folder of the state first, or use a store that all runs share. For the very first apply, pass `--new-state`',
    ),
    Exit.refused,
  );
}

/** The outcome if nothing may be applied: a guard refuses the plan, or it is not confirmed. Undefined if the run continues. */
export async function refusalOf(run: ApplyRun, planned: Planned<Client>): Promise<Outcome | undefined> {
  const plan = agreedPlan(run, planned);
  const guards = run.approved ? guardsOf(planned) : planned.guards;
  if (guards.length > 0) {
    const refused = planOutcome(run, plan, Exit.refused);
    return run.approved ? { ...refused, text: '', problems: guards, shown: [] } : refused;
  }
  if (!isAsked(run, planned)) return undefined;
  show(run, plan);
  return (await isConfirmed(run, plan)) ? undefined : unconfirmed(run, plan);
}

/** An approved plan needs no second confirmation. Only a delete in a protected environment is confirmed again, if a person is there. */
function isAsked(run: ApplyRun, planned: Planned<Client>): boolean {
  const { approved, project, invocation } = run;
  if (!approved) return !isIdle(run, planned);
  const isLost = planned.work.some(({ change }) => change.action === 'delete');
  return project.environment.protected && isLost && invocation.terminal.canAsk;
}

/**
 * Always shows the plan before the question. The result of the command is the receipt. With `--yes`, the log gets only one line for
 * each change.
 */
function show(run: ApplyRun, plan: Plan): void {
  if (isUnseen(run)) return;
  const { invocation, options } = run;
  const { terminal, flags, redaction } = invocation;
  terminal.say(
    drawPlan(redaction.within(plan), terminal.style('stderr'), {
      verbose: flags.verbose,
      next: false,
      flags: givenFlags(options),
      brief: options.yes === true && !terminal.live,
    }),
  );
}

async function isConfirmed(run: ApplyRun, plan: Plan): Promise<boolean> {
  const { invocation, project, options } = run;
  const { environment } = project;
  const asked = agreedChanges(run, plan);
  const count = asked.length;
  // Without a change, only protections are written to the state. That needs no question.
  if (options.yes || count === 0) return true;
  const answer = await confirm(invocation, {
    question: `Apply ${count === 1 ? 'this change' : `these ${count} changes`} to ${environment.name}`,
    environment: environment.name,
    typed: environment.protected && asked.some(({ action }) => action === 'delete'),
    nothing: 'Nothing was applied',
  });
  if (answer === 'no') invocation.terminal.say('Nothing was applied.');
  return answer === 'yes';
}

/** The question was on stderr already; the document of `--json` reports it as a problem. */
function unconfirmed(run: ApplyRun, plan: Plan): Outcome {
  const problem: Problem = errorProblem(
    'unconfirmed',
    'The plan was not confirmed. Nothing was applied',
    'Pass `--yes`',
  );
  const outcome = planOutcome(run, plan, Exit.refused);
  return { ...outcome, text: '', problems: [...outcome.problems, problem], shown: [...plan.problems, problem] };
}
