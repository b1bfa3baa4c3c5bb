import type { Clock } from '../../core/ports.ts';
import { errorProblem, type Problem } from '../../core/problem.ts';
import { listed, type SendElsewhere } from '../../manifest/manifest.ts';
import type { Judged } from '../../manifest/options.ts';
import { subjectsOf } from '../../send/choice.ts';
import { judgeSend } from '../../send/judge.ts';
import type { Parties, SendSubject } from '../../send/parties.ts';

interface Where {
  environment: Parties;
  defaultSender: string | undefined;
  clock: Clock;
}

/** Returns every problem for which `send` would refuse a test send or warn about it. Works offline, without credentials. */
export function judgeSends(
  { sends, resources, documents }: Judged,
  { environment, defaultSender, clock }: Where,
): Problem[] {
  const { locate } = documents;
  const found = sends.flatMap((test) => {
    const subjects = subjectsOf(test, resources);
    // The problems of a template are reported with its own manifest.
    const addresses = [test, ...(test.fallback ?? [])].flatMap(({ template }) => template ?? []);
    const isUnsound = (address: string): boolean =>
      documents.declares(address) && !resources.some((one) => one.address === address);
    if (addresses.some(isUnsound)) return [];
    // A profile that the environment does not have is reported with the manifest too.
    const isUnknown = (one: SendSubject): boolean => {
      const template = 'template' in one ? one.template : 'source' in one ? one.source : undefined;
      return template !== undefined && !environment.profiles.has(template.profile ?? '');
    };
    if (subjects.some(isUnknown)) return [];
    return judgeSend({ subjects, test, environment, defaultSender, clock, locate });
  });
  return together(found);
}

/** Makes the problem of test sends that are all for other environments. */
export function onlyElsewhere(sends: readonly SendElsewhere[], environment: string): Problem {
  const [first] = sends;
  const names = listed([...new Set(sends.flatMap(({ environments }) => environments))], 'or');
  const [subject, its] =
    sends.length === 1 ? [`TestSend/${first?.id} is`, 'its'] : [`These ${sends.length} test sends are`, 'their'];
  return errorProblem(
    'selection-empty',
    `${subject} not for the environment \`${environment}\``,
    `Run with \`--environment\` ${names}, or add \`${environment}\` to ${its} \`environments\``,
  );
}

/** A wrong value of a sample is reported once, not with every test send that uses it. */
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
