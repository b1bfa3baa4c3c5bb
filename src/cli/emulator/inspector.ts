import { knownProfiles } from '../../config/environment.ts';
import { resolved } from '../../config/together.ts';
import { matchesGlob, versionAddress } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import { createEmulatorControl } from '../../emulator/control/client.ts';
import type { Controlled, EmulatorControl } from '../../emulator/control/requests.ts';
import { templateVersions } from '../../kinds/notification-template/versions.ts';
import { isLoopback } from '../../wire/base.ts';
import { readBound } from '../bound.ts';
import type { Outcome } from '../finish.ts';
import { deskSettings, type Invocation } from '../invocation.ts';
import { type LoadedProject, openAnyConfig, readProject } from '../project.ts';
import { openStore } from '../session.ts';
import { controlled, type EmulatorHost, hostEmulator, notAnEmulator } from './host.ts';
import { tellManifests } from './manifests.ts';

export interface VerdictGiven {
  verdict: 'approve' | 'reject';
  comment?: string;
}

interface OfEnvironments {
  address: string | null;
  /** Other environments with its profile; empty if the chosen environment has it, or none. */
  elsewhere: readonly string[];
}

/** A request for a verdict, its names, and the call that gives the verdict. */
interface AwaitingVerdict extends OfEnvironments {
  templateCode: string | null;
  decide(control: EmulatorControl, decision: VerdictGiven): Promise<Controlled<unknown>>;
}

type RequestsListed = Awaited<ReturnType<typeof listRequests>>;

/** Everything that waits for a verdict: templates, and profiles that applied for brand messages. */
export async function listRequests(control: EmulatorControl, project: LoadedProject) {
  const { requests: waiting } = await controlled(control.requests());
  const names = new Map(
    project.resources.flatMap(({ address, name, profile }) =>
      name === undefined || profile === undefined ? [] : [[`${profile} ${name}`, address] as const],
    ),
  );
  const addressOf = (alias: string | undefined, code: string): string | null => {
    const own = names.get(`${alias} ${code}`);
    const version = templateVersions.split(code);
    const of = version && names.get(`${alias} ${version.first}`);
    return own ?? (of === undefined || !version ? null : versionAddress(of, version.version));
  };
  const ownerOf = owners(project);
  const { applications } = await controlled(control.brandApplications());
  return {
    requests: waiting.map((request) => {
      const { alias, elsewhere } = ownerOf(request.senderKey);
      return { ...request, elsewhere, address: addressOf(alias, request.templateCode) };
    }),
    applications: applications.map((application) => {
      const { alias = application.profile, elsewhere } = ownerOf(application.senderKey);
      return { ...application, elsewhere, address: `SenderProfile/${alias}` };
    }),
  };
}

/** Makes the look-up of a profile's key: its alias, and the environments that have it if the chosen one does not. */
function owners({ config, environment }: LoadedProject) {
  const own = new Map(knownProfiles(environment).map(({ key, alias }) => [key, alias]));
  const others = config.environmentNames
    .filter((name) => name !== environment.name)
    .map((name) => ({ name, profiles: knownProfiles(config.environment(name)) }));
  return (key: string): { alias: string | undefined; elsewhere: string[] } => {
    const mine = own.get(key);
    if (mine !== undefined) return { alias: mine, elsewhere: [] };
    const found = others.flatMap(({ name, profiles }) =>
      profiles.filter((one) => one.key === key).map(({ alias }) => ({ name, alias })),
    );
    return { alias: found[0]?.alias, elsewhere: [...new Set(found.map(({ name }) => name))] };
  };
}

/** The requests of the chosen environment, and those of profiles that no environment has. */
export function here<T extends OfEnvironments>(all: readonly T[]): T[] {
  return all.filter(({ elsewhere }) => elsewhere.length === 0);
}

export function nameOf({ address, templateCode }: Pick<AwaitingVerdict, 'address' | 'templateCode'>): string {
  return address ?? String(templateCode);
}

/**
 * Returns the requests of the chosen environment that addresses, patterns or codes match. Throws a NotiformError (exit 64) for one
 * without a match. One emulator serves all environments of a project, so requests of other environments are listed and not chosen.
 */
export function chosenBy(patterns: readonly string[], { requests, applications }: RequestsListed): AwaitingVerdict[] {
  const all: AwaitingVerdict[] = [
    ...requests.map(({ senderKey: profile, templateCode, ...request }) => ({
      ...request,
      templateCode,
      decide: (control: EmulatorControl, decision: VerdictGiven) =>
        control.verdict({ profile, templateCode, ...decision }),
    })),
    ...applications.map(({ senderKey: profile, ...application }) => ({
      ...application,
      templateCode: null,
      decide: (control: EmulatorControl, { verdict }: VerdictGiven) => control.brandVerdict({ profile, verdict }),
    })),
  ];
  const chosen = patterns.flatMap((pattern) => {
    const matching = all.filter(
      ({ address, templateCode }) => templateCode === pattern || (address !== null && matchesGlob(address, pattern)),
    );
    const met = here(matching);
    if (met.length === 0) throw new NotiformError(noSuchRequest(pattern, matching, here(all)), Exit.usage);
    return met;
  });
  return [...new Set(chosen)];
}

function noSuchRequest(
  pattern: string,
  others: readonly OfEnvironments[],
  waiting: readonly AwaitingVerdict[],
): Problem {
  const environments = [...new Set(others.flatMap(({ elsewhere }) => elsewhere))];
  const names = waiting.map(nameOf).join(', ');
  const hint =
    environments.length > 0
      ? `It waits in ${environments.join(', ')}: pass ${environments.map((name) => `\`-e ${name}\``).join(' or ')}`
      : names !== ''
        ? `Waiting for a verdict: ${names}`
        : 'Nothing waits for a verdict. `notiform apply` requests inspections, and `notiform status` shows the state of each resource';
  return errorProblem('no-such-request', `No request for a verdict matches \`${pattern}\``, hint);
}

const HERE =
  'Choose an environment with `emulator: true`. For an emulator at this address, call `POST /_emulator/verdict` (docs/emulator.md)';

/** Runs `work` against the environment's emulator, joined or started for it. `work` may read the project, if it needs that. */
export async function atEmulator(
  invocation: Invocation,
  work: (
    control: EmulatorControl,
    project: () => Promise<LoadedProject>,
    host: Pick<EmulatorHost, 'joined'>,
  ) => Promise<Pick<Outcome, 'text' | 'json'> & Partial<Pick<Outcome, 'exit' | 'problems'>>>,
): Promise<Outcome> {
  const { config, environment } = await openAnyConfig(invocation);
  if (!environment.emulator) {
    const url = resolved(environment.resourceUrl) ?? '';
    const isHere = URL.canParse(url) && isLoopback(new URL(url));
    throw notAnEmulator(environment.name, isHere ? HERE : undefined);
  }
  const { ports, signal } = invocation;
  const host = await hostEmulator(config.root, environment, ports, signal, deskSettings(invocation));
  invocation.later.push(host.leave);
  const project = async (): Promise<LoadedProject> => {
    const read = await readProject(invocation, config, environment);
    const store = await openStore(invocation, read);
    const { resources } = await readBound(store, read.resources);
    const shown = tellManifests(host.url, environment, resources);
    invocation.later.push(async () => shown);
    return { ...read, resources };
  };
  return {
    exit: Exit.done,
    problems: [],
    ...(await work(createEmulatorControl(host.url), project, host)),
  };
}
