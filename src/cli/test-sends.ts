import type { Clock } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import type { Judged } from '../manifest/options.ts';
import { problemOf } from '../send/about.ts';
import { templateOf } from '../send/choice.ts';
import { judgeSend } from '../send/judge.ts';
import type { Parties } from '../send/parties.ts';

interface Where {
  environment: Parties;
  defaultSender: string | undefined;
  clock: Clock;
}

/** Every reason that the manifests give why `send` would refuse a test send or warn of it. Offline, with no credentials. */
export function judgeSends(
  { sends, resources, documents }: Judged,
  { environment, defaultSender, clock }: Where,
): Problem[] {
  const { locate } = documents;
  const found = sends.flatMap((test) => {
    const found = templateOf(test, resources);
    if ('severity' in found) {
      // A template whose manifest is wrong is reported with that manifest.
      const address = test.template ?? '';
      const isUnsound = documents.declares(address) && !resources.some((one) => one.address === address);
      return isUnsound ? [] : [problemOf(found, test, { locate })];
    }
    // So is a profile that the environment does not have.
    if (!environment.profiles.has(found.template.profile ?? '')) return [];
    return judgeSend({ ...found, test, environment, defaultSender, clock, locate });
  });
  return together(found);
}

/** A value of a sample is wrong once, with every test send that uses it. */
function together(problems: readonly Problem[]): Problem[] {
  const found = new Map<string, Problem>();
  for (const problem of problems) {
    const { code, place, message, related = [] } = problem;
    const key = JSON.stringify([code, place, message]);
    const first = found.get(key);
    const all = [...(first?.related ?? []), ...related];
    found.set(key, { ...(first ?? problem), ...(all.length === 0 ? {} : { related: all }) });
  }
  return [...found.values()];
}
