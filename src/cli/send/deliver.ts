import type { SendResult } from '../../core/send-result.ts';
import { drawSend } from '../../report/results.ts';
import { about } from '../../send/about.ts';
import type { SendRisk } from '../../send/channel.ts';
import { channelOfType } from '../../send/channels/registry.ts';
import { describeProof, describeSend } from '../../send/describe.ts';
import { openUploads } from '../../send/dispatch.ts';
import { messageApi } from '../../send/endpoints.ts';
import { serviceClock } from '../../send/hours.ts';
import { openClaims, type SendClaims } from '../../send/once.ts';
import type { PreparedSend } from '../../send/prepare.ts';
import { runSends } from '../../send/run.ts';
import { type Answer, confirm } from '../confirm.ts';
import { type Invocation, repeated } from '../invocation.ts';
import { holderOf } from '../locks.ts';
import type { LoadedProject } from '../project.ts';
import { drawnProofs, previewOf, withDrawings } from './outcome.ts';
import type { SendRun } from './prepare.ts';

/** Asks where that is needed, sends each message once, and waits for the results. */
export async function deliver(run: SendRun, sends: readonly PreparedSend[]): Promise<SendResult[]> {
  if (sends.length === 0) return [];
  const { invocation, project, session, options, journal, progress } = run;
  const { signal } = invocation;
  const confirmed = await confirmedRisks(
    run,
    sends.filter(({ proof }) => proof.length === 0),
  );
  if (!Array.isArray(confirmed)) return sends.map((send) => unsent(run, send, confirmed));
  const message = messageApi(session.service);
  try {
    const results = await runSends(sends, {
      message,
      keyOf: openUploads({ message, files: invocation.ports.files, root: project.config.root, signal }),
      journal,
      clock: invocation.ports.clock,
      serviceClock: serviceClock(session.service, invocation.ports.clock),
      signal,
      confirmed,
      waitMs: options.wait ? options.timeout : null,
      claims: claimsOf(run),
      onEvent: progress.onEvent,
    });
    return withDrawings(results, sends, invocation);
  } finally {
    progress.close();
  }
}

function claimsOf({ invocation, project, session, options, journal }: SendRun): SendClaims | undefined {
  if (options.unlessSent === undefined) return undefined;
  return openClaims({
    store: session.store,
    journal,
    clock: invocation.ports.clock,
    environment: project.environment.name,
    account: session.account,
    keyed: session.keyed,
    unlessSentMs: options.unlessSent,
    holder: holderOf('send', invocation.env),
  });
}

interface Confirming {
  invocation: Invocation;
  project: LoadedProject;
  options: { yes?: boolean };
}

/**
 * Asks for a confirmation in a protected environment, and before a send that locks a text. Returns the confirmed risks, or
 * the answer if it is not yes. `--yes` answers the question, and allows no risk.
 */
async function confirmedRisks(
  run: Confirming,
  sends: readonly PreparedSend[],
): Promise<SendRisk[] | Exclude<Answer, 'yes'>> {
  const { invocation, project, options } = run;
  const { environment } = project;
  const risky = sends.filter(({ toConfirm }) => toConfirm.length > 0);
  if (sends.length === 0 || options.yes || (!environment.protected && risky.length === 0)) return [];
  const templates = [...new Set(risky.flatMap(({ locks }) => locks))];
  const final = sends
    .filter(({ at }) => at !== undefined)
    .flatMap(({ payload, fallbacks }) => [payload.type, ...fallbacks.map(({ type }) => type)])
    .filter((type) => channelOfType(type)?.isReservationFinal);
  const instead = sends.flatMap(({ fallbacks }) => fallbacks.map(({ type }) => type));
  const notes = [
    templates.length === 0 ? '' : `, the first of ${templates.join(', ')}, whose text can then no longer be edited`,
    final.length === 0 ? '' : `. A reserved message of type ${[...new Set(final)].join(' or ')} cannot be cancelled`,
    instead.length === 0
      ? ''
      : `. If it fails, ${[...new Set(instead)].join(' or ')} is sent to the same recipient, at its own cost`,
  ].join('');
  const those = sends.length === 1 ? 'this message' : `these ${sends.length} messages`;
  const question = `Send ${those} on ${environment.name}`;
  if (invocation.terminal.canAsk) showProved(run, sends);
  const answer = await confirm(invocation, {
    question: `${question}${notes}`,
    environment: environment.name,
    typed: environment.protected,
    flags: confirmingWords(risky.length > 0),
    nothing: 'Nothing was sent',
  });
  if (answer === 'no') invocation.terminal.say('Nothing was sent.');
  return answer === 'yes' ? ['locks-text'] : answer;
}

/** The flags that confirm a send; the first send of a template takes one more. */
function confirmingWords(locksText: boolean): string[] {
  return ['--yes', ...(locksText ? ['--allow', 'locks-text'] : [])];
}

/** Before the question, shows the messages and their recipients. */
function showProved(run: Confirming, sends: readonly PreparedSend[]): void {
  const { terminal, redaction } = run.invocation;
  const { name: environment } = run.project.environment;
  const report = {
    environment,
    dryRun: false,
    sends: drawnProofs(sends, run.invocation),
    problems: [],
  };
  terminal.say(`${drawSend(redaction.within(report), terminal.style('stderr'))}\n`);
}

/** A message that was not confirmed. If no question could be asked, the message is drawn here as above the question. */
function unsent({ invocation, project }: Confirming, send: PreparedSend, answer: Exclude<Answer, 'yes'>): SendResult {
  if (send.proof.length > 0) return describeProof(send);
  const words = confirmingWords(send.toConfirm.length > 0);
  const result = describeSend(send, 'not-sent', {
    problem: {
      code: 'send-unconfirmed',
      severity: 'error',
      message: 'Not confirmed, so not sent',
      hint: `Pass \`${words.join(' ')}\`: \`${repeated(invocation, project.environment.name, words)}\``,
      ...about(send.test),
    },
  });
  return answer === 'no' ? result : { ...result, preview: previewOf(send, invocation) };
}
