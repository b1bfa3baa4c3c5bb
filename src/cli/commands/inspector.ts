import { Exit } from '../../core/exit.ts';
import { NotiformError, type Problem, usageError } from '../../core/problem.ts';
import { createEmulatorControl } from '../../emulator/control/client.ts';
import type { EmulatorControl } from '../../emulator/control/requests.ts';
import { drawClock, drawInbox, drawRequests } from '../../report/inspector.ts';
import { maskNumber } from '../../text/mask.ts';
import { readBound } from '../bound.ts';
import { openAnyConfig } from '../config.ts';
import { controlled, type EmulatorHost, hostEmulator, notAnEmulator } from '../emulator/host.ts';
import { chosenBy, listRequests, nameOf, type VerdictGiven } from '../emulator/requests.ts';
import type { Outcome } from '../finish.ts';
import { deskSettings, type Invocation } from '../invocation.ts';
import { type LoadedProject, readProject } from '../project.ts';
import { openStore } from '../session.ts';

/** The inspector's and the phone's side of a project's emulator. */

/** `emulator requests` */
export function requests(invocation: Invocation): Promise<Outcome> {
  return atEmulator(invocation, async (control, project) => {
    const listed = await listRequests(control, await project());
    const { requests, applications } = invocation.redaction.within({
      requests: listed.requests.map(({ senderKey: _key, ...request }) => request),
      applications: listed.applications.map(({ senderKey: _key, ...application }) => application),
    });
    return {
      text: drawRequests(requests, applications, invocation.terminal.style('stdout')),
      json: { requests, applications },
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
    return {
      text: drawClock({ now, offsetMs, expiredMessages }, invocation.terminal.style('stdout')),
      json: { clock: { now, korean, offsetMs, expiredMessages } },
    };
  });
}

function decide(invocation: Invocation, patterns: string[], decision: VerdictGiven): Promise<Outcome> {
  return atEmulator(invocation, async (control, project) => {
    const verdicts: object[] = [];
    const lines: string[] = [];
    const problems: Problem[] = [];
    for (const asked of chosenBy(patterns, await listRequests(control, await project()))) {
      const { address, templateCode } = asked;
      const name = nameOf(asked);
      try {
        await controlled(asked.decide(control, decision));
      } catch (error) {
        // Somebody else was faster.
        if (!(error instanceof NotiformError)) throw error;
        problems.push(...error.problems.map((problem) => ({ ...problem, address: name })));
        continue;
      }
      const word = decision.verdict === 'approve' ? 'Approved' : 'Rejected';
      verdicts.push({ address, templateCode, verdict: decision.verdict });
      lines.push(`${word} ${templateCode === null ? `brand messages of ${name}` : name}`);
    }
    const exit = problems.length > 0 ? Exit.failed : Exit.done;
    return { exit, text: lines.join('\n'), json: { verdicts }, problems };
  });
}

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
  if (!environment.emulator) throw notAnEmulator(environment.name);
  const { ports, signal } = invocation;
  const host = await hostEmulator(config.root, environment, ports, signal, deskSettings(invocation));
  invocation.later.push(host.leave);
  const project = async (): Promise<LoadedProject> => {
    const read = await readProject(invocation, config, environment);
    const store = await openStore(invocation, read);
    const { resources } = await readBound(store, read.resources);
    return { ...read, resources };
  };
  return {
    exit: Exit.done,
    problems: [],
    ...(await work(createEmulatorControl(host.url), project, host)),
  };
}
