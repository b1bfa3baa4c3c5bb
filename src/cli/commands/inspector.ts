import { matchesGlob } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { NotiformError } from '../../core/problem.ts';
import { suggest } from '../../core/suggest.ts';
import { createEmulatorControl, type InspectionRequest } from '../../emulator/control/client.ts';
import { underBoundNames } from '../bound.ts';
import { controlled, hostEmulator } from '../emulator-host.ts';
import type { Invocation } from '../invocation.ts';
import { notAnEmulator } from '../not-an-emulator.ts';
import type { Outcome } from '../outcome.ts';
import { openConfig, openStore, type Project, readProject } from '../session.ts';

/** The inspector's and the phone's side of a project's emulator. */

type Request = InspectionRequest & { address: string | null };

/** `emulator requests` */
export function requests(invocation: Invocation): Promise<Outcome> {
  return atEmulator(invocation, async (url, project) => {
    const waiting = await listRequests(url, project);
    const { drawRequests } = await import('../../report/inspector.ts');
    return {
      text: drawRequests(waiting, invocation.terminal.style('stdout')),
      json: { requests: waiting.map(({ senderKey: _key, ...request }) => request) },
    };
  });
}

/** `emulator approve ADDRESS…` */
export function approve(invocation: Invocation, args: string[], options: { comment?: string }): Promise<Outcome> {
  return decide(invocation, args, { verdict: 'approve', ...options });
}

/** `emulator reject ADDRESS… --comment TEXT` */
export function reject(invocation: Invocation, args: string[], options: { comment?: string }): Promise<Outcome> {
  return decide(invocation, args, { verdict: 'reject', ...options });
}

/** `emulator inbox` */
export function inbox(invocation: Invocation): Promise<Outcome> {
  return atEmulator(invocation, async (url) => {
    const answered = await controlled(createEmulatorControl(url).inbox());
    // A sender key is nobody's business; the content as it was sent holds it too.
    const messages = answered.messages.map(({ senderkey: _key, content: _content, ...message }) => message);
    const { drawInbox } = await import('../../report/inspector.ts');
    return { text: drawInbox(messages, invocation.terminal.style('stdout')), json: { messages } };
  });
}

function decide(
  invocation: Invocation,
  patterns: string[],
  decision: { verdict: 'approve' | 'reject'; comment?: string },
): Promise<Outcome> {
  return atEmulator(invocation, async (url, project) => {
    const waiting = await listRequests(url, project);
    const chosen = [...new Set(patterns.flatMap((pattern) => choose(pattern, waiting)))];
    const control = createEmulatorControl(url);
    for (const { senderKey, templateCode } of chosen) {
      await controlled(control.verdict({ profile: senderKey, templateCode, ...decision }));
    }
    const word = decision.verdict === 'approve' ? 'Approved' : 'Rejected';
    const verdicts = chosen.map(({ address, templateCode }) => ({ address, templateCode, verdict: decision.verdict }));
    return { text: chosen.map((request) => `${word} ${nameOf(request)}`).join('\n'), json: { verdicts } };
  });
}

/** The requests that an address, a pattern or a code means; none is a problem. */
function choose(pattern: string, waiting: readonly Request[]): Request[] {
  const met = waiting.filter(
    ({ address, templateCode }) => templateCode === pattern || (address !== null && matchesGlob(address, pattern)),
  );
  if (met.length > 0) return met;
  const names = waiting.map(nameOf);
  const meant = suggest(pattern, [
    ...names,
    ...waiting.map(({ templateCode }) => templateCode),
    ...names.map((name) => name.slice(name.lastIndexOf('/') + 1)),
  ]);
  const rest = names.length > 0 ? `Waiting for a verdict: ${names.join(', ')}` : 'Nothing waits for a verdict';
  throw new NotiformError(
    {
      code: 'no-such-request',
      severity: 'error',
      message: `No template that waits for a verdict is \`${pattern}\``,
      hint: meant ? `Did you mean \`${meant}\`?` : rest,
    },
    Exit.failed,
  );
}

function nameOf({ address, templateCode }: Request): string {
  return address ?? templateCode;
}

async function listRequests(url: string, { resources, environment }: Project): Promise<Request[]> {
  const { requests: waiting } = await controlled(createEmulatorControl(url).requests());
  const keyOf = (alias: string): string => environment.profile(alias).key;
  const addresses = new Map(
    resources.flatMap(({ address, name, profile }) =>
      name === undefined || profile === undefined ? [] : [[`${keyOf(profile)} ${name}`, address] as const],
    ),
  );
  return waiting.map((request) => ({
    ...request,
    address: addresses.get(`${request.senderKey} ${request.templateCode}`) ?? null,
  }));
}

/** Runs `work` against the environment's emulator, joined or started for it. */
async function atEmulator(
  invocation: Invocation,
  work: (url: string, project: Project) => Promise<Pick<Outcome, 'text' | 'json'>>,
): Promise<Outcome> {
  const { config, environment } = await openConfig(invocation);
  if (!environment.emulator) throw notAnEmulator(environment.name);
  const read = await readProject(invocation, config, environment);
  const store = await openStore(invocation, read);
  const project = { ...read, resources: await underBoundNames(store, read.resources) };
  const host = await hostEmulator(config.root, environment, invocation.ports, invocation.signal);
  invocation.later.push(host.leave);
  return { exit: Exit.done, problems: [], environment: environment.name, ...(await work(host.url, project)) };
}
