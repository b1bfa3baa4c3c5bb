import pLimit from 'p-limit';
import { Exit } from '../../core/exit.ts';
import { NotiformError, type Problem, usageError } from '../../core/problem.ts';
import type { EmulatorControl } from '../../emulator/control/requests.ts';
import { maskNumber } from '../../text/mask.ts';
import { controlled } from '../emulator/host.ts';
import { atEmulator, chosenBy, here, listRequests, nameOf, type VerdictGiven } from '../emulator/inspector.ts';
import type { Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';

/** The inspector's and the phone's side of a project's emulator. */

/** `emulator requests` */
export function requests(invocation: Invocation): Promise<Outcome> {
  return atEmulator(invocation, async (control, project) => {
    const listed = await listRequests(control, await project());
    const { requests, applications } = invocation.redaction.within({
      requests: here(listed.requests).map(({ senderKey: _key, elsewhere: _none, ...request }) => request),
      applications: here(listed.applications).map(({ senderKey: _key, elsewhere: _none, ...one }) => one),
    });
    const elsewhere = [...listed.requests, ...listed.applications].flatMap((one) =>
      one.elsewhere.length > 0 ? [one.elsewhere] : [],
    );
    const { drawRequests } = await import('../../report/inspector.ts');
    return {
      text: drawRequests(requests, applications, elsewhere, invocation.terminal.style('stdout')),
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
    const chosen = chosenBy(patterns, await listRequests(control, await project()));
    const limit = pLimit(AT_ONCE);
    // The emulator writes verdicts that come together to its data file at once.
    const ended = await Promise.allSettled(
      chosen.map((asked) => limit(() => controlled(asked.decide(control, decision)))),
    );
    const decided = chosen.filter((_, index) => ended[index]?.status === 'fulfilled');
    const problems = chosen.flatMap((asked, index) => refusedIn(ended[index], nameOf(asked)));
    const word = decision.verdict === 'approve' ? 'Approved' : 'Rejected';
    const verdicts = decided.map(({ address, templateCode }) => ({ address, templateCode, verdict: decision.verdict }));
    const lines = decided.map((asked) => {
      const name = nameOf(asked);
      return `${word} ${asked.templateCode === null ? `brand messages of ${name}` : name}`;
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
