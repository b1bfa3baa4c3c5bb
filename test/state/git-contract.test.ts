import { describeStore, type Place } from './contract.ts';
import { LAYOUTS, overwriteIn, prepareRepositories, storeIn } from './git-support.ts';

prepareRepositories();

for (const [where, layout] of Object.entries(LAYOUTS)) {
  let made: ReturnType<typeof layout> | undefined;
  let refs = 0;
  const newPlace = async (): Promise<Place> => {
    made ??= layout();
    refs += 1;
    const [{ remote, below }, name] = [made, `refs/notiform/place-${refs}`];
    return {
      open: () => storeIn(below, { ref: name }),
      overwrite: async (profile, text) => overwriteIn(remote, name, profile, text),
    };
  };
  describeStore('git', newPlace, ` ${where}`);
}
