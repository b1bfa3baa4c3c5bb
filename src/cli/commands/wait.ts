import { Exit, worstExit } from '../../core/exit.ts';
import type { Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import { projectInput } from '../plan/planning.ts';
import { openProject } from '../project.ts';
import { withSession } from '../session.ts';
import { blockedIn, drawWaited, exitOfWait, otherDecisionsIn, waitFor } from '../waiting.ts';

/** `wait [address…]`: until no verdict is outstanding. */
export async function wait(
  invocation: Invocation,
  addresses: string[],
  { timeout }: { timeout: number },
): Promise<Outcome> {
  const project = await openProject(invocation);
  return withSession(invocation, project, { messages: false }, async (session, progress) => {
    const input = { ...(await projectInput(invocation, project, session)), onEvent: progress.onEvent };
    const waited = await waitFor(input, project.environment, { addresses, timeoutMs: timeout });
    progress.end();
    // A named resource that cannot become as declared is a failure.
    const isNamedBlocked = addresses.length > 0 && blockedIn(waited).length > 0;
    const isUndecided = isNamedBlocked || otherDecisionsIn(waited).length > 0;
    return {
      exit: worstExit([exitOfWait(waited), isUndecided ? Exit.rejected : Exit.done]),
      text: drawWaited(invocation.redaction.within(waited), invocation.terminal.style('stdout')),
      json: { ...waited },
      problems: [...project.problems, ...waited.status.problems],
      shown: waited.status.problems,
    };
  });
}
