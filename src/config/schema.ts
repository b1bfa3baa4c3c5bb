import * as z from 'zod';
import { ID_PATTERN } from '../core/address.ts';
import { parseDuration } from '../core/duration.ts';
import type { Limit } from '../core/plan.ts';

/** The shape of `notiform.yaml` (docs/configuration.md), before any `${env:…}` is resolved. */

const alias = z.string().regex(ID_PATTERN, 'an alias has lower-case letters, digits and hyphens');
const text = z.string().min(1, 'must not be empty');

const risk = z.enum(['queues-again', 'loses-approval', 'interrupts-sending', 'destroys']);

const LIMIT = 'has to be a whole number, a percentage as 30%, or none';

/** A guard's limit: `10`, `"30%"` or `none`. */
const limit = z.union([z.int().min(0), z.string().regex(/^(?:\d{1,3}%|none)$/, LIMIT)], LIMIT).transform(toLimit);

/** The limit that a flag or a setting writes as `10`, `30%` or `none`. */
export function toLimit(written: number | string): Limit | null {
  if (typeof written === 'number') return { count: written };
  if (written === 'none') return null;
  const number = Number.parseInt(written, 10);
  return written.endsWith('%') ? { percent: number } : { count: number };
}

const duration = z.string().transform((written, context) => {
  const ms = parseDuration(written);
  if (ms !== undefined && ms > 0) return ms;
  context.addIssue({ code: 'custom', message: 'has to be a time as 500ms, 40s or 2m' });
  return z.NEVER;
});

const profile = z.strictObject({ key: text, type: z.enum(['S', 'G']).default('S') });

const credentials = z.strictObject({
  bizId: text.optional(),
  apiKey: text.optional(),
  account: text.optional(),
  password: text.optional(),
});

const guard = z.strictObject({
  deletes: limit.optional(),
  updates: limit.optional(),
  allow: z.array(risk).optional(),
});

const limits = z.strictObject({
  inFlight: z.int().min(1).max(64).optional(),
  perSecond: z.number().min(1).max(1000).optional(),
  timeout: duration.optional(),
});

const state = z.strictObject({
  store: z.literal('file', { error: 'has to be `file`: the only store of this release' }).default('file'),
  path: text.optional(),
});

const wire = z.strictObject({
  segment: text.optional(),
  product: text.optional(),
  adminId: text.optional(),
  couponScheme: text.optional(),
});

const environment = z.strictObject({
  emulator: z.boolean().optional(),
  inspect: z.enum(['auto', 'manual']).optional(),
  protected: z.boolean().optional(),
  test: z.boolean().optional(),
  insecureTls: z.boolean().optional(),
  resourceUrl: text.optional(),
  messageUrl: text.optional(),
  credentials: credentials.optional(),
  profiles: z.record(alias, profile).optional(),
  senders: z.record(text, text).optional(),
  recipients: z.record(text, text).optional(),
  variables: z.record(text, z.string()).optional(),
  guard: guard.optional(),
  limits: limits.optional(),
  state: state.optional(),
  wire: wire.optional(),
});

export const configSchema = z.strictObject({
  version: z.literal(1, { error: 'has to be 1, the only version there is' }),
  manifests: text.default('manifests'),
  defaults: z
    .strictObject({ environment: alias.optional(), profile: alias.optional(), sender: text.optional() })
    .default({}),
  environments: z
    .record(alias, environment)
    .refine((all) => Object.keys(all).length > 0, 'needs one environment at least'),
});

export type ConfigFile = z.infer<typeof configSchema>;
export type EnvironmentFile = z.infer<typeof environment>;
