import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { onTestFinished } from 'vitest';
import { isObject, type JsonObject } from '../../src/core/json.ts';
import type { Clock } from '../../src/core/ports.ts';
import {
  createEmulatorControl,
  type EmulatorControl,
  type EmulatorOptions,
  type EmulatorServer,
  emulatorCredentials,
  startEmulator,
} from '../../src/emulator/emulator.ts';
import { systemFiles } from '../../src/files/system.ts';
import { seededRandom } from '../random.ts';

/** 2026-11-20 12:00:00 in Korea. */
export const NOON = Date.UTC(2026, 10, 20, 3);
export const SHOP = 'shop-key';
export const MALL = 'mall-key';
export const PHONE = '01000000000';
export const SENDER = '15880000';

/** A clock that stands still: the emulator's time moves by its control API alone. */
export const stillClock: Clock = {
  now: () => NOON,
  sleep: (_ms, signal) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
};

const { bizId, apiKey } = emulatorCredentials;

/** What every body of the resource API carries. */
export const emulatorAccount = { bizId, apiKey };

/** An emulator whose pauses of a kind are over at once. */
export function openBenchWithSleep(
  isShort: (ms: number) => boolean,
  options: Partial<EmulatorOptions> = {},
): Promise<Bench> {
  const clock: Clock = {
    now: () => NOON,
    sleep: (ms, signal) => (isShort(ms) ? Promise.resolve() : stillClock.sleep(ms, signal)),
  };
  return openBench({ ports: { clock, random: seededRandom(1), files: systemFiles }, ...options });
}

/** An emulator on a real socket, with what a test does to it. */
export interface Bench {
  url: string;
  emulator: EmulatorServer;
  control: EmulatorControl;
  /** POSTs to the resource API as the shop. The path begins behind `/v3/msgr`. */
  call(path: string, body?: JsonObject): Promise<JsonObject>;
  /** POSTs a form to the resource API. */
  upload(path: string, form: FormData): Promise<JsonObject>;
  /** Registers a template of the shop. */
  add(changes?: JsonObject): Promise<JsonObject>;
  detail(templateCode: string): Promise<JsonObject>;
  token(): Promise<string>;
  /** Sends with a fresh token; the HTTP status beside the answer. */
  message(body: JsonObject): Promise<{ status: number; body: JsonObject; headers: Headers }>;
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'notiform-emulator-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function openBench(options: Partial<EmulatorOptions> = {}): Promise<Bench> {
  const emulator = await startEmulator({
    inspect: 'manual',
    profiles: [
      { alias: 'shop', key: SHOP, type: 'S' },
      { alias: 'mall', key: MALL, type: 'G' },
    ],
    senders: [SENDER],
    recipients: [PHONE],
    ports: { clock: stillClock, random: seededRandom(1), files: systemFiles },
    ...options,
  });
  onTestFinished(() => emulator.close());
  return benchOf(emulator);
}

function benchOf(emulator: EmulatorServer): Bench {
  const { url } = emulator;
  const resource = `${url}/v3/msgr`;
  const call: Bench['call'] = async (path, body = {}) =>
    (await postJson(resource + path, { bizId, apiKey, senderKey: SHOP, ...body })).body;
  const token = async (): Promise<string> => {
    const { body } = await postJson(`${url}/v1/token`, undefined, { authorization: basic() });
    return String(body['accesstoken']);
  };
  return {
    url,
    emulator,
    control: createEmulatorControl(url),
    call,
    upload: async (path, form) => objectOf(await (await fetch(resource + path, { method: 'POST', body: form })).json()),
    add: (changes = {}) => call('/template/add', { ...plainTemplate, ...changes }),
    detail: async (templateCode) => objectOf((await call('/template/detail', { templateCode }))['data']),
    token,
    message: async (body) => postJson(`${url}/v3/message`, body, { authorization: `Bearer ${await token()}` }),
  };
}

export function basic(account = 'emulator', password = 'emulator-password'): string {
  return `Basic ${Buffer.from(`${account}:${password}`).toString('base64')}`;
}

export async function postJson(
  url: string,
  body: JsonObject | undefined,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: JsonObject; headers: Headers }> {
  // A third of what it costs through `fetch`, and thousands of requests are made here.
  const response = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const answered = Object.entries(response.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return {
    status: response.statusCode,
    body: objectOf(await response.body.json()),
    headers: new Headers(answered),
  };
}

export function objectOf(value: unknown): JsonObject {
  if (!isObject(value)) throw new Error(`no object: ${JSON.stringify(value)}`);
  return value;
}

export const plainTemplate: JsonObject = {
  templateCode: 'order_paid',
  templateName: '주문 결제 안내',
  templateMessageType: 'BA',
  templateEmphasizeType: 'NONE',
  templateContent: '#{이름}님, 결제가 완료되었습니다.',
  categoryCode: '002001',
};

export const plainMessage: JsonObject = {
  account: 'emulator',
  type: 'at',
  from: SENDER,
  to: PHONE,
  refkey: 'ref-1',
  content: { at: { senderkey: SHOP, templatecode: 'order_paid', message: '홍길동님, 결제가 완료되었습니다.' } },
};

/** The envelope above around another content. */
export function messageOf(content: JsonObject, changes: JsonObject = {}): JsonObject {
  const inner = {
    senderkey: SHOP,
    templatecode: 'order_paid',
    message: '홍길동님, 결제가 완료되었습니다.',
    ...content,
  };
  const type = String(changes['type'] ?? 'at');
  return { ...plainMessage, content: { [type]: inner }, ...changes };
}

export function account(fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ bizId, apiKey, ...fields })) form.set(name, value);
  return form;
}

/** The first bytes of each type that an attachment may have, as Latin-1. */
const FIRST_BYTES = {
  png: '\u0089PNG\r\n\u001a\n',
  jpg: '\u00ff\u00d8\u00ff',
  jpeg: '\u00ff\u00d8\u00ff',
  gif: 'GIF89a',
  pdf: '%PDF-1.7',
  hwp: '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1',
  doc: '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1',
  docx: 'PK\u0003\u0004',
} as const;

export type AttachmentType = keyof typeof FIRST_BYTES;

/** An attachment of this type, filled up to `bytes`. */
export function attachment(type: AttachmentType, bytes = 16): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(bytes);
  file.set(Buffer.from(FIRST_BYTES[type], 'latin1'));
  return file;
}

export function imageForm(
  bytes: Uint8Array<ArrayBuffer>,
  name = bytes[0] === 0xff ? 'image.jpg' : 'image.png',
): FormData {
  const form = account();
  form.set('image', new Blob([bytes]), name);
  return form;
}
