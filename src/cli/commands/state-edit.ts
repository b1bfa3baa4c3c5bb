import { type Address, matchesGlob } from '../../core/address.ts';
import { type BoundOne, bindOne } from '../../engine/binding/state-bind.ts';
import {
  entriesIn,
  forgetEntries,
  type KnownEntry,
  moveProfile,
  requireUnprotected,
} from '../../engine/binding/state-edit.ts';
import { requireMatches } from '../../engine/plan/select.ts';
import type { EngineEvent } from '../../engine/types.ts';
import { drawProblems } from '../../report/problems.ts';
import { counted } from '../../text/counted.ts';
import { meantBy } from '../../text/meant.ts';
import { requireYes } from '../confirm.ts';
import { done, type Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import { holderOf, waitForLocks } from '../locks.ts';
import { openProject, readAgain } from '../project.ts';
import { engineInput, withSession } from '../session.ts';
import { type OpenState, readState } from './state.ts';

/**
 * `state move ALIAS NEWALIAS` moves the document of a profile whose alias was renamed. `state move ALIAS ALIAS` takes it over from the
 * place that the project had before. A resource gets another id by `renamedFrom` in its manifest.
 */
export async function move(
  invocation: Invocation,
  [from = '', to = '']: string[],
  { lockTimeout }: { lockTimeout?: number },
): Promise<Outcome> {
  const state = await readState(invocation, lockTimeout, from === to);
  const profile = state.environment.profile(to);
  const moved = await moveProfile(lockingOf(invocation, state, 'state move'), from, profile);
  const text =
    from === to
      ? `The state of ${from} now belongs to this project.`
      : `The ${counted(moved.length, 'binding')} of ${from} moved to ${to}.`;
  return done(text, { from, to, moved: moved.map((one) => ({ from: one.from, to: one.address })) });
}

/** `state forget ADDRESS…`; in a protected environment the user must type its name. */
export async function forget(
  invocation: Invocation,
  globs: string[],
  { unprotect = [], yes, lockTimeout }: { unprotect?: Address[]; yes?: boolean; lockTimeout?: number },
): Promise<Outcome> {
  const state = await readState(invocation, lockTimeout);
  const all = entriesIn(state.documents);
  requireMatches(
    all.map(({ address }) => address),
    globs,
  );
  const chosen = all.filter(({ address }) => globs.some((glob) => matchesGlob(address, glob)));
  requireUnprotected(chosen, unprotect);
  if (yes !== true) await confirmed(invocation, state, chosen);
  await forgetEntries(lockingOf(invocation, state, 'state forget'), chosen, unprotect);
  const text = `${forgottenLines(chosen)}\n\nRemoved from the state. Nothing changed on the service. The next plan finds declared resources again; the others are now unmanaged.`;
  return done(text, { forgotten: chosen.map(({ address }) => address) });
}

function forgottenLines(chosen: readonly KnownEntry[]): string {
  return chosen.map(({ address }) => `∅ ${address}`).join('\n');
}

async function confirmed(invocation: Invocation, { environment }: OpenState, chosen: readonly KnownEntry[]) {
  const { name } = environment;
  invocation.terminal.say(forgottenLines(chosen));
  const those = chosen.length === 1 ? 'this address' : `these ${chosen.length} addresses`;
  const question = `Forget ${those} of ${name}`;
  await requireYes(invocation, question, environment, { message: 'Not confirmed. Nothing was forgotten' });
}

/** Opens the state for writing. Warnings are printed at once. */
function lockingOf(invocation: Invocation, { environment, store, documents }: OpenState, command: string) {
  const { terminal, redaction } = invocation;
  const onEvent = (event: EngineEvent): void => {
    if (event.type !== 'warning') return;
    terminal.say(drawProblems([redaction.within(event.problem)], new Map(), terminal.style('stderr')));
  };
  return { environment, store, documents, holder: holderOf(command), onEvent };
}

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
    const input = { ...engineInput(invocation, environment, session), onEvent: progress.onEvent };
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
  return `${address} is bound to ${name} (${live.status.state}).${left}`;
}
