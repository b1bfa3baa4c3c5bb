import { type BoundOne, bindOne } from '../../engine/binding/state-bind.ts';
import { meantBy } from '../../text/meant.ts';
import { requireYes } from '../confirm.ts';
import { holderOf } from '../holder.ts';
import type { Invocation } from '../invocation.ts';
import { waitForLocks } from '../lock-wait.ts';
import { done, type Outcome } from '../outcome.ts';
import { openProject, readAgain } from '../project.ts';
import { engineInput, withSession } from '../session.ts';

interface BindOptions {
  acceptAccount?: boolean;
  yes?: boolean;
  lockTimeout?: number;
}

/** `state bind ADDRESS NAME`: reads the live resource and binds the address to it. Asks before it replaces a binding. */
export async function bind(
  invocation: Invocation,
  [asked = '', name = '']: string[],
  { acceptAccount = false, yes = false, lockTimeout }: BindOptions,
): Promise<Outcome> {
  const opened = await openProject(invocation);
  const { environment } = opened;
  return withSession(invocation, opened, { messages: false }, async (session, progress) => {
    const hasWaited = await waitForLocks(invocation, environment.name, session, lockTimeout);
    const project = hasWaited ? await readAgain(invocation, opened) : opened;
    const { resources } = project;
    const address = meantBy(
      asked,
      resources.map((resource) => resource.address),
    );
    const input = { ...(await engineInput(invocation, environment, session)), onEvent: progress.onEvent };
    const holder = holderOf('state bind');
    const agree = async (bound: BoundOne): Promise<void> => {
      progress.end();
      if (!yes) await agreed(invocation, environment.name, address, name, bound);
    };
    const bound = await bindOne({ ...input, holder, resources, address, name, acceptAccount, agree });
    progress.end();
    const { outcome, former, live } = bound;
    const json = { address, name, state: live.status.state, outcome, former };
    const { problems } = project;
    return done(drawBound(address, name, bound), json, { problems });
  });
}

/** Asks first: with a wrong name, the next plan would overwrite a live resource that notiform does not own. */
async function agreed(
  invocation: Invocation,
  environment: string,
  address: string,
  name: string,
  { former, live }: BoundOne,
): Promise<void> {
  const which = `${name} (${live.status.state})`;
  const question = `${address} is bound to ${former}. Bind it to ${which} in its place on ${environment}`;
  const message = `Not confirmed. ${address} is still bound to ${former}`;
  await requireYes(invocation, question, { name: environment }, { message, address });
}

function drawBound(address: string, name: string, { outcome, former, live }: BoundOne): string {
  if (outcome === 'already-so') return `${address} is already bound to ${name}.`;
  const left = former === null ? '' : ` ${former}, the previous binding, is now unmanaged and unchanged.`;
  return `${`${address} is bound to ${name} (${live.status.state}).`}${left}`;
}
