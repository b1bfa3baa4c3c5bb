import { createHmac } from 'node:crypto';
import type { Settings } from './public-types.ts';

export const CONTROL_PATH = '/_emulator';

/** The emulator's own account, for environments without credentials. */
export const emulatorCredentials = {
  bizId: 'emulator',
  apiKey: 'emulator-key',
  account: 'emulator',
  password: 'emulator-password',
} as const;

/** The profile and the sender number of an emulator without a project. */
export const emulatorProfile = { alias: 'shop', key: 'a'.repeat(40), type: 'S' } as const;
export const emulatorSender = '15880000';

export function defaultSettings(options: {
  inspect: 'auto' | 'manual';
  webhook?: string | undefined;
  hosts?: readonly string[] | undefined;
  settings?: Partial<Settings>;
}): Settings {
  return {
    inspect: options.inspect,
    inspectMs: 1000,
    deliveryMs: 300,
    encodeMs: 500,
    webhookRetryMs: [1000, 5000, 15_000],
    webhook: options.webhook ?? null,
    rateLimit: { limit: 100, windowMs: 1000 },
    allowedIps: options.hosts?.length ? ['0.0.0.0/0', '::/0'] : ['127.0.0.1', '::1'],
    suspended: false,
    maxConcurrent: 100,
    statisticsLimits: true,
    results: [],
    ...structuredClone(options.settings),
  };
}

/** Proves knowledge of a secret without sending it: the HMAC of this address and nonce, in lower-case hex. */
export function proofOf(secret: string, url: string, nonce: string): string {
  return createHmac('sha256', secret).update(`notiform-emulator ${url} ${nonce}`).digest('hex');
}
