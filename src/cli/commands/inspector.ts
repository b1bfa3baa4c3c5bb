import pLimit from 'p-limit';
import { knownProfiles } from '../../config/environment.ts';
import { resolved } from '../../config/together.ts';
import { type Address, matchesGlob, versionAddress } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { errorProblem, NotiformError, type Problem, usageError } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import { createEmulatorControl } from '../../emulator/control/client.ts';
import type { Controlled, EmulatorControl } from '../../emulator/control/requests.ts';
import { isLiteral } from '../../engine/plan/select.ts';
import { templateVersions } from '../../kinds/notification-template/versions.ts';
import { maskNumber } from '../../text/mask.ts';
import { isLoopback } from '../../wire/base.ts';
import { readBound } from '../bound.ts';
import { controlled, type EmulatorHost, hostEmulator, notAnEmulator } from '../emulator/host.ts';
import { tellManifests } from '../emulator/manifests.ts';
import { deskSettings, type Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { type LoadedProject, openAnyConfig, readProject } from '../project.ts';
import { openStore } from '../store.ts';

/** The inspector's and the phone's side of a project's emulator. */

interface VerdictGiven {
  verdict: 'approve' | 'reject';
  comment?: string;
}

/** A request for a verdict, its names, and the call that gives the verdict. */
interface AwaitingVerdict {
  address: string | null;
  templateCode: string | null;
  /** Other environments with its profile; empty if the chosen environment has it, or none. */
  elsewhere: readonly string[];
  /** True if the application for brand messages is decided. */
  isApplication: boolean;
  decide(decision: VerdictGiven): Promise<Controlled<unknown>>;
}

/** `emulator requests` */
export function requests(invocation: Invocation): Promise<Outcome> {
  return atEmulator(invocation, async (control, project) => {
    const all = await project();
    const [listed, applied] = [await listRequests(control, all), await listApplications(control, all)];
    const [waiting, applications] = invocation.redaction.within([here(listed), here(applied)] as const);
    const elsewhere = [...listed, ...applied].map((one) => one.elsewhere).filter((names) => names.length > 0);
    const { drawRequests } = await import('../../report/inspector.ts');
    return {
      text: drawRequests(waiting, applications, elsewhere, invocation.terminal.style('stdout')),
      json: {
        requests: waiting.map(({ senderKey: _key, elsewhere: _none, ...request }) => request),
        applications: applications.map(({ senderKey: _key, elsewhere: _none, ...application }) => application),
      },
    };
  });
}

/** `emulator approve ADDRESS…` */
export function approve(invocation: Invocation, args: string[], options: { comment?: string }): Promise<Outcome> {
  return decide(invocation, args, { verdict: 'approve', ...options });
}

/** `emulator reject ADDRESS… --comment TEXT` */
export function reject(invocation: Invocation, args: string[], options: { comment?: string }): Promise<Outcome> {
  if (options.comment?.trim() === '')
    throw usageError(
      'A rejection requires a comment, and `--comment` is empty',
      'Write the reason, as an inspector would: `--comment "Name the order in the text"`',
    );
  return decide(invocation, args, { verdict: 'reject', ...options });
}

/** `emulator inbox` */
export function inbox(invocation: Invocation): Promise<Outcome> {
  return atEmulator(invocation, async (control) => {
    const answered = await controlled(control.inbox());
    // The sender key is left out, and so is the sent content, which contains the key.
    const messages = answered.messages.map(({ senderkey: _key, content: _content, ...message }) => ({
      ...message,
      to: maskNumber(message.to),
      from: maskNumber(message.from),
    }));
    const { drawInbox } = await import('../../report/inspector.ts');
    return {
      text: drawInbox(invocation.redaction.within(messages), invocation.terminal.style('stdout')),
      json: { messages },
    };
  });
}

interface ClockOptions {
  /** Milliseconds. */
  forward?: number;
  /** Milliseconds since the epoch. */
  to?: number;
  real?: boolean;
}

/** `emulator clock`: shows the clock of a running emulator, or moves it. */
export function clock(invocation: Invocation, _args: string[], { forward, to, real }: ClockOptions): Promise<Outcome> {
  return atEmulator(invocation, async (control, _project, { joined }) => {
    if (!joined)
      throw usageError(
        'No emulator is running, and the clock belongs to a running emulator',
        'Keep one running with `notiform emulator` in another terminal',
      );
    const move = (): ReturnType<EmulatorControl['time']> => {
      if (forward !== undefined) return control.clock({ advance: forward });
      if (to !== undefined) return control.clock({ set: to });
      return real ? control.clock({ real }) : control.time();
    };
    const { now, korean, offsetMs, expiredMessages = 0 } = await controlled(move());
    const { drawClock } = await import('../../report/inspector.ts');
    return {
      text: drawClock({ now, offsetMs, expiredMessages }, invocation.terminal.style('stdout')),
      json: { clock: { now, korean, offsetMs, expiredMessages } },
    };
  });
}

/** How many verdicts are sent at the same time. */
const AT_ONCE = 16;

function decide(invocation: Invocation, patterns: string[], decision: VerdictGiven): Promise<Outcome> {
  return atEmulator(invocation, async (control, project) => {
    const all = await project();
    const waiting = await listAsked(control, all);
    const chosen = [...new Set(patterns.flatMap((pattern) => choose(pattern, waiting, all)))];
    const limit = pLimit(AT_ONCE);
    // The emulator writes verdicts that come together to its data file at once.
    const ended = await Promise.allSettled(chosen.map((asked) => limit(() => controlled(asked.decide(decision)))));
    const decided = chosen.filter((_, index) => ended[index]?.status === 'fulfilled');
    const problems = chosen.flatMap((asked, index) => refusedIn(ended[index], nameOf(asked)));
    const word = decision.verdict === 'approve' ? 'Approved' : 'Rejected';
    const verdicts = decided.map(({ address, templateCode }) => ({ address, templateCode, verdict: decision.verdict }));
    const lines = decided.map((asked) => {
      const name = nameOf(asked);
      return `${word} ${asked.isApplication ? `brand messages of ${name}` : name}`;
    });
    const exit = problems.length > 0 ? Exit.failed : Exit.done;
    return { exit, text: lines.join('\n'), json: { verdicts }, problems };
  });
}

/** The problems of a verdict that the emulator refused, because somebody else was faster. Every other failure is thrown. */
function refusedIn(ended: PromiseSettledResult<unknown> | undefined, name: string): Problem[] {
  if (ended?.status !== 'rejected') return [];
  if (!(ended.reason instanceof NotiformError)) throw ended.reason;
  return ended.reason.problems.map((problem) => ({ ...problem, address: name }));
}

/**
 * Returns the requests of the chosen environment that an address, a pattern or a code matches. No match is a
 * problem. One emulator serves all environments of a project, so requests of other environments are listed and not chosen.
 */
function choose(
  pattern: string,
  all: readonly AwaitingVerdict[],
  { resources, environment }: LoadedProject,
): AwaitingVerdict[] {
  const matching = all.filter(
    ({ address, templateCode }) => templateCode === pattern || (address !== null && matchesGlob(address, pattern)),
  );
  const met = here(matching);
  if (met.length > 0) return met;
  if (matching.length > 0) throw new NotiformError(waitsElsewhere(pattern, matching, environment.name), Exit.usage);
  const none = noSuchRequest(pattern, here(all));
  if (!isLiteral(pattern)) throw new NotiformError(none, Exit.usage);
  const matched = resources.filter(({ address }) => matchesGlob(address, pattern));
  const brand = matched.find(({ kind }) => kind === 'BrandTemplate');
  if (brand) throw new NotiformError(needsNoVerdict(brand.address), Exit.usage);
  const profile = matched.find(({ kind }) => kind === 'SenderProfile');
  throw new NotiformError(profile ? hasNotApplied(profile) : none, Exit.usage);
}

function hasNotApplied({ id }: Resource): Problem {
  const message = `No application for brand messages of \`${id}\` waits for a verdict`;
  return errorProblem('no-such-request', message, `To apply, run \`notiform profile apply-brand ${id}\``);
}

function needsNoVerdict(address: Address): Problem {
  const message = `Brand templates need no inspection: \`${address}\``;
  const hint = '`notiform send` can send it as soon as `notiform apply` has registered it';
  return errorProblem('no-such-request', message, hint);
}

function waitsElsewhere(pattern: string, matching: readonly AwaitingVerdict[], environment: string): Problem {
  const names = [...new Set(matching.flatMap(({ elsewhere }) => elsewhere))];
  return errorProblem(
    'no-such-request',
    `No request of the environment ${environment} matches \`${pattern}\`; the matching requests wait in ${names.join(', ')}`,
    `Pass ${names.map((name) => `\`-e ${name}\``).join(' or ')} to decide it`,
  );
}

function noSuchRequest(pattern: string, waiting: readonly AwaitingVerdict[]): Problem {
  const names = waiting.map(nameOf);
  const rest =
    names.length > 0
      ? `Waiting for a verdict: ${names.join(', ')}`
      : 'Nothing waits for a verdict. `notiform apply` requests inspections, and `notiform status` shows the state of each resource';
  const message = `No request for a verdict matches \`${pattern}\``;
  return errorProblem('no-such-request', message, rest);
}

/** The requests of the chosen environment, and those of profiles that no environment has. */
function here<T extends Pick<AwaitingVerdict, 'elsewhere'>>(all: readonly T[]): T[] {
  return all.filter(({ elsewhere }) => elsewhere.length === 0);
}

function nameOf({ address, templateCode }: Pick<AwaitingVerdict, 'address' | 'templateCode'>): string {
  return address ?? String(templateCode);
}

/** Everything that waits for a verdict: templates, then profiles that applied for brand messages. */
async function listAsked(control: EmulatorControl, project: LoadedProject): Promise<AwaitingVerdict[]> {
  const waiting = await listRequests(control, project);
  const applications = await listApplications(control, project);
  return [
    ...waiting.map(({ address, senderKey, templateCode, elsewhere }) => ({
      address,
      templateCode,
      elsewhere,
      isApplication: false,
      decide: (decision: VerdictGiven) => control.verdict({ profile: senderKey, templateCode, ...decision }),
    })),
    ...applications.map(({ address, senderKey, elsewhere }) => ({
      address,
      templateCode: null,
      elsewhere,
      isApplication: true,
      decide: ({ verdict }: VerdictGiven) => control.brandVerdict({ profile: senderKey, verdict }),
    })),
  ];
}

async function listRequests(control: EmulatorControl, project: LoadedProject) {
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
  return waiting.map((request) => {
    const { alias, elsewhere } = ownerOf(request.senderKey);
    return { ...request, elsewhere, address: addressOf(alias, request.templateCode) };
  });
}

/** Profiles that wait for the approval of brand messages. */
async function listApplications(control: EmulatorControl, project: LoadedProject) {
  const { applications } = await controlled(control.brandApplications());
  const ownerOf = owners(project);
  return applications.map((application) => {
    const { alias = application.profile, elsewhere } = ownerOf(application.senderKey);
    return { ...application, elsewhere, address: `SenderProfile/${alias}` };
  });
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

const HERE =
  'Choose an environment with `emulator: true`. For an emulator at this address, call `POST /_emulator/verdict` (docs/emulator.md)';

/** Runs `work` against the environment's emulator, joined or started for it. `work` may read the project, if it needs that. */
async function atEmulator(
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
