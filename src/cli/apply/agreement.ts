import type { Environment } from '../../config/environment.ts';
import { Exit } from '../../core/exit.ts';
import type { Plan } from '../../core/plan.ts';
import { errorProblem, NotiformError } from '../../core/problem.ts';
import { drawPlan } from '../../report/results.ts';
import { confirm } from '../confirm.ts';
import type { Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import { guardsOf } from '../plan/approved.ts';
import { givenFlags } from '../plan/planning.ts';
import type { Session } from '../session.ts';
import { isInCI } from '../terminal.ts';
import { type Agreed, type ApplyOptions, agreedChanges, isIdle, isUnseen } from './agreed.ts';
import { planOutcome } from './outcome.ts';

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
export async function refusalOf(
  invocation: Invocation,
  environment: Environment,
  options: ApplyOptions,
  agreed: Agreed,
): Promise<Outcome | undefined> {
  const { plan, planned, file } = agreed;
  const refused = (): Outcome => ({ ...planOutcome(invocation, options, plan), exit: Exit.refused });
  if (planned.guards.length > 0 && file !== undefined)
    return { ...refused(), text: '', problems: guardsOf(planned), shown: [] };
  if (planned.guards.length > 0) return refused();
  if (!isAsked(invocation, environment, options, agreed)) return undefined;
  show(invocation, options, plan);
  if (await isConfirmed(invocation, environment, options, plan)) return undefined;
  // The question was on stderr already; the document of `--json` reports it as a problem.
  const problem = errorProblem('unconfirmed', 'The plan was not confirmed. Nothing was applied', 'Pass `--yes`');
  return { ...refused(), text: '', problems: [...plan.problems, problem], shown: [...plan.problems, problem] };
}

/** An approved plan needs no second confirmation. Only a delete in a protected environment is confirmed again, if a person is there. */
function isAsked({ terminal }: Invocation, environment: Environment, options: ApplyOptions, agreed: Agreed): boolean {
  if (agreed.file === undefined) return !isIdle(agreed, options);
  const isLost = agreed.planned.work.some(({ change }) => change.action === 'delete');
  return environment.protected && isLost && terminal.canAsk;
}

/**
 * Always shows the plan before the question. The result of the command is the receipt. With `--yes`, the log gets only one line for
 * each change.
 */
function show(invocation: Invocation, options: ApplyOptions, plan: Plan): void {
  if (isUnseen(invocation, options)) return;
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

async function isConfirmed(
  invocation: Invocation,
  environment: Environment,
  options: ApplyOptions,
  plan: Plan,
): Promise<boolean> {
  const asked = agreedChanges(plan, options);
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
