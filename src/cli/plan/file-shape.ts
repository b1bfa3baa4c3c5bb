import * as z from 'zod';

/** The shape of a plan file (docs/plan.md). Unknown members are kept. */

const address = z.string();
const state = z.string();
const json = z.record(z.string(), z.json());
const source = z.object({ file: z.string(), line: z.int() }).nullable();
const limit = z.union([z.object({ count: z.int() }), z.object({ percent: z.number() })]).nullable();

const risk = z.enum(['queues-again', 'loses-approval', 'interrupts-sending', 'destroys', 'resubmits']);
const action = z.enum(['create', 'update', 'version', 'lifecycle', 'delete', 'adopt', 'move', 'forget']);
const format = z.enum(['value', 'text', 'file', 'list']);

const point = z.object({ state, basis: z.string() });

const comments = z.array(
  z.object({ content: z.string(), createdAt: z.string(), status: z.string(), userName: z.string() }),
);

const field = z.looseObject({ path: z.string(), before: z.json(), after: z.json(), format });

const change = z.looseObject({
  address,
  movedFrom: address.exactOptional(),
  kind: z.string(),
  source,
  action,
  reasons: z.array(z.string()),
  risks: z.array(risk),
  live: json,
  before: json.nullable(),
  after: json.nullable(),
  fields: z.array(field),
  steps: z.array(
    z.object({
      operation: z.string(),
      title: z.string(),
      from: point,
      to: z.array(point),
      after: z.array(address).optional(),
    }),
  ),
  dependsOn: z.array(address),
  samples: z.array(z.object({ name: z.string(), values: z.record(z.string(), z.string()) })),
  comments: comments.exactOptional(),
  comment: z.string().exactOptional(),
  basis: z.string(),
  digest: z.string(),
});

const waiting = z.looseObject({
  address,
  state,
  title: z.string().optional(),
  waitsFor: z.string(),
  since: z.string().nullable(),
  held: z.object({ by: address, change }).optional(),
});

const way = z.union([z.looseObject({ todo: z.array(z.string()) }), z.looseObject({ flags: z.array(z.string()) })]);

const blockedShape = z.looseObject({
  address,
  source,
  state,
  reason: z.string(),
  opens: z.string().nullable(),
  ways: z.array(way).optional(),
  risk: risk.optional(),
  deletes: z.literal(true).exactOptional(),
  rejected: z.literal(true).exactOptional(),
  fields: z.array(field),
  before: json.nullable(),
  after: json.nullable(),
  comments,
  comment: z.string().exactOptional(),
  moved: z.array(z.enum(['drifted', 'edited', 'vanished'])),
});

/** A plan file of an earlier version has no `ways`. */
const blocked = blockedShape.transform(({ ways, ...one }) => ({
  ...one,
  ways: ways ?? (one.opens === null ? [] : [{ todo: [one.opens] }]),
}));

const unmanaged = z.object({ kind: z.string(), profile: z.string(), name: z.string(), title: z.string(), state });

const shard = z
  .strictObject({ index: z.int().min(1), of: z.int().min(1) })
  .refine(({ index, of }) => index <= of, 'no such part');

const count = z.int().min(0);

export const planShape = z.looseObject({
  formatVersion: z.literal('1'),
  tool: z.string(),
  environment: z.string(),
  account: z.string(),
  profiles: z.record(z.string(), z.string()),
  policy: z.object({
    allow: z.array(risk),
    resubmit: z.array(z.string()),
    reupload: z.array(z.string()),
    maxDeletes: limit,
    maxUpdates: limit,
    allowEmpty: z.boolean(),
    acceptAccount: z.boolean(),
    unprotect: z.array(address),
    targets: z.array(z.string()),
    excludes: z.array(z.string()),
    shard: shard.optional(),
  }),
  accepts: z.array(z.string()).exactOptional(),
  createdAt: z.iso.datetime(),
  git: z.string().nullable(),
  complete: z.boolean(),
  applyable: z.boolean(),
  changes: z.array(change),
  waiting: z.array(waiting),
  blocked: z.array(blocked),
  unmanaged: z.array(unmanaged),
  remembers: z.array(z.object({ address, protect: z.boolean() })),
  problems: z.array(z.looseObject({ code: z.string(), severity: z.enum(['error', 'warning']), message: z.string() })),
  counts: z.object({
    create: count,
    update: count,
    version: count,
    lifecycle: count,
    delete: count,
    adopt: count,
    move: count,
    forget: count,
    unchanged: count,
    waiting: count,
    blocked: count,
    unmanaged: count,
  }),
  digest: z.string(),
});
