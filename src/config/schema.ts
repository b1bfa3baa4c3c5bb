import * as z from 'zod';
import { ADDRESS_PATTERN, ID_PATTERN } from '../core/address.ts';
import { parseDuration } from '../core/duration.ts';
import { HOST_NAME } from '../core/host-name.ts';
import { LANGUAGES } from '../core/language.ts';
import { type Limit, PLAN_RISKS, RISKS_OF_ONE } from '../core/plan.ts';

/**
 * The shape of `notiform.yaml` (docs/configuration.md), before any `${env:…}` is resolved. What editors show of it
 * (schemas/config.schema.json) is made from here: every setting has a description and an example.
 */

/** A setting that may be left out, as editors show it. */
function setting<T extends z.ZodType>(shape: T, description: string, examples: z.input<T>[]): z.ZodOptional<T> {
  return shape.optional().meta({ description, examples });
}

/** Names with a hyphen first are those of the state's own documents and journals. */
const alias = z
  .string()
  .regex(ID_PATTERN, 'an alias has lower-case letters, digits and hyphens')
  .refine((name) => !name.startsWith('-'), 'an alias begins with a letter or a digit');
const text = z.string().min(1, 'must not be empty');

const ADDRESS = 'write the address of one resource, as NotificationTemplate/shop/order-paid';

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
const hostNames = z.union(
  [hostName, z.array(hostName).min(1)],
  'has to be a host name as emulator, without http:// and port, or a list of them',
);

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
  bizId: setting(text, 'The account at the resource API (templates, images, profiles).', ['${env:NOTIFORM_BIZ_ID}']),
  apiKey: setting(text, 'The key to the resource API: from the environment, never written here.', [
    '${env:NOTIFORM_API_KEY}',
  ]),
  account: setting(text, 'The account at the message API (sends).', ['${env:NOTIFORM_ACCOUNT}']),
  password: setting(text, 'The password of that account: from the environment, never written here.', [
    '${env:NOTIFORM_PASSWORD}',
  ]),
});

const guard = z.strictObject({
  deletes: setting(
    limit,
    'How many deletes one run may do: a number, a percentage of what exists, or `none` for any number. Default: 10.',
    [0, '30%', 'none'],
  ),
  updates: setting(
    limit,
    'How many updates one run may do: a number, a percentage (from ten existing resources on), or `none` for any number. Default: 30%.',
    ['30%', 100],
  ),
  allow: setting(
    z.array(z.enum(PLAN_RISKS)),
    'What a route may cost. `queues-again` a request is cancelled that an inspector has not answered, `destroys` a delete, `loses-approval` an approval is cancelled, `interrupts-sending` a template is stopped that may be sent, `reverses` what a person did outside notiform is undone, `older` the manifests are older than those of the last apply. Default: queues-again and destroys.',
    [['queues-again']],
  ),
  allowFor: setting(
    z.record(z.string().regex(ADDRESS_PATTERN, ADDRESS), z.array(z.enum(RISKS_OF_ONE))),
    'What the routes of single resources may cost beside, by address. Remove a rule when its change is applied.',
    [{ 'NotificationTemplate/shop/old': ['loses-approval'] }],
  ),
});

const limits = z.strictObject({
  inFlight: setting(z.int().min(1).max(64), 'Calls under way at once. Default: 8.', [4]),
  perSecond: setting(z.number().min(1).max(1000), 'Calls in a second. Default: 50, for an emulator no limit.', [20]),
  timeout: setting(duration, 'How long one call may take, as 500ms, 40s or 2m. Default: 40s.', ['40s']),
});

const gitRef = z
  .string()
  .regex(
    /^refs\/(?!heads\/|tags\/|remotes\/)[A-Za-z0-9_-]+(?:\/(?!\.)(?:(?!\.(?:\.|$|lock(?:\/|$)))[A-Za-z0-9._-])+)+$/,
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
  path: setting(
    text,
    'Of the store `file`: the folder of the state files, one for each environment and profile; relative to notiform.yaml, or absolute. Default: .notiform/state.',
    ['state'],
  ),
  ref: setting(gitRef, 'Of the store `git`: the ref. Default: refs/notiform/ and the name of the environment.', [
    'refs/notiform/production',
  ]),
  remote: setting(gitRemote, 'Of the store `git`: the remote that has the ref. Default: origin.', ['origin']),
  url: setting(
    text,
    'Of the store `postgres`: the address of the database. From the environment: it holds a password.',
    ['${env:NOTIFORM_STATE_URL}'],
  ),
});

const wire = z.strictObject({
  segment: setting(text, 'The messenger’s part of the paths of the resource API. Default: msgr.', ['msgr']),
  product: setting(
    text,
    'The product’s word for notification messages, in statistics and image paths. Default: noticetalk.',
    ['noticetalk'],
  ),
  adminId: setting(
    text,
    'The name of the field that holds a channel’s id when a profile is registered. Default: channelId.',
    ['channelId'],
  ),
  couponScheme: setting(text, 'The scheme of the messenger’s own coupons. Default: noticetalk.', ['noticetalk']),
});

const emulator = z.strictObject({
  port: setting(
    z.int().min(1).max(65_535),
    'The port, for bookmarks and scripts. Default: a free one at each start.',
    [4010],
  ),
  host: setting(
    hostNames,
    'A name, or several, under which other machines call the emulator. With one, it listens on every interface. Default: only this machine.',
    ['emulator', ['emulator', 'host.docker.internal']],
  ),
  mask: setting(z.boolean(), 'true: the desk and the control API mask phone numbers. Default: false.', [true]),
});

const environment = z.strictObject({
  emulator: setting(
    z.union([z.boolean(), emulator], 'has to be true, false, or a mapping of port, host and mask'),
    'true, or its settings: the whole service runs on this machine, its data stays in .notiform/. Default: false.',
    [true, { port: 4010 }],
  ),
  inspect: setting(
    z.enum(['auto', 'manual']),
    'Who gives the emulator’s verdicts. `manual` a person at its desk (default), `auto` the emulator approves at once.',
    ['auto'],
  ),
  protected: setting(
    z.boolean(),
    'true: deletes and sends ask for the environment’s name to be typed. Default: false.',
    [true],
  ),
  test: setting(
    z.boolean(),
    'true: this is the service’s test environment, which may go without certificates. Default: false.',
    [true],
  ),
  insecureTls: setting(z.boolean(), 'true: certificates are not verified. Only where `test` is true. Default: false.', [
    false,
  ]),
  insecureHttp: setting(
    z.boolean(),
    'true: the addresses may be `http:` to another machine. For an emulator there, and only if `test` is true. Default: false.',
    [true],
  ),
  resourceUrl: setting(text, 'Address of the resource API: `https:`, or `http:` on this machine.', [
    '${env:NOTIFORM_RESOURCE_URL}',
  ]),
  messageUrl: setting(text, 'Address of the message API: `https:`, or `http:` on this machine.', [
    '${env:NOTIFORM_MESSAGE_URL}',
  ]),
  credentials: setting(
    credentials,
    'Who asks: two for resources, two for messages. Only what a command needs is resolved.',
    [{ bizId: '${env:NOTIFORM_BIZ_ID}', apiKey: '${env:NOTIFORM_API_KEY}' }],
  ),
  profiles: setting(z.record(alias, profile), 'Sender profiles and groups by the alias that manifests name.', [
    { shop: { key: '${env:SHOP_KEY}' }, mall: { key: '${env:MALL_KEY}', type: 'G' } },
  ]),
  senders: setting(
    z.record(text, text),
    'Registered sender numbers by name, in quotes; test sends contain only names.',
    [{ main: '15880000' }],
  ),
  recipients: setting(z.record(text, text), 'Phone numbers of test sends by name; they are shown nowhere.', [
    { qa: '${env:QA_PHONE}' },
  ]),
  variables: setting(z.record(text, z.string()), 'Values of `${var:NAME}` in manifests.', [
    { host: 'shop.example.com' },
  ]),
  guard: setting(guard, 'What one run may do at most, and what its routes may cost.', [
    { deletes: 0, updates: '30%', allow: ['queues-again'] },
  ]),
  limits: setting(limits, 'How hard the service may be asked.', [{ inFlight: 8, perSecond: 50, timeout: '40s' }]),
  state: setting(state, 'Where notiform remembers what is its own.', [
    { path: 'state' },
    { store: 'git' },
    { store: 'postgres', url: '${env:NOTIFORM_STATE_URL}' },
  ]),
  wire: setting(wire, 'The service’s own words, where they are others than the documents have.', [
    { segment: 'msgr', product: 'noticetalk' },
  ]),
});

const defaults = z.strictObject({
  environment: setting(alias, 'The environment where `--environment` names none.', ['local']),
  profile: setting(alias, 'The profile of manifests that name none.', ['shop']),
  sender: setting(text, 'The sender of test sends that name none.', ['main']),
  versions: setting(
    z.boolean(),
    'true: a new text of a notification template that is in use becomes a version with a code of its own, unless its manifest has `versions`. Default: false.',
    [true],
  ),
});

export const configSchema = z
  .strictObject({
    version: z
      .literal(1, { error: 'has to be 1, the only version there is' })
      .meta({ description: 'Version of this file: 1.', examples: [1] }),
    project: setting(
      text.max(200),
      'The name of the project in its state. notiform refuses state of another project. Default: the remote of the git repository and the folder in it, else the path of the folder.',
      ['5f0c1d9e7a2b4c68'],
    ),
    manifests: text
      // The time of a match grows with the power of the stars in a part, and a pull request may bring the pattern.
      .regex(/^(?!(?:.*\/)?(?:[^/*]*\*){4})/, 'has to have at most three `*` between two slashes')
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
      examples: [{ environment: 'local', profile: 'shop', sender: 'main', versions: true }],
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
