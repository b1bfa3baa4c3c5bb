import type { SendResult } from '../core/send-result.ts';
import { drawSend } from '../report/send.ts';
import { about } from '../send/about.ts';
import type { SendRisk } from '../send/channel.ts';
import { channelOfType } from '../send/channels/registry.ts';
import { describeProof, describeSend } from '../send/describe.ts';
import type { PreparedSend } from '../send/prepare.ts';
import { repeated } from './command-line.ts';
import { confirm } from './confirm.ts';
import type { Invocation } from './invocation.ts';
import { drawnProofs } from './send-outcome.ts';
import type { LoadedProject } from './session.ts';

interface Confirming {
  invocation: Invocation;
  project: LoadedProject;
  options: { yes?: boolean };
}

/**
 * Asks for a confirmation in a protected environment, and before a send that locks a text. Returns the confirmed risks; undefined
 * if the answer is no. `--yes` answers the question, and allows no risk.
 */
export async function confirmedRisks(run: Confirming, sends: readonly PreparedSend[]): Promise<SendRisk[] | undefined> {
  const { invocation, project, options } = run;
  const { environment } = project;
  const risky = sends.filter(({ toConfirm }) => toConfirm.length > 0);
  if (sends.length === 0 || options.yes || (!environment.protected && risky.length === 0)) return [];
  const templates = [...new Set(risky.flatMap(({ locks }) => locks))];
  const locks =
    templates.length > 0 ? `, the first of ${templates.join(', ')}, whose text can then no longer be edited` : '';
  const final = sends
    .filter(({ at }) => at !== undefined)
    .flatMap(({ payload, fallbacks }) => [payload.type, ...fallbacks.map(({ type }) => type)])
    .filter((type) => channelOfType(type)?.isReservationFinal);
  const types = [...new Set(final)].join(' or ');
  const reserved = types === '' ? '' : `. A reserved message of type ${types} cannot be cancelled`;
  const instead = [...new Set(sends.flatMap(({ fallbacks }) => fallbacks.map(({ type }) => type)))];
  const costs =
    instead.length === 0 ? '' : `. If it fails, ${instead.join(' or ')} is sent to the same recipient, at its own cost`;
  if (invocation.terminal.canAsk) showProved(run, sends);
  const answer = await confirm(invocation, {
    question: `Send ${sends.length === 1 ? 'this message' : `these ${sends.length} messages`} on ${environment.name}${locks}${reserved}${costs}`,
    environment: environment.name,
    typed: environment.protected,
    flags: confirmingWords(risky.length > 0),
    nothing: 'Nothing was sent',
  });
  return answer === 'yes' ? ['locks-text'] : undefined;
}

/** The flags that confirm a send; the first send of a template takes one more. */
function confirmingWords(locksText: boolean): string[] {
  return ['--yes', ...(locksText ? ['--allow', 'locks-text'] : [])];
}

/** Before the question, shows the messages and their recipients. */
function showProved(run: Confirming, sends: readonly PreparedSend[]): void {
  const { terminal, redaction } = run.invocation;
  const { name: environment } = run.project.environment;
  const report = { environment, dryRun: false, sends: drawnProofs(sends, run.project.resources), problems: [] };
  terminal.say(`${drawSend(redaction.within(report), terminal.style('stderr'))}\n`);
}

/** A message that was not confirmed. */
export function unsent({ invocation, project }: Confirming, send: PreparedSend): SendResult {
  if (send.proof.length > 0) return describeProof(send);
  const words = confirmingWords(send.toConfirm.length > 0);
  return describeSend(send, 'not-sent', {
    problem: {
      code: 'send-unconfirmed',
      severity: 'error',
      message: 'Not confirmed, so not sent',
      hint: `Confirm the prompt, or pass \`${words.join(' ')}\`: \`${repeated(invocation, project.environment.name, words)}\``,
      ...about(send.test),
    },
  });
}
