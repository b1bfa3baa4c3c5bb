import { Exit, worstExit } from '../../core/exit.ts';
import { drawPlan } from '../../report/plan.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { hasNews, type PlanOptions, planProject } from '../planning.ts';
import { openProgress } from '../progress.ts';
import { openProject, openSession } from '../session.ts';

/** `plan`: reads the service, writes nothing. */
export async function plan(
  invocation: Invocation,
  _args: string[],
  options: PlanOptions & { detailedExitcode?: boolean },
): Promise<Outcome> {
  const project = await openProject(invocation);
  const session = await openSession(invocation, project, { messages: false, inFlight: options.concurrency });
  const progress = openProgress(invocation);
  try {
    const planned = await planProject(invocation, project, session, options, progress.onEvent);
    progress.end();
    const { plan: made, guards } = planned;
    return {
      exit: worstExit([
        made.complete ? Exit.done : Exit.failed,
        guards.length > 0 ? Exit.refused : Exit.done,
        options.detailedExitcode && hasNews(made) ? Exit.changes : Exit.done,
      ]),
      text: drawPlan(made, invocation.terminal.style('stdout'), {
        verbose: invocation.flags.verbose,
        chosenBy: choosing(invocation, options),
      }),
      json: { plan: made },
      problems: [...project.problems, ...made.problems],
      told: made.problems,
      sources: project.sources,
      environment: project.environment.name,
    };
  } finally {
    progress.close();
    await session.close();
  }
}

/** The flags that chose the project and what of it is planned. */
function choosing({ flags }: Invocation, { target = [], exclude = [] }: PlanOptions): string[] {
  return [
    ...target.flatMap((glob) => ['--target', glob]),
    ...exclude.flatMap((glob) => ['--exclude', glob]),
    ...(flags.config === undefined ? [] : ['--config', flags.config]),
  ];
}
