import type { Environment } from '../config/environment.ts';
import type { Config } from '../config/load.ts';
import type { Clock } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import type { Judged } from '../manifest/options.ts';
import { problemOf } from '../send/about.ts';
import { templateOf } from '../send/choice.ts';
import { judgeSend } from '../send/judge.ts';

interface Where {
  config: Config;
  environment: Environment;
  clock: Clock;
}

/** Every reason that the manifests give why `send` would refuse a test send or warn of it. Offline, with no credentials. */
export function judgeSends({ sends, resources, documents }: Judged, { config, environment, clock }: Where): Problem[] {
  const { locate } = documents;
  return sends.flatMap((test) => {
    const template = templateOf(test, resources);
    if ('severity' in template) {
      // A template whose manifest is wrong is reported with that manifest.
      const isDeclared = template.code === 'send-template' && documents.declares(test.template ?? '');
      return isDeclared ? [] : [problemOf(template, test, { locate })];
    }
    // So is a profile that the environment does not have.
    if (!environment.profiles.has(template.profile ?? '')) return [];
    const defaultSender = config.defaults.sender;
    return judgeSend({ test, template, environment, defaultSender, clock, locate });
  });
}
