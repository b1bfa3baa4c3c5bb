import { Exit, worstExit } from '../core/exit.ts';
import { isObject, type JsonObject, mapObject } from '../core/json.ts';
import type { Problem } from '../core/problem.ts';
import type { EarlierSend, SendOutcome, SendResult } from '../core/send-result.ts';
import { maskKey, maskNumber } from '../text/mask.ts';
import { about } from './about.ts';
import type { Verdict } from './delivered.ts';
import { MANIFEST_FAULTS } from './faults.ts';
import { objectAt, textAt, textsIn } from './members.ts';
import type { PreparedPart, PreparedSend } from './prepare.ts';
import { isExpected } from './report.ts';

interface SendEnding {
  acceptance?: SendResult['acceptance'];
  verdict?: Verdict;
  tookMs?: number;
  earlier?: EarlierSend;
  problem?: Problem;
}

/** What is shown of a send, of ours or of another program. */
export interface DescribedSend
  extends Pick<PreparedSend, 'test' | 'template' | 'code' | 'sample' | 'from' | 'to' | 'at' | 'proof' | 'risks'> {
  payload: JsonObject;
  fallbacks: readonly Pick<PreparedPart, 'type' | 'template'>[];
}

/** Returns a send and its outcome as plain data without private values. */
export function describeSend(send: DescribedSend, outcome: SendOutcome, ending: SendEnding = {}): SendResult {
  const { test, template, from, to, payload } = send;
  const type = textAt(payload, 'type') ?? '';
  const { verdict } = ending;
  return {
    send: test.id,
    source: about(test).place ?? null,
    template: template?.address ?? null,
    templateCode: send.code ?? null,
    sample: send.sample ?? null,
    type,
    from: { ...from },
    to: { name: to.name, number: maskNumber(to.number) },
    text: textOf(type, objectAt(payload, 'content')),
    at: send.at === undefined ? null : new Date(send.at).toISOString(),
    payload: maskPayload(payload),
    outcome,
    expect: test.expect,
    asExpected: verdict ? verdict.asExpected : compareEnding(send, outcome, ending),
    acceptance: ending.acceptance ?? null,
    fallbacks: send.fallbacks.map((one) => ({
      type: one.type,
      template: one.template?.address ?? null,
      text: textOf(one.type, objectAt(payload, 'recontent')),
    })),
    delivery: verdict?.delivery ?? null,
    tookMs: ending.tookMs ?? null,
    earlier: ending.earlier ?? null,
    proof: send.proof,
    risks: [...send.risks],
    problem: ending.problem ?? null,
  };
}

/** Returns the result of a dry run: `proved` or `unproved`. */
export function describeProof(send: DescribedSend): SendResult {
  return describeSend(send, send.proof.length === 0 ? 'proved' : 'unproved');
}

function compareEnding(
  { test }: DescribedSend,
  outcome: SendOutcome,
  { earlier, problem }: SendEnding,
): boolean | null {
  // A fallback is never the expected message.
  if (earlier?.outcome === 'failed') return false;
  if (earlier?.outcome === 'delivered') return test.expect === 'delivered';
  return outcome === 'refused' ? isExpected(test, problem?.service?.code ?? '') : null;
}

/**
 * Returns the exit code of some sends: the worst of their own (docs/cli.md).
 * @param isCheck true for payloads of other programs, which no manifest causes
 */
export function exitOfSends(sends: readonly SendResult[], isCheck = false): number {
  return worstExit(sends.map((send) => (isCheck && send.outcome === 'unproved' ? Exit.failed : exitOf(send))));
}

function exitOf({ outcome, asExpected, problem, proof }: SendResult): number {
  if (asExpected === true) return Exit.done;
  switch (outcome) {
    case 'proved':
      return Exit.done;
    case 'accepted':
      return problem === null ? Exit.done : problem.code === 'interrupted' ? Exit.interrupted : Exit.unknown;
    case 'unknown':
      return Exit.unknown;
    case 'skipped':
      if (asExpected === false) return Exit.undelivered;
      return problem === null ? Exit.done : Exit.unknown;
    case 'delivered':
    case 'failed':
    case 'refused':
      return Exit.undelivered;
    case 'unproved':
      return proof.some(({ code }) => MANIFEST_FAULTS.has(code)) ? Exit.problems : Exit.failed;
    case 'not-sent':
      if (problem?.code === 'interrupted') return Exit.interrupted;
      if (problem?.code === 'send-hours' || problem?.code === 'send-time') return Exit.problems;
      return problem?.code === 'send-locks-text' || problem?.code === 'send-unconfirmed' ? Exit.refused : Exit.failed;
  }
}

/** Returns the text of a body that a person reads: its message. RCS and ntalk have several texts. */
function textOf(type: string, bodies: JsonObject): string {
  const body = objectAt(bodies, type);
  const { message = null } = body;
  if (typeof message === 'string') return message;
  const holder = isObject(message) ? message : type === 'ntalk' ? objectAt(maskPayload(bodies), type) : {};
  return textsIn(holder)
    .map(({ text }) => text)
    .join('\n');
}

/** The keys that prove who sends; those of ntalk are not documented. */
const KEYS = /^(?:sender|brand|agency|partner)_?key$/i;

/** Returns a payload that may be shown and stored: recipient, account and keys are masked at every depth. */
export function maskPayload(payload: JsonObject): JsonObject {
  return mapObject(payload, (value, at) => {
    const name = value === null ? '' : String(at.at(-1)).toLowerCase();
    if (name === 'to') return maskNumber(typeof value === 'string' ? value : JSON.stringify(value));
    if (name === 'account') return '****';
    return typeof value === 'string' && KEYS.test(String(at.at(-1))) ? maskKey(value) : undefined;
  });
}
