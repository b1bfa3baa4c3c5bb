/** The path of the control API. */
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

/** An account of both APIs. */
export interface EmulatorCredentials {
  bizId: string;
  apiKey: string;
  account: string;
  password: string;
}

/** A result for messages. A condition that is left out matches every message. */
export interface ChosenResult {
  /** The receiver's number. */
  to?: string;
  refkey?: string;
  templateCode?: string;
  /** The channel. If left out, the rule applies to the message's own channel and not to fallbacks. */
  type?: string;
  /** The webhook's RESULT. */
  result: string;
}

/** Settings that can change while the emulator runs. */
export interface Settings {
  inspect: 'auto' | 'manual';
  /** Milliseconds from a request to the verdict of `inspect: auto`. */
  inspectMs: number;
  /** Milliseconds from acceptance (or `sendtime`) to the result of a send. */
  deliveryMs: number;
  /** Milliseconds that an uploaded video waits for its encoding, and milliseconds that the encoding takes. */
  encodeMs: number;
  /** Milliseconds to wait before each further push of a result. */
  webhookRetryMs: number[];
  webhook: string | null;
  /** Requests of the message API in one window (message API 8; the number is not shown: assumption 20). */
  rateLimit: { limit: number; windowMs: number };
  /** Addresses that the account may call the message API from (message API 5.5). */
  allowedIps: string[];
  suspended: boolean;
  /** Requests of the message API at the same time; one more is refused with 3008 (assumption 95). */
  maxConcurrent: number;
  /** Results of messages. The first rule that matches a message decides. */
  results: ChosenResult[];
  /** The valid keys of RCS sends (message API 2.8). If empty, every key is valid. */
  rcsBrandKeys: string[];
  rcsAgencyKeys: string[];
}

export function defaultSettings(options: {
  inspect: 'auto' | 'manual';
  webhook?: string;
  hosts?: readonly string[];
}): Settings {
  return {
    inspect: options.inspect,
    inspectMs: 1000,
    deliveryMs: 300,
    encodeMs: 1000,
    webhookRetryMs: [1000, 5000, 15_000],
    webhook: options.webhook ?? null,
    rateLimit: { limit: 100, windowMs: 1000 },
    allowedIps: options.hosts?.length ? ['0.0.0.0/0', '::/0'] : ['127.0.0.1', '::1'],
    suspended: false,
    maxConcurrent: 100,
    results: [],
    rcsBrandKeys: [],
    rcsAgencyKeys: [],
  };
}
