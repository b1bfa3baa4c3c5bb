import * as z from 'zod';
import type { JsonObject } from './json.ts';
import { problem, sentence } from './problem-shape.ts';

/** The shape of a plan and of its file (docs/plan.md). core/plan.ts has its types. */

export const address = z.string();
export const json: z.ZodType<JsonObject> = z.record(z.string(), z.json());
const source = z.object({ file: z.string(), line: z.int() }).nullable();
/** A count of changes, or a share of the existing resources in percent (from ten existing on; 0 is none); null if not limited. */
const limit = z.union([z.object({ count: z.int() }), z.object({ percent: z.number() })]).nullable();
const count = z.int().min(0);

/** The risk of an operation. The policy allows the risk, or the operation is not available. */
export const risk = z.enum([
  'queues-again',
  'loses-approval',
  'interrupts-sending',
  'destroys',
  'resubmits',
  'reverses', // undoes an act of a person outside notiform: a stop, a request, a withdrawal
  'takes-over', // changes a resource that notiform did not make, in the apply that adopts it
  'older', // the manifests are older than those of the last apply; no operation has it
]);

const actions = ['create', 'update', 'version', 'lifecycle', 'delete', 'adopt', 'move', 'forget'] as const;

export const action = z.enum(actions);

const sides = [
  'drifted', // the live resource changed outside notiform
  'edited', // its manifest is not the applied one
  'vanished', // it was deleted outside notiform
  'adopted', // it differed when an apply adopted it, and neither side changed since
] as const;

/** The sides that changed since the last finished apply; it may be both. Empty before the first one. */
export const moved = z.enum(sides);

/** Why there is a change: a closed list, so that every reader can rely on it. */
export const reason = z.enum([
  ...sides,
  'not-there', // not on the service yet
  'content-differs',
  'state-differs', // the same text, in another state than the declared one
  'in-use', // the text that is in use cannot be edited: a version follows it
  'none-in-use', // a version follows a text that is stopped or dormant, and stays so
  'superseded', // an older version, and as many newer ones as are kept have been in use for long enough
  'abandoned', // a version under way whose text is no longer declared
  'resubmitted', // a rejected text goes in again, as `--resubmit` says
  'removed-from-manifests', // managed by notiform, and no manifest declares it any more
  'not-bound', // it exists under this name and is adopted
  'unfinished', // an earlier apply started to create it and did not finish
  'renamed', // `renamedFrom`
  'gone', // managed, removed from the manifests, and no longer on the service
]);

/** A point of a route: the word that a person reads and the digest that a machine compares (`basis`). */
export const point = z.object({ state: z.string(), basis: z.string() });

/** The title of an operation, with its note in brackets; `note` has the note as data. */
export const titled = {
  operation: z.string(),
  title: z.string(),
  note: z.union([z.string(), sentence]).exactOptional(),
};

/** An operation in a plan. Data, never a closure. */
export const step = z.object({
  ...titled,
  from: point,
  /** Every point that may follow; more than one only in a route's last step. */
  to: z.array(point),
});

/** The comments of inspections (resource API 2.2, `comments`). */
export const comments = z.array(
  z.object({ content: z.string(), createdAt: z.string(), status: z.string(), userName: z.string() }),
);

const format = z.enum(['value', 'text', 'file', 'list']);

export const field = z.object({
  /** `buttons[0].link.mobile` */
  path: z.string(),
  /** Null if absent. */
  before: z.json(),
  after: z.json(),
  format,
});

export const change = z.object({
  address,
  /** The address that it had before. Left out if it is the same. */
  movedFrom: address.exactOptional(),
  kind: z.string(),
  source,
  action,
  /** A plan of a later version may have others. */
  reasons: z.array(z.custom<z.output<typeof reason>>((one) => typeof one === 'string')),
  risks: z.array(risk),
  /** The live status, empty if there is no live resource. */
  live: json,
  before: json.nullable(),
  after: json.nullable(),
  fields: z.array(field),
  steps: z.array(step),
  dependsOn: z.array(address),
  samples: z.array(z.object({ name: z.string(), values: z.record(z.string(), z.string()) })).readonly(),
  /** The comments of the live resource, newest last. Left out if there are none, or if its content is not sent. */
  comments: comments.exactOptional(),
  /** The comment of the manifest that a request for inspection sends. Left out if there is none. */
  comment: z.string().exactOptional(),
  basis: z.string(),
  digest: z.string(),
});

/** A resource that waits for an external decision, or a change that needs one. */
export const waiting = z.object({
  address,
  state: z.string(),
  /** Its name in its content. Left out if it has none. */
  title: z.string().exactOptional(),
  /** `verdict`, `encoding`, `approval` */
  waitsFor: z.string(),
  since: z.string().nullable(),
  /** Set if a change waits for another address: that address, and the change. */
  held: z.object({ by: address, change }).exactOptional(),
});

/** A way to allow a blocked change: everything to do, or the flags of `notiform plan`. */
export const way = z.union([
  z.object({ todo: z.array(z.string()), said: z.array(sentence).exactOptional() }),
  z.object({ flags: z.array(z.string()) }),
]);

/** A resource without an allowed route to its declared state. */
export const blocked = z.object({
  address,
  source,
  state: z.string(),
  reason: z.string(),
  /** The reason as data. Left out if it has no words in other languages. */
  said: sentence.exactOptional(),
  /** The ways to allow it, as one sentence (`opensOf`); null if there is none. */
  opens: z.string().nullable(),
  ways: z.array(way),
  /** The first risk in the way, if nothing but risks is in the way. */
  risk: risk.exactOptional(),
  /** The steps whose risks are in the way, from the first forbidden one on. `reason` has them in one sentence. */
  riskySteps: z.array(z.object({ ...titled, risk })).exactOptional(),
  /** True if the change that is blocked deletes the resource. */
  deletes: z.literal(true).exactOptional(),
  /** True if its manifest is not the one that was last applied or imported, or is gone since: the change was not seen before. */
  unapplied: z.literal(true).exactOptional(),
  /** True if the service has the declared content and rejected it. It waits for its author, and does not differ. */
  rejected: z.literal(true).exactOptional(),
  fields: z.array(field),
  before: json.nullable(),
  after: json.nullable(),
  /** The inspector's comments, newest last. */
  comments,
  /** A new comment of the manifest for the inspection of a rejected text that did not change. Left out if there is none. */
  comment: z.string().exactOptional(),
  moved: z.array(moved),
});

/** A live resource that notiform does not manage: reported, never touched. */
export const unmanaged = z.object({
  kind: z.string(),
  profile: z.string(),
  name: z.string(),
  title: z.string(),
  state: z.string(),
});

/** The protection of an address that has no change: the state keeps it, also after its manifest is gone. */
export const remembers = z.object({ address, protect: z.boolean() });

/** A part of an environment's profiles: the `index`-th of `of`, from 1 on. */
export const shard = z
  .strictObject({ index: z.int().min(1), of: z.int().min(1) })
  .refine(({ index, of }) => index <= of, 'no such part');

/** The policy of a plan: what it may do that a route would otherwise avoid. */
export const policy = z.object({
  allow: z.array(risk),
  /** The risks that single resources may take beside, by address. Left out if there are none. */
  allowFor: z.record(address, z.array(risk)).exactOptional(),
  resubmit: z.array(z.string()),
  reupload: z.array(z.string()),
  maxDeletes: limit,
  maxUpdates: limit,
  allowEmpty: z.boolean(),
  acceptAccount: z.boolean(),
  unprotect: z.array(address),
});

/** A policy as a plan records it, with the selection (`--target`, `--exclude`; empty: everything). */
export const recordedPolicy = policy.extend({
  targets: z.array(z.string()),
  excludes: z.array(z.string()),
  /** `--shard`; all profiles if left out. */
  shard: shard.optional(),
});

/** How many changes of each action a plan has, and how many addresses of each other list. */
export const counts = z.record(z.enum([...actions, 'unchanged', 'waiting', 'blocked', 'unmanaged']), count);

/** A problem of a later version may have other members. */
const someProblem = z.looseObject(problem.pick({ code: true, severity: true, message: true }).shape);

/** The plan as `plan --json` shows it in its member `plan` (docs/json.md). */
export const plan = z.object({
  formatVersion: z.literal('1'),
  tool: z.string(),
  environment: z.string(),
  /** `project` of notiform.yaml, if it has one. */
  project: z.string().exactOptional(),
  /** A digest of the account's id. It distinguishes accounts without naming one. */
  account: z.string(),
  /** The address of the resource API. Left out with an emulator, whose port changes, and in a plan of an earlier version. */
  resourceUrl: z.string().exactOptional(),
  /** By alias, a digest of the key of each profile or group in the plan. It distinguishes channels without naming one. */
  profiles: z.record(z.string(), z.string()),
  policy: recordedPolicy,
  /** The profiles whose state was written for another account or key and is taken over; left out if there are none. */
  accepts: z.array(z.string()).exactOptional(),
  createdAt: z.iso.datetime(),
  git: z.string().nullable(),
  /** The commits of the applies of everything that the state recorded. Left out in a plan of an earlier version. */
  recorded: z.array(z.string()).exactOptional(),
  /** False if something could not be read: the plan may lack changes. */
  complete: z.boolean(),
  applyable: z.boolean(),
  changes: z.array(change),
  waiting: z.array(waiting),
  blocked: z.array(blocked),
  unmanaged: z.array(unmanaged),
  /** The protections that the state gets or loses at addresses without a change. */
  remembers: z.array(remembers),
  problems: z.array(z.custom<z.output<typeof problem>>((one) => someProblem.safeParse(one).success)),
  counts,
  /** The digest of all other members except `createdAt`, `git`, `recorded` and the places of manifests (`planDigest`). */
  digest: z.string(),
});
