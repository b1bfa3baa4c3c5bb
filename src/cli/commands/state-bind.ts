import { Exit } from '../../core/exit.ts';
import { type BoundOne, bindOne } from '../../engine/state-bind.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { openProgress } from '../progress.ts';
import { engineInput, holderOf, openProject, openSession } from '../session.ts';

/** `state bind ADDRESS NAME`: reads the live resource and remembers that it is the one. */
export async function bind(
  invocation: Invocation,
  [address = '', name = '']: string[],
  { acceptAccount = false }: { acceptAccount?: boolean },
): Promise<Outcome> {
  const project = await openProject(invocation);
  const { environment, resources } = project;
  const session = await openSession(invocation, project, { messages: false });
  const progress = openProgress(invocation);
  try {
    const input = { ...(await engineInput(invocation, environment, session)), onEvent: progress.onEvent };
    const holder = holderOf('state bind');
    const bound = await bindOne({ ...input, holder, resources, address, name, acceptAccount });
    progress.end();
    const { outcome, former, live } = bound;
    return {
      exit: Exit.done,
      text: said(address, name, bound),
      json: { address, name, state: live.status.state, outcome, former },
      problems: project.problems,
      sources: project.sources,
      environment: environment.name,
    };
  } finally {
    progress.close();
    await session.close();
  }
}

function said(address: string, name: string, { outcome, former, live }: BoundOne): string {
  if (outcome === 'already-so') return `${address} is bound to ${name} already.`;
  const left = former === null ? '' : ` ${former}, which it was bound to, is not ours any more, and stays as it is.`;
  return `${address} is bound to ${name} (${live.status.state}).${left}`;
}
