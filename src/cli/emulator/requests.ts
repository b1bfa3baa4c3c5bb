import { knownProfiles } from '../../config/environment.ts';
import { matchesGlob, versionAddress } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import type { Controlled, EmulatorControl } from '../../emulator/control/requests.ts';
import { templateVersions } from '../../kinds/notification-template/versions.ts';
import type { LoadedProject } from '../project.ts';
import { controlled } from './host.ts';

export interface VerdictGiven {
  verdict: 'approve' | 'reject';
  comment?: string;
}

/** A request for a verdict, its names, and the call that gives the verdict. */
interface AwaitingVerdict {
  address: string | null;
  templateCode: string | null;
  decide(control: EmulatorControl, decision: VerdictGiven): Promise<Controlled<unknown>>;
}

type RequestsListed = Awaited<ReturnType<typeof listRequests>>;

/**
 * Everything of the chosen environment that waits for a verdict: templates, and profiles that applied for brand messages. One emulator
 * serves all environments of a project.
 */
export async function listRequests(control: EmulatorControl, { environment, resources }: LoadedProject) {
  const aliases = new Map(knownProfiles(environment).map(({ key, alias }) => [key, alias]));
  const names = new Map(
    resources.flatMap(({ address, name, profile }) =>
      name === undefined || profile === undefined ? [] : [[`${profile} ${name}`, address] as const],
    ),
  );
  const addressOf = (alias: string, code: string): string | null => {
    const own = names.get(`${alias} ${code}`);
    const version = templateVersions.split(code);
    const of = version && names.get(`${alias} ${version.first}`);
    return own ?? (of === undefined || !version ? null : versionAddress(of, version.version));
  };
  const { requests } = await controlled(control.requests());
  const { applications } = await controlled(control.brandApplications());
  return {
    requests: requests.flatMap((request) => {
      const alias = aliases.get(request.senderKey);
      return alias === undefined ? [] : [{ ...request, address: addressOf(alias, request.templateCode) }];
    }),
    applications: applications.flatMap((application) => {
      const alias = aliases.get(application.senderKey);
      return alias === undefined ? [] : [{ ...application, address: `SenderProfile/${alias}` }];
    }),
  };
}

export function nameOf({ address, templateCode }: Pick<AwaitingVerdict, 'address' | 'templateCode'>): string {
  return address ?? String(templateCode);
}

/** Returns the requests that addresses, patterns or codes match. Throws a NotiformError (exit 64) for one without a match. */
export function chosenBy(patterns: readonly string[], { requests, applications }: RequestsListed): AwaitingVerdict[] {
  const all: AwaitingVerdict[] = [
    ...requests.map(({ senderKey: profile, templateCode, address }) => ({
      address,
      templateCode,
      decide: (control: EmulatorControl, decision: VerdictGiven) =>
        control.verdict({ profile, templateCode, ...decision }),
    })),
    ...applications.map(({ senderKey: profile, address }) => ({
      address,
      templateCode: null,
      decide: (control: EmulatorControl, { verdict }: VerdictGiven) => control.brandVerdict({ profile, verdict }),
    })),
  ];
  const chosen = patterns.flatMap((pattern) => {
    const met = all.filter(
      ({ address, templateCode }) => templateCode === pattern || (address !== null && matchesGlob(address, pattern)),
    );
    if (met.length === 0) throw new NotiformError(noSuchRequest(pattern, all), Exit.usage);
    return met;
  });
  return [...new Set(chosen)];
}

function noSuchRequest(pattern: string, waiting: readonly AwaitingVerdict[]): Problem {
  const hint =
    waiting.length > 0
      ? `Waiting for a verdict: ${waiting.map(nameOf).join(', ')}`
      : 'Nothing waits for a verdict in this environment. `notiform apply` requests inspections, and `notiform status` shows the state of each resource';
  return errorProblem('no-such-request', `No request for a verdict matches \`${pattern}\``, hint);
}
