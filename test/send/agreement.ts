import { onTestFinished } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import type { ProfileRef, Resource } from '../../src/core/resource.ts';
import type { ProofFailure } from '../../src/core/send-result.ts';
import { neutralWire } from '../../src/core/wire.ts';
import { emulatorCredentials } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { profileEndpoints } from '../../src/kinds/sender-profile/endpoints.ts';
import { checkPayload } from '../../src/send/check.ts';
import { messageEndpoints } from '../../src/send/endpoints.ts';
import { type Client, createClient } from '../../src/wire/client.ts';
import { type Bench, NOON, openBench, PHONE, postJson, SENDER } from '../emulator/support.ts';

/** The proof of a payload and the verdict of the emulator, which was written from the documents independently. */
export interface Agreement {
  bench: Bench;
  service: Client;
  /** Why the emulator refuses a payload or does not deliver it; undefined if it delivers it. */
  verdict(payload: JsonObject): Promise<string | undefined>;
  proof(payload: JsonObject, resources?: readonly Resource[]): Promise<ProofFailure[]>;
}

export const PROFILES: readonly ProfileRef[] = [
  { alias: 'shop', key: 's'.repeat(40), type: 'S' },
  { alias: 'outlet', key: 'o'.repeat(40), type: 'S' },
  { alias: 'mall', key: 'm'.repeat(40), type: 'G' },
];

export function profileOf(alias: string): ProfileRef {
  const found = PROFILES.find((one) => one.alias === alias);
  if (!found) throw new Error(`there is no profile ${alias}`);
  return found;
}

/** The refkey of messages that only a fallback can deliver. */
const MAIN_FAILS = 'main-fails';

const SUCCESSES: readonly Json[] = ['4100', '6600', '7000', '8000', '5000'];

export async function openAgreement(): Promise<Agreement> {
  const bench = await openBench({
    profiles: PROFILES.map((one) => ({ ...one, brandMessage: true, unsubscribePhoneNumber: '080-000-0000' })),
    recipients: [],
  });
  await bench.control.settings({
    rateLimit: { limit: 1_000_000, windowMs: 1000 },
    deliveryMs: 0,
    results: [{ refkey: MAIN_FAILS, result: '4400' }],
  });
  const real = createClient({
    token: messageEndpoints.token,
    resourceUrl: bench.emulator.resourceUrl,
    messageUrl: bench.emulator.messageUrl,
    credentials: emulatorCredentials,
    wire: neutralWire,
    limits: { inFlight: 4, perSecond: 100_000, timeoutMs: 10_000 },
    insecureTls: false,
    ports: systemPorts,
  });
  onTestFinished(() => real.close());
  const service = remembering(real);
  const authorization = `Bearer ${await bench.token()}`;
  const groupsOf = async (senderKey: string): Promise<string[] | undefined> => {
    const { success } = await service.call(
      profileEndpoints.multi,
      { senderKey: [senderKey] },
      AbortSignal.timeout(5000),
    );
    return success[0] && (success[0].groups ?? []).map(({ groupKey }) => groupKey);
  };
  const send = async (body: JsonObject): Promise<{ refused?: string; result?: JsonObject }> => {
    const answer = await postJson(`${bench.url}/v3/message`, body, { authorization });
    if (answer.status !== 200) return { refused: `${answer.body['code']}: ${answer.body['description']}` };
    const asked = { account: body['account'] ?? null, messagekey: answer.body['messagekey'] ?? null };
    const { result } = (await postJson(`${bench.url}/v2/report`, asked, { authorization })).body;
    return isObject(result) ? { result } : {};
  };
  return {
    bench,
    service,
    // The whole is accepted or refused. Then the message and its first fallback are delivered, each by itself and at once.
    verdict: async (payload) => {
      const { refused } = await send(payload);
      if (refused !== undefined) return refused;
      const { sendtime: _, resend = null, recontent = null, ...alone } = payload;
      const outcome = ({ result }: { result?: JsonObject }, what: string): string | undefined =>
        SUCCESSES.includes(result?.['RESULT'] ?? null) ? undefined : `${what} ${result?.['RESULT']}`;
      const wrong = outcome(await send(alone), 'result');
      if (wrong !== undefined || !isObject(resend) || !isObject(recontent)) return wrong;
      const first = String(resend['first']);
      const fallback = { resend: { first }, recontent: { [first]: recontent[first] ?? null } };
      return outcome(await send({ ...alone, ...fallback, refkey: MAIN_FAILS }), 'fallback');
    },
    proof: async (payload, resources = []) => {
      const assumed: ProofFailure[] = [];
      const result = await checkPayload(
        { file: 'payload.json', content: payload },
        {
          resources,
          environment: { profiles: new Map(), profile: profileOf },
          service: async () => service,
          groupsOf,
          isVersionOf: () => false,
          now: () => NOON,
          signal: new AbortController().signal,
          // The emulator refuses what an assumption forbids, and the proof only warns of it.
          warn: ({ code, path, message }) => {
            if (path !== undefined) assumed.push({ code, path, message, severity: 'warning' });
          },
        },
      );
      return [...result.proof, ...assumed];
    },
  };
}

/** A client that asks each question once. */
function remembering(client: Client): Client {
  const answers = new Map<string, Promise<unknown>>();
  return {
    ...client,
    call: (endpoint, fields, signal) => {
      const key = JSON.stringify([endpoint.name, fields]);
      const answer = answers.get(key) ?? client.call(endpoint, fields, signal);
      answers.set(key, answer);
      return answer as ReturnType<typeof client.call<never>>;
    },
  };
}

/** The members around every content. */
export const AROUND = { account: 'emulator', from: SENDER, to: PHONE, refkey: 'r'.repeat(32) } as const;

export function payloadOf(type: string, content: JsonObject, more: JsonObject = {}): JsonObject {
  return { ...AROUND, type, content: { [type]: content }, ...more };
}

/** The path of a member: names of objects and places of lists. */
export type Place = readonly (string | number)[];

/** Every place in a value, itself first. */
export function placesIn(value: Json, at: Place = []): Place[] {
  const inner = Array.isArray(value)
    ? value.flatMap((one, index) => placesIn(one, [...at, index]))
    : isObject(value)
      ? Object.entries(value).flatMap(([name, member]) => placesIn(member, [...at, name]))
      : [];
  return [at, ...inner];
}

export function valueIn(value: Json | undefined, at: Place): Json | undefined {
  return at.reduce<unknown>((one, name) => (Object(one) === one ? Reflect.get(Object(one), name) : undefined), value) as
    | Json
    | undefined;
}

/** Returns a copy with another value at a place; without the member if the value is undefined. */
export function withValue(value: Json, [first, ...rest]: Place, to: Json | undefined): Json {
  if (first === undefined) return to ?? null;
  if (Array.isArray(value)) {
    const index = Number(first);
    if (rest.length === 0 && to === undefined) return value.filter((_, at) => at !== index);
    return value.map((one, at) => (at === index ? withValue(one, rest, to) : one));
  }
  if (!isObject(value)) return value;
  const { [first]: old = null, ...others } = value;
  if (rest.length === 0 && to === undefined) return others;
  return { ...value, [first]: withValue(old, rest, to) };
}
