import { Exit, worstExit } from '../core/exit.ts';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import { maskNumber } from '../core/mask.ts';
import type { Problem } from '../core/problem.ts';
import type { EarlierSend, SendOutcome, SendResult } from '../core/send-result.ts';
import { about } from './about.ts';
import { judgeDelivery, type ResultChannel } from './delivered.ts';
import { isExpected } from './expectation.ts';
import { objectAt, textsIn } from './members.ts';
import type { DeliveryResult } from './message.ts';
import { asJson, type PreparedSend } from './prepare.ts';

export interface SendEnding {
  acceptance?: SendResult['acceptance'];
  delivery?: DeliveryResult;
  tookMs?: number;
  earlier?: EarlierSend;
  problem?: Problem;
}

/** Returns a send and its outcome as plain data without private values. */
export function describeSend(send: PreparedSend, outcome: SendOutcome, ending: SendEnding = {}): SendResult {
  const { test, template, from, to, payload } = send;
  const verdict = ending.delivery && judgeDelivery(send, ending.delivery);
  return {
    send: test.id,
    source: about(test).place ?? null,
    template: template?.address ?? null,
    templateCode: send.code ?? null,
    sample: send.sample ?? null,
    type: payload.type,
    from: { ...from },
    to: { name: to.name, number: maskNumber(to.number) },
    text: textOf(payload.type, payload.content),
    at: send.at === undefined ? null : new Date(send.at).toISOString(),
    payload: maskPayload(asJson(payload)),
    outcome,
    expect: test.expect,
    asExpected: verdict ? verdict.asExpected : compareEnding(send, outcome, ending),
    acceptance: ending.acceptance ?? null,
    fallbacks: send.fallbacks.map((one) => ({
      type: one.type,
      template: one.template?.address ?? null,
      text: textOf(one.type, payload.recontent),
    })),
    delivery: ending.delivery ? describeDelivery(ending.delivery, verdict?.channel) : null,
    tookMs: ending.tookMs ?? null,
    earlier: ending.earlier ?? null,
    proof: send.proof,
    risks: [...send.risks],
    problem: ending.problem ?? null,
  };
}

/** Returns the result of a dry run: `proved` or `unproved`. */
export function describeProof(send: PreparedSend): SendResult {
  return describeSend(send, send.proof.length === 0 ? 'proved' : 'unproved');
}

/** Compares an ending without a delivery result. */
function compareEnding(
  { expected }: PreparedSend,
  outcome: SendOutcome,
  { earlier, problem }: SendEnding,
): boolean | null {
  if (earlier?.outcome === 'delivered') return expected.ends === 'delivered';
  return outcome === 'refused' ? isExpected(expected, problem?.service?.code ?? '') : null;
}

/** Returns a delivery's result as plain data. */
export 