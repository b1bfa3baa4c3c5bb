import { type Clock, slept } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import type { StateStore } from './store.ts';
import { WAITS } from './waits.ts';

/**
 * Returns a store that an interrupted run waits for only a moment, unless the state has to record what the run did. It is for a
 * store whose lock expires: a lock that was requested meanwhile, or that cannot be released, may be left behind.
 */
export function endedBy(signal: AbortSignal, store: StateStore, clock: Clock): StateStore {
  // One listener for all calls: Node reports many listeners of one signal as a leak.
  const open = new Set<() => void>();
  signal.addEventListener('abort', () => {
    for (const stop of open) stop();
  });
  const within = <T>(work: Promise<T>, canGiveUp: () => boolean): Promise<T> =>
    new Promise((resolve, reject) => {
      const ended = new AbortController();
      const stop = (): void => {
        void slept(clock, WAITS.interrupted, ended.signal).then((isLate) => {
          if (isLate && canGiveUp()) reject(noAnswer());
        });
      };
      if (signal.aborted) stop();
      else open.add(stop);
      void work.then(resolve, reject).finally(() => {
        open.delete(stop);
        ended.abort();
      });
    });
  return {
    ...store,
    read: (profile, canGiveUp = always) => within(store.read(profile), canGiveUp),
    readAll: (profiles) => within(store.readAll(profiles), always),
    profiles: () => within(store.profiles(), always),
    lockOf: (profile) => within(store.lockOf(profile), always),
    lock: async (profile, holder) => {
      if (signal.aborted) throw noAnswer();
      const taking = store.lock(profile, holder);
      // A lock that comes too late would be renewed as long as this process lives.
      const giveBack = (): void => void taking.then((lease) => lease.release()).catch(() => undefined);
      const lease = await within(taking, always).catch((error: unknown) => {
        giveBack();
        throw error;
      });
      return {
        ...lease,
        write: (change, canGiveUp = never) => within(lease.write(change), canGiveUp),
        confirm: () => within(lease.confirm(), always),
        release: () => within(lease.release(), always),
      };
    },
    edit: (name, editor, edit, canGiveUp = never) => within(store.edit(name, editor, edit), canGiveUp),
  };
}

const always = (): boolean => true;
const never = (): boolean => false;

function noAnswer(): NotiformError {
  return new NotiformError(
    errorProblem(
      'interrupted',
      'The run was stopped before the database of the state answered',
      'Run the same command again: it continues where it stopped.',
    ),
  );
}
