import { createHmac } from 'node:crypto';
import type { Wire } from '../core/wire.ts';
import type { Settings } from './public-types.ts';

export const CONTROL_PATH = '/_emulator';

export const LOOPBACK_NAMES = ['127.0.0.1', 'localhost'];

/** The path of an address on this emulator, whose port may have changed; undefined for other addresses. */
export function ownPath(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, pathname } = new URL(url);
  return LOOPBACK_NAMES.includes(hostname) ? pathname : undefined;
}

/** The path of the direct upload of a video, which is on a server of the messenger. */
export const VIDEO_UPLOAD_PATH = '/upload/video';

/** True if a path is one of the resource API, or of an upload that it announced. */
export function isResourcePath({ wire }: { wire: Wire }, path: string): boolean {
  return ['/v4/', `/v3/${wire.segment}/`, `${VIDEO_UPLOAD_PATH}/`].some((start) => path.startsWith(start));
}

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
