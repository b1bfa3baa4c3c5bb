import type { GitStoreOptions } from '../../src/state/git-store.ts';
import { describeJournal, describeStore, JOURNALED, type Place } from './contract.ts';
import { overwriteIn, prepareRepositories, projectBelow, storeIn, submodule } from './git-support.ts';

prepareRepositories();

let refs = 0;

function placesIn(layout: () => { remote: string; below: string }, more: Partial<GitStoreOptions> = {}) {
  let made: ReturnType<typeof layout> | undefined;
  return async (): Promise<Place> => {
    made ??= layout();
    refs += 1;
    const [{ remote, below }, name] = [made, `refs/notiform/place-${refs}`];
    return {
      open: () => storeIn(below, { ref: name, ...more }),
      overwrite: async (profile, text) => overwriteIn(remote, name, profile, text),
    };
  };
}

describeStore('git', placesIn(projectBelow));
// A folder differs in where its repository is, which every operation of the store finds in the same way.
describeStore('git', placesIn(submodule, JOURNALED), ' in a submodule, with journals');
describeJournal('git', placesIn(projectBelow, JOURNALED));
