import type { GitStoreOptions } from '../../src/state/git-store.ts';
import { describeJournal, describeStore, JOURNALED, type Place } from './contract.ts';
import { LAYOUTS, overwriteIn, prepareRepositories, projectBelow, storeIn } from './git-support.ts';

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

// By turns, the documents have journals.
for (const [index, [where, layout]] of Object.entries(LAYOUTS).entries()) {
  const more = index % 2 === 0 ? {} : JOURNALED;
  describeStore('git', placesIn(layout, more), ` ${where}${index % 2 === 0 ? '' : ', with journals'}`);
}
describeJournal('git', placesIn(projectBelow, JOURNALED));
