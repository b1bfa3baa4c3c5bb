import { expect } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { type Bench, openBench, PHONE, plainTemplate, postJson, SENDER } from './support.ts';

export const ready = {
  profile: 'shop',
  templateCode: 'order_paid',
  templateContent: String(plainTemplate['templateContent']),
  inspectionStatus: 'APR',
} as const;

/** An emulator with an approved template. */
export async function openReady(seed: object = {}): Promise<Bench> {
  const bench = await openBench();
  await bench.control.seed({ templates: [{ ...ready, ...seed }] });
  return bench;
}

/** What the inbox says of a send, once its result is in. */
export async function resultOf(
  bench: Bench,
  body: JsonObject,
): Promise<[result: string | null, reason: string | null]> {
  const { result, reason } = await arrived(bench, body);
  return [result, reason];
}

/** The message as the inbox shows it, once its result is in. */
export async function arrived(bench: Bench, body: JsonObject) {
  expect((await bench.message(body)).body).toMatchObject({ code: 1000 });
  await bench.control.clock({ advance: 300 });
  const inbox = await bench.control.inbox();
  const [first] = inbox.ok ? inbox.messages : [];
  if (first === undefined) throw new Error('the inbox is empty');
  return first;
}

/** A send of any type. */
export function sendOf(type: string, content: JsonObject, changes: JsonObject = {}): JsonObject {
  return {
    account: 'emulator',
    type,
    from: SENDER,
    to: PHONE,
    refkey: 'ref-1',
    content: { [type]: content },
    ...changes,
  };
}

/** A fallback: the channels in their order, each with its body. */
export function instead(...bubbles: [type: string, content: JsonObject][]): JsonObject {
  const [first = '', second] = bubbles.map(([type]) => type);
  return { resend: second === undefined ? { first } : { first, second }, recontent: Object.fromEntries(bubbles) };
}

/** `POST /v2/report` with a fresh token. */
export async function report(bench: Bench, body: JsonObject): Promise<[status: number, answer: JsonObject]> {
  const authorization = `Bearer ${await bench.token()}`;
  const { status, body: answer } = await postJson(`${bench.url}/v2/report`, body, { authorization });
  return [status, answer];
}

/** Status and answer of a send that is refused. */
export async function refusedSend(bench: Bench, body: JsonObject): Promise<unknown> {
  const { status, body: answer } = await bench.message(body);
  return [status, answer['code'], answer['description']];
}
