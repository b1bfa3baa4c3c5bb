import { matchesGlob, versionAddress } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { maskNumber } from '../../core/mask.ts';
import { errorProblem, NotiformError, usageError } from '../../core/problem.ts';
import { suggest } from '../../core/suggest.ts';
import { createEmulatorControl } from '../../emulator/control/client.ts';
import type { Controlled, EmulatorControl } from '../../emulator/control/requests.ts';
import { templateVersions } from '../../kinds/notification-template/versions.ts';
import { underBoundNames } from '../bound.ts';
import { controlled, hostEmulator, notAnEmulator } from '../emulator/host.ts';
import { tellManifests } from '../emulator/manifests.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { type LoadedProject, openAnyConfig, openStore, readProject } from '../session.ts';

/** The inspector's and the phone's side of a project's emulator. */

interface VerdictGiven {
  verdict: 'approve' | 'reject';
  comment?: string;
}

/** A request for a verdict, its names, and the call that gives the verdict. */
interface AwaitingVerdict {
  address: string | null;
  templateCode: string | null;
  /** The part that is decided, if it is not the whole resource. */
  what: string;
  decide(decision: VerdictGiven): Promise<Controlled<unknown>>;
}

/** `emulator requests` */
export function requests(invocation: Invocation): Promise<Outcome> {
  return atEmulator(invocation, async (control, project) => {
    const waiting = await listRequests(control, await project());
    const applications = await listApplications(control);
    const { redaction } = invocation;
    const { drawRequests } = await import('../../report/inspector.ts');
    return {
      text: drawRequests(
        redaction.within(waiting),
        redaction.within(applications),
        invocation.terminal.style('stdout'),
      ),
      json: {
        requests: waiting.map(({ senderKey: _key, ...request }) => request),
        applications: applications.map(({ senderKey: _key, ...application }) => application),
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
  if (options.comment?.trim() === '') throw withoutComment();
  return decide(invocation, args, { verdict: 'reject', ...options });
}

function withoutComment(): NotiformError {
  const message = 'A rejection requires a comment, and `--comment` is empty';
  const hint = 'Write the reason, as an inspector would: `--comment "Name the order in the text"`';
  return usageError(message, hint);
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

function decide(invocation: Invocation, patterns: string[], decision: VerdictGiven): Promise<Outcome> {
  return atEmulator(invocation, async (control, project) => {
    const waiting = await listAsked(control, await project());
    const chosen = [...new Set(patterns.flatMap((pattern) => choose(pattern, waiting)))];
    for (const asked of chosen) await controlled(asked.decide(decision));
    const word = decision.verdict === 'approve' ? 'Approved' : 'Rejected';
    const verdicts = chosen.map(({ address, templateCode }) => ({ address, templateCode, verdict: decision.verdict }));
    const text = chosen.map((asked) => `${word} ${asked.what}${nameOf(asked)}`).join('\n');
    return { text, json: { verdicts } };
  });
}

/** Returns the requests that an address, a pattern or a code matches. No match is a problem. */
function choose(pattern: string, waiting: readonly AwaitingVerdict[]): AwaitingVerdict[] {
  const met = waiting.filter(
    ({ address, templateCode }) => templateCode === pattern || (address !== null && matchesGlob(address, pattern)),
  );
  if (met.length > 0) return met;
  const names = waiting.map(nameOf);
  const meant = suggest(pattern, [
    ...names,
    ...waiting.flatMap(({ templateCode }) => templateCode ?? []),
    ...names.map((name) => name.slice(name.lastIndexOf('/') + 1)),
  ]);
  const rest =
    names.length > 0
      ? `Waiting for a verdict: ${names.join(', ')}`
      : 'Nothing waits for a verdict. `notiform apply` requests inspections, and `notiform status` shows the state of each resource';
  throw new NotiformError(
    errorProblem(
      'no-such-request',
      `No request for a verdict matches \`${pattern}\``,
      meant ? `Did you mean \`${meant}\`?` : rest,
    ),
    Exit.usage,
  );
}

function nameOf({ address, templateCode }: Pick<AwaitingVerdict, 'address' | 'templateCode'>): string {
  return address ?? String(templateCode);
}

/** Everything that waits for a verdict: templates, then profiles that applied for brand messages. */
async function listAsked(control: EmulatorControl, project: LoadedProject): Promise<AwaitingVerdict[]> {
  const waiting = await listRequests(control, project);
  const applications = await listApplications(control);
  return [
    ...waiting.map(({ address, senderKey, templateCode }) => ({
      address,
      templateCode,
      what: '',
      decide: (decision: VerdictGiven) => control.verdict({ profile: senderKey, templateCode, ...decision }),
    })),
    ...applications.map(({ address, senderKey }) => ({
      address,
      templateCode: null,
      what: 'brand messages of ',
      decide: ({ verdict }: VerdictGiven) => control.brandVerdict({ profile: senderKey, verdict }),
    })),
  ];
}

async function listRequests(control: EmulatorControl, { resources, environment }: LoadedProject) {
  const { requests: waiting } = await controlled(control.requests());
  const keyOf = (alias: string): string => environment.profile(alias).key;
  const addresses = new Map(
    resources.flatMap(({ address, name, profile }) =>
      name === undefined || profile === undefined ? [] : [[`${keyOf(profile)} ${name}`, address] as const],
    ),
  );
  const addressOf = (key: string, code: string): string | null => {
    const own = addresses.get(`${key} ${code}`);
    const version = templateVersions.split(code);
    const of = version && addresses.get(`${key} ${version.first}`);
    return own ?? (of === undefined || !version ? null : versionAddress(of, version.version));
  };
  return waiting.map((request) => ({ ...request, address: addressOf(request.senderKey, request.templateCode) }));
}

/** Profiles that wait for the approval of brand messages. */
async function listApplications(control: EmulatorControl) {
  const { applications } = await controlled(control.brandApplications());
  return applications.map((application) => ({ ...application, address: `SenderProfile/${application.profile}` }));
}

/** Runs `work` against the environment's emulator, joined or started for it. `work` may read the project, if it needs that. */
async function atEmulator(
  invocation: Invocation,
  work: (control: EmulatorControl, project: () => Promise<LoadedProject>) => Promise<Pick<Outcome, 'text' | 'json'>>,
): Promise<Outcome> {
  const { config, environment } = await openAnyConfig(invocation);
  if (!environment.emulator) throw notAnEmulator(environment.name);
  const host = await hostEmulator(config.root, environment, invocation.ports, invocation.signal, {
    timezone: config.timezone,
  });
  invocation.later.push(host.leave);
  const project = async (): Promise<LoadedProject> => {
    const read = await readProject(invocation, config, environment);
    const store = await openStore(invocation, read);
    const resources = await underBoundNames(store, read.resources);
    await tellManifests(host.url, environment, resources);
    return { ...read, resources };
  };
  return {
    exit: Exit.done,
    problems: [],
    environment: environment.name,
    ...(await work(createEmulatorControl(host.url), project)),
  };
}
