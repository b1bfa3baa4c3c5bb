/** Where the control API stands. */
export const CONTROL_PATH = '/_emulator';

/** The emulator's own account (docs): used wherever an environment gives no credentials of its own. */
export const emulatorCredentials = {
  bizId: 'emulator',
  apiKey: 'emulator-key',
  account: 'emulator',
  password: 'emulator-password',
} as const;

/** What an emulator that serves no project has from the start: a profile to send from and a number to send texts from. */
export const emulatorProfile = { alias: 'shop', key: 'a'.repeat(40), type: 'S' } as const;
export const emulatorSender = '15880000';

/** An account of both APIs. */
export interface EmulatorCredentials {
  bizId: string;
  apiKey: string;
  account: string;
  password: string;
}

/** A result for the messages that it matches: what is left out matches all. */
export interface ChosenResult {
  /** The receiver's number. */
  to?: string;
  refkey?: string;
  templateCode?: string;
  /** The channel; if left out, the message's own and none of its fallbacks. */
  type?: string;
  /** The webhook's RESULT. */
  result: string;
}

/** How the emulator behaves while it runs. */
export interface Settings {
  inspect: 'auto' | 'manual';
  /** Milliseconds from a request to the verdict of `inspect: auto`. */
  inspectMs: number;
  /** Milliseconds from acceptance (or `sendtime`) to the result of a send. */
  deliveryMs: number;
  /** Milliseconds that an uploaded video waits to be encoded, and as many that its encoding takes. */
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
  /** Results that messages shall have, the first that fits each. */
  results: ChosenResult[];
  /** The right keys of RCS sends (message API 2.8); any key is right where there are none. */
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
