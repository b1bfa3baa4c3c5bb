import type { Invocation } from './invocation.ts';
import { type CommandProgress, openProgress } from './progress/progress.ts';
import { openSession, type Session } from './session.ts';

type Opening = Parameters<typeof openSession>;

/** Opens a session with the service and the progress of a command for some work. Closes both however the work ends. */
export async function withSession<T>(
  invocation: Invocation,
  project: Opening[1],
  needs: Opening[2],
  work: (session: Session, progress: CommandProgress) => Promise<T>,
): Promise<T> {
  const session = await openSession(invocation, project, needs);
  const progress = openProgress(invocation);
  try {
    return await work(session, progress);
  } finally {
    progress.close();
    await session.close();
  }
}
