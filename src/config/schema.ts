import * as z from 'zod';
import { ID_PATTERN } from '../core/address.ts';
import { parseDuration } from '../core/duration.ts';
import { EVERY_INTERFACE, HOST_NAME, NAME_A_HOST } from '../core/host-name.ts';
import { LANGUAGES } from '../core/language.ts';
import type { Limit } from '../core/plan.ts';

/**
 * The shape of `notiform.yaml` (docs/configuration.md), before any `${env:…}` is resolved. What editors show of it
 * (schemas/config.schema.json) is made from here: every setting has a description and an example.
 */

/** Names with a hyphen first are those of the state's own documents and journals. */
const alias = z
  .string()
  .regex(ID_PATTERN, 'an alias has lower-case letters, digits and hyphens')
  .refine((name) => !name.startsWith('-'), 'an alias begins with a letter or a digit');
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

const hostName = z.string().regex(HOST_NAME, 'has to be a host name as emulator, without http:// and port');
const hostNames = z
  .union(
    [hostName, z.array(hostName).min(1)],
    'has to be a host name as emulator, without http:// and port, or a list of them',
  )
  .superRefine((written, context) => {
    for (const [index, name] of [written].flat().entries()) {
      const path = Array.isArray(written) ? [index] : [];
      if (name === EVERY_INTERFACE)
        context.addIssue({ code: 'custom', path, message: `cannot be ${name}. ${NAME_A_HOST}` });
    }
  });

const timezone = text.refine(isTimezone, 'has to be an IANA time zone, as Asia/Seoul or UTC');

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const duration = z.string().transform((written, context) => {
  const ms = parseDuration(written);
  if (ms !== undefined && ms > 0) return ms;
  context.addIssue({ code: 'custom', message: 'has to be a time as 500ms, 40s or 2m' });
  return z.NEVER;
});

const key = text.meta({
  description: 'The key of the sender profile or group at the service (senderKey).',
  examples: ['${env:SHOP_KEY}'],
});

const profile = z.strictObject({
  key,
  type: z
    .enum(['S', 'G'])
    .default('S')
    .meta({ description: '`S` a sender profile (default), `G` a group of them.', examples: ['G'] }),
});

const credentials = z.strictObject({
  bizId: text.optional().meta({
    description: 'The account at the resource API (templates, images, profiles).',
    examples: ['${env:NOTIFORM_BIZ_ID}'],
  }),
  apiKey: text.optional().meta({
    description: 'The key to the resource API: from the environment, never written here.',
    examples: ['${env:NOTIFORM_API_KEY}'],
  }),
  account: text.optional().meta({
    description: 'The account at the message API (sends).',
    examples: ['${env:NOTIFORM_ACCOUNT}'],
  }),
  password: text.optional().meta({
    description: 'The password of that account: from the environment, never written here.',
    examples: ['${env:NOTIFORM_PASSWORD}'],
  }),
});

const guard = z.strictObject({
  deletes: limit.optional().meta({
    description:
      'How many deletes one run may do: a number, a percentage of what exists, or `none` for any number. Default: 10.',
    examples: [0, '30%', 'none'],
  }),
  updates: limit.optional().meta({
    description:
      'How many updates one run may do: a number, a percentage (from ten existing resources on), or `none` for any number. Default: 30%.',
    examples: ['30%', 100],
  }),
  allow: z
    .array(risk)
    .optional()
    .meta({
      description:
        'What a route may cost. `queues-again` a request is cancelled that an inspector has not answered, `destroys` a delete, `loses-approval` an approval is cancelled, `interrupts-sending` a template is stopped that may be sent. Default: queues-again and destroys.',
      examples: [['queues-again']],
    }),
});

const limits = z.strictObject({
  inFlight: z
    .int()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Calls under way at once. Default: 8.', examples: [4] }),
  perSecond: z
    .number()
    .min(1)
    .max(1000)
    .optional()
    .meta({ description: 'Calls in a second. Default: 50, for an emulator no limit.', examples: [20] }),
  timeout: duration
    .optional()
    .meta({ description: 'How long one call may take, as 500ms, 40s or 2m. Default: 40s.', examples: ['40s'] }),
});

const gitRef = z
  .string()
  .regex(
    /^refs\/(?!heads\/|tags\/|remotes\/)[A-Za-z0-9_-]+(?:\/(?!\.)(?:(?!\.\.|\.lock(?:\/|$))[A-Za-z0-9._-])+)+$/,
    'has to be a ref that is no branch and no tag, as refs/notiform/production',
  );

const gitRemote = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._/-]*$/, 'has to be the name of a git remote, as `git remote` shows it');

const state = z.strictObject({
  store: z
    .enum(['file', 'git', 'postgres'])
    .default('file')
    .meta({
      description:
        'Where the state is kept. `file` in a folder (default), `git` in a ref of the project’s own remote, `postgres` in a database.',
      examples: ['git'],
    }),
  path: text.optional().meta({
    description:
      'Of the store `file`: the folder of the state files, one for each environment and profile; relative to notiform.yaml, or absolute. Default: .notiform/state.',
    examples: ['state'],
  }),
  ref: gitRef.optional().meta({
    description: 'Of the store `git`: the ref. Default: refs/notiform/ and the name of the environment.',
    examples: ['refs/notiform/production'],
  }),
  remote: gitRemote.optional().meta({
    description: 'Of the store `git`: the remote that has the ref. Default: origin.',
    examples: ['origin'],
  }),
  project: text.optional().meta({
    description:
      'Of the store `git`: the name of the project in its documents. Set it to the former path if the folder of the project was moved. Default: the path of the folder in the repository.',
    examples: ['apps/shop'],
  }),
  url: text.optional().meta({
    description: 'Of the store `postgres`: the address of the database. From the environment: it holds a password.',
    examples: ['${env:NOTIFORM_STATE_URL}'],
  }),
});

const wire = z.strictObject({
  segment: text
    .optional()
    .meta({ description: 'The messenger’s part of the paths of the resource API. Default: msgr.', examples: ['msgr'] }),
  product: text.optional().meta({
    description: 'The product’s word for notification messages, in statistics and image paths. Default: noticetalk.',
    examples: ['noticetalk'],
  }),
  adminId: text.optional().meta({
    description: 'The name of the field that holds a channel’s id when a profile is registered. Default: channelId.',
    examples: ['channelId'],
  }),
  couponScheme: text
    .optional()
    .meta({ description: 'The scheme of the messenger’s own coupons. Default: noticetalk.', examples: ['noticetalk'] }),
});

const emulator = z.strictObject({
  port: z
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .meta({ description: 'The port, for bookmarks and scripts. Default: a free one at each start.', examples: [4010] }),
  host: hostNames.optional().meta({
    description:
      'A name, or several, under which other machines call the emulator. With one, it listens on every interface. Default: only this machine.',
    examples: ['emulator', ['emulator', 'host.docker.internal']],
  }),
  mask: z
    .boolean()
    .optional()
    .meta({ description: 'true: the desk and the control API mask phone numbers. Default: false.', examples: [true] }),
});

const environment = z.strictObject({
  emulator: z
    .union([z.boolean(), emulator], 'has to be true, false, or a mapping of port, host and mask')
    .optional()
    .meta({
      description:
        'true, or its settings: the whole service runs on this machine, its data stays in .notiform/. Default: false.',
      examples: [true, { port: 4010 }],
    }),
  inspect: z
    .enum(['auto', 'manual'])
    .optional()
    .meta({
      description:
        'Who gives the emulator’s verdicts. `manual` a person at its desk (default), `auto` the emulator approves at once.',
      examples: ['auto'],
    }),
  protected: z
    .boolean()
    .optional()
    .meta({
      description: 'true: deletes and sends ask for the environment’s name to be typed. Default: false.',
      examples: [true],
    }),
  test: z
    .boolean()
    .optional()
    .meta({
      description: 'true: this is the service’s test environment, which may go without certificates. Default: false.',
      examples: [true],
    }),
  insecureTls: z
    .boolean()
    .optional()
    .meta({
      description: 'true: certificates are not verified. Only where `test` is true. Default: false.',
      examples: [false],
    }),
  insecureHttp: z
    .boolean()
    .optional()
    .meta({
      description:
        'true: the addresses may be `http:` to another machine. For an emulator there, and only if `test` is true. Default: false.',
      examples: [true],
    }),
  resourceUrl: text.optional().meta({
    description: 'Address of the resource API: `https:`, or `http:` on this machine.',
    examples: ['${env:NOTIFORM_RESOURCE_URL}'],
  }),
  messageUrl: text.optional().meta({
    description: 'Address of the message API: `https:`, or `http:` on this machine.',
    examples: ['${env:NOTIFORM_MESSAGE_URL}'],
  }),
  credentials: credentials.optional().meta({
    description: 'Who asks: two for resources, two for messages. Only what a command needs is resolved.',
    examples: [{ bizId: '${env:NOTIFORM_BIZ_ID}', apiKey: '${env:NOTIFORM_API_KEY}' }],
  }),
  profiles: z
    .record(alias, profile)
    .optional()
    .meta({
      description: 'Sender profiles and groups by the alias that manifests name.',
      examples: [{ shop: { key: '${env:SHOP_KEY}' }, mall: { key: '${env:MALL_KEY}', type: 'G' } }],
    }),
  senders: z
    .record(text, text)
    .optional()
    .meta({
      description: 'Registered sender numbers by name, in quotes; test sends contain only names.',
      examples: [{ main: '15880000' }],
    }),
  recipients: z
    .record(text, text)
    .optional()
    .meta({
      description: 'Phone numbers of test sends by name; they are shown nowhere.',
      examples: [{ qa: '${env:QA_PHONE}' }],
    }),
  variables: z
    .record(text, z.string())
    .optional()
    .meta({
      description: 'Values of `${var:NAME}` in manifests.',
      examples: [{ host: 'shop.example.com' }],
    }),
  guard: guard.optional().meta({
    description: 'What one run may do at most, and what its routes may cost.',
    examples: [{ deletes: 0, updates: '30%', allow: ['queues-again'] }],
  }),
  limits: limits.optional().meta({
    description: 'How hard the service may be asked.',
    examples: [{ inFlight: 8, perSecond: 50, timeout: '40s' }],
  }),
  state: state.optional().meta({
    description: 'Where notiform remembers what is its own.',
    examples: [{ path: 'state' }, { store: 'git' }, { store: 'postgres', url: '${env:NOTIFORM_STATE_URL}' }],
  }),
  wire: wire.optional().meta({
    description: 'The service’s own words, where they are others than the documents have.',
    examples: [{ segment: 'msgr', product: 'noticetalk' }],
  }),
});

const defaults = z.strictObject({
  environment: alias
    .optional()
    .meta({ description: 'The environment where `--environment` names none.', examples: ['local'] }),
  profile: alias.optional().meta({ description: 'The profile of manifests that name none.', examples: ['shop'] }),
  sender: text.optional().meta({ description: 'The sender of test sends that name none.', examples: ['main'] }),
});

export const configSchema = z
  .strictObject({
    version: z
      .literal(1, { error: 'has to be 1, the only version there is' })
      .meta({ description: 'Version of this file: 1.', examples: [1] }),
    manifests: text
      .default('manifests')
      .meta({ description: 'Where the manifests are: a folder, or a glob.', examples: ['manifests'] }),
    timezone: timezone.default('Asia/Seoul').meta({
      description:
        'The time zone in which people read times, an IANA name. Times in JSON do not depend on it. Default: Asia/Seoul.',
      examples: ['UTC'],
    }),
    language: z
      .enum(LANGUAGES, { error: 'has to be en or ko' })
      .default('en')
      .meta({
        description:
          'The language of everything that a reviewer or an inspector reads, of `status` and of problems: `en` or `ko`. Default: `en`.',
        examples: ['ko'],
      }),
    defaults: defaults.default({}).meta({
      description: 'The defaults of options and manifests.',
      examples: [{ environment: 'local', profile: 'shop', sender: 'main' }],
    }),
    environments: z
      .record(alias, environment)
      .refine((all) => Object.keys(all).length > 0, 'needs one environment at least')
      .meta({
        description: 'The environments by name: each a service with its accounts, or an emulator.',
        examples: [{ local: { emulator: true, profiles: { shop: { key: 'a'.repeat(40) } } } }],
      }),
  })
  .meta({ title: 'notiform.yaml', description: 'The configuration of a project: its environments and their guards.' });

export type ConfigFile = z.infer<typeof configSchema>;
export type EnvironmentFile = z.infer<typeof environment>;
