import { type Programs, systemPrograms } from '../../src/core/program.ts';
import type { GitStoreOptions } from '../../src/state/git-store.ts';
import { describeJournal, describeStore, JOURNALED, type Place } from './contract.ts';
import { describeDeaths } from './deaths.ts';
import { overwriteIn, prepareRepositories, projectBelow, storeIn, submodule } from './git-support.ts';

prepareRepositories();

let refs = 0;

interface GitPlace extends Place {
  open(programs?: Programs): ReturnType<typeof storeIn>;
}

function placesIn(layout: () => { remote: string; below: string }, more: Partial<GitStoreOptions> = {}) {
  let made: ReturnType<typeof layout> | undefined;
  return async (): Promise<GitPlace> => {
    made ??= layout();
    refs += 1;
    const [{ remote, below }, name] = [made, `refs/notiform/place-${refs}`];
    return {
      open: (programs) => storeIn(below, { ref: name, ...more, ...(programs ? { programs } : {}) }),
      overwrite: async (profile, text) => overwriteIn(remote, name, profile, text),
    };
  };
}

// A folder differs in where its repository is, which every operation of the store finds in the same way. git-store.test.ts has
// documents without a journal.
describeStore('git', placesIn(submodule, JOURNALED), ' in a submodule, with journals');
describeJournal('git', placesIn(projectBelow, JOURNALED));

/** A process that dies when its nth push, which is its only change of the remote, is done. */
async function mortalAt(place: GitPlace, point: number) {
  const real = systemPrograms();
  let pushes = 0;
  const store = place.open(async (command) => {
    if (command.args.includes('push')) pushes += 1;
    if (command.args.includes('push') && pushes === point) await real(command);
    if (pushes >= point) throw new Error('killed');
    return real(command);
  });
  return { store, isDead: () => pushes >= point };
}
describeDeaths('git', placesIn(projectBelow, JOURNALED), mortalAt, ['after']);
