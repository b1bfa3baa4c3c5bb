import { Exit } from '../../core/exit.ts';
import type { Plan } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { Planned } from '../../engine/types.ts';
import { drawPlan } from '../../report/plan.ts';
import type { Client } from '../../wire/client.ts';
import { repeated } from '../command-line.ts';
import { confirm } from '../confirm.ts';
import type { Outcome } from '../outcome.ts';
import { guardsOf } from '../plan/approved.ts';
import { planOutcome } from './outcome.ts';
import { type ApplyRun, agreedChanges, agreedPlan, isIdle, isUnseen } from './run.ts';

/** The outcome if nothing may be applied: a guard refuses the plan, or nobody confirms it. Undefined if the run goes on. */
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

/** An approved plan is not asked about again. Only a delete in a protected environment is, if a person is there. */
function isAsked(run: ApplyRun, planned: Planned<Client>): boolean {
  const { approved, project, invocation } = run;
  if (!approved) return !isIdle(run, planned);
  const isLost = planned.work.some(({ change }) => change.action === 'delete');
  return project.environment.protected && isLost && invocation.terminal.canAsk;
}

/**
 * Shows the plan before the question, whatever the flags: nobody confirms a plan that was not shown. The result is the receipt.
 * In a log of a run with `--yes` a line for each change is enough.
 */
function show(run: ApplyRun, plan: Plan): void {
  if (isUnseen(run)) return;
  const { invocation, options } = run;
  const { terminal, flags, redaction } = invocation;
  terminal.say(
    drawPlan(redaction.within(plan), terminal.style('stderr'), {
      verbose: flags.verbose,
      next: false,
      brief: options.yes === true && !terminal.live,
    }),
  );
}

async function isConfirmed(run: ApplyRun, plan: Plan): Promise<boolean> {
  const { invocation, project, options } = run;
  const { environment } = project;
  const asked = agreedChanges(run, plan);
  const count = asked.length;
  // Without a change only the state is written (what is protected): there is nothing to ask.
  if (options.yes || count === 0) return true;
  const answer = await confirm(invocation, {
    question: `Apply ${count === 1 ? 'this change' : `these ${count} changes`} to ${environment.name}`,
    typed: environment.protected && asked.some(({ action }) => action === 'delete') ? environment.name : undefined,
    confirming: repeated(invocation, environment.name, ['--yes']),
    nothing: 'Nothing was applied',
  });
  if (answer === 'no') invocation.terminal.say('Nothing was applied.');
  return answer === 'yes';
}

/** The question was on stderr already; the document of `--json` reports it as a problem. */
function unconfirmed(run: ApplyRun, plan: Plan): Outcome {
  const problem: Problem = {
    code: 'unconfirmed',
    severity: 'error',
    message: 'Nobody said yes to the plan, and nothing was applied',
    hint: 'Say `--yes`',
  };
  const outcome = planOutcome(run, plan, Exit.refused);
  return { ...outcome, text: '', problems: [...outcome.problems, problem], shown: [...plan.problems, problem] };
}
