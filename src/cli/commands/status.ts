import { Exit } from '../../core/exit.ts';
import { observeStatus } from '../../engine/status.ts';
import { drawStatus } from '../../report/status.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { openProgress } from '../progress.ts';
import { engineInput, openProject, openSession } from '../session.ts';

/** `status [address…]` */
export async function status(invocation: Invocation, addresses: string[]): Promise<Outcome> {
  const project = await openProject(invocation);
  const { environment, resources } = project;
  const session = await openSession(invocation, project, { messages: false });
  const progress = openProgress(invocation);
  try {
    const input = await engineInput(invocation, environment, session);
    const report = await observeStatus({ ...input, onEvent: progress.onEvent, resources, addresses });
    progress.end();
    return {
      exit: report.complete ? Exit.done : Exit.failed,
      text: drawStatus(report, invocation.terminal.style('stdout'), { verbose: invocation.flags.verbose }),
      json: { status: report },
      problems: [...project.problems, ...report.problems],
      told: report.problems,
      sources: project.sources,
      environment: environment.name,
    };
  } finally {
    progress.end();
    await session.close();
  }
}
