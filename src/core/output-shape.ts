import * as z from 'zod';
import * as plan from './plan-shape.ts';
import { code, place, problem, sentence } from './problem-shape.ts';

/**
 * The shapes of `--json` (docs/json.md), from which schemas/output.schema.json is made. The types are in problem.ts, receipt.ts,
 * status.ts, import.ts and send-result.ts. Only types of this module are imported by the program.
 */

const { address, json, titled, way } = plan;
const text = z.string();

export const stepOutcome = z.enum([
  'done',
  'already-so',
  'refused', // the service refused it
  'stale', // the live resource left the approved path
  'skipped', // something it depends on failed
  'unknown', // the outcome of the call is not known
  'failed', // it could not be called: no connection, or an unexpected answer
  'not-run', // interrupted before it
]);

export const stepReceipt = z.object({
  ...titled,
  outcome: stepOutcome,
  /** The state it was seen in afterwards. */
  state: text.exactOptional(),
  problem: problem.exactOptional(),
});

export const changeReceipt = z.object({
  address,
  action: plan.action,
  /** The worst of its steps: `done` if all are done or already so. */
  outcome: stepOutcome,
  steps: z.array(stepReceipt),
  problem: problem.exactOptional(),
});

/** A change that a new plan would have and the approved plan does not: listed, and not run. */
export const unapproved = plan.change
  .pick({ address: true, action: true, source: true })
  .extend({ /** Its name, if it has one. */ title: text.nullable() });

/** A resource that a run leaves blocked. */
export const leftBlocked = plan.blocked.pick({
  address: true,
  state: true,
  reason: true,
  said: true,
  opens: true,
  ways: true,
  risk: true,
  riskySteps: true,
  deletes: true,
});

/** A resource that waits for an external decision, or a change that waits for another resource's decision. */
export const leftWaiting = plan.waiting
  .pick({ address: true, state: true, waitsFor: true })
  .extend({ by: address.exactOptional() });

export const receipt = z.object({
  environment: text,
  startedAt: text,
  finishedAt: text,
  interrupted: z.boolean(),
  changes: z.array(changeReceipt),
  counts: z.record(stepOutcome, z.number()),
  /** Resources that stay blocked or waiting, without the listed changes. */
  blocked: z.array(leftBlocked).readonly(),
  waiting: z.array(leftWaiting).readonly(),
  /** Set for a run of a plan file. */
  unapproved: z.array(unapproved).readonly().exactOptional(),
});

/**
 * How an address compares to its manifest:
 * - `done`: up to date
 * - `waiting`: waiting for an external decision; notiform has done its part
 * - `differs`: a plan would change it, or be blocked
 * - `missing`: not on the service yet
 * - `kept`: a version that stays as it is beside the current one
 * - `orphan`: managed by notiform, and no longer declared by a manifest
 * - `unread`: the service's answer could not be read; `problems` says why
 */
export const statusVerdict = z.enum(['done', 'waiting', 'differs', 'missing', 'kept', 'orphan', 'unread']);

/** One address as `status` shows it. */
export const statusRow = z.object({
  address,
  kind: text,
  /** The manifest that declares it. Left out if there is none. */
  source: z.object({ file: text, line: z.number() }).exactOptional(),
  /** The service's name for it: a template's code. Null if there is none. */
  name: text.nullable(),
  /** For a person: the template's name, as the service has it, else as the manifest declares it; the name of an uploaded file. */
  title: text.nullable(),
  /** The declared state; null for an orphan. */
  goal: text.nullable(),
  /** The live state's word (`REQ`, `present`); `absent` if there is none, null if it is unread. */
  state: text.nullable(),
  verdict: statusVerdict,
  /** Set for the current version if there are others. */
  current: z.literal(true).exactOptional(),
  /** `verdict`, `encoding`, `approval`; null if it does not wait. */
  waitsFor: text.nullable(),
  /** How it differs from its manifest, with the verdict `differs`. Left out if several live resources match. */
  difference: z.enum(['content-differs', 'state-differs', 'superseded', 'abandoned']).exactOptional(),
  /**
   * The decision that it waits for, if the manifest has other content, or another `lifecycle` than approved. `wait` does not wait
   * for it.
   */
  otherWaitsFor: text.exactOptional(),
  /** Why no plan would bring it to the declared state, if that is known without another call. */
  reason: text.exactOptional(),
  /** The reason as data. */
  said: sentence.exactOptional(),
  /** What would allow it. Left out if nothing would. */
  ways: z.array(way).exactOptional(),
  /** The steps whose risks are in the way, as a plan has them. */
  riskySteps: plan.blocked.shape.riskySteps,
  /** The side that changed since the last apply, if it differs or is missing. */
  moved: z.array(plan.moved),
  /** The inspector's comments and ours, newest last. */
  comments: plan.comments,
  /** As the service writes it; null if unknown. */
  modifiedAt: text.nullable(),
  /** When it becomes dormant unless it is used, ISO 8601. Left out if unknown. */
  dormantAt: text.exactOptional(),
});

/** A sender profile that is blocked, dormant, deactivated or deleted. A member that the service does not answer is null. */
export const stoppedProfile = z.object({
  /** Its alias. */
  profile: text,
  /** `blocked`, `dormant`. */
  state: text,
  /** The address at which its release is requested. */
  clearBlockUrl: text.nullable(),
  spamLevel: text.nullable(),
  messageSpamLevel: text.nullable(),
});

export const status = z.object({
  environment: text,
  /** False if something could not be read. */
  complete: z.boolean(),
  rows: z.array(statusRow),
  unmanaged: z.array(plan.unmanaged),
  /** Profiles of the environment with which nothing can be sent. Left out if they were not read. */
  profiles: z.array(stoppedProfile).exactOptional(),
  problems: z.array(problem),
});

export const imported = z.object({
  address,
  kind: text,
  profile: text,
  /** The service's name of it: a code, a key. */
  name: text,
  /** For a person. */
  title: text,
  state: text,
});

export const importReport = z.object({
  environment: text,
  /** True if nothing was written or bound: `written` and `updated` are what would be. */
  dryRun: z.boolean().exactOptional(),
  /**
   * `versions`: the names of the versions of one manifest, the newest one last. `bound`: true if the state had it already, and its manifest
   * was removed.
   */
  written: z.array(
    imported.extend({ file: text, versions: z.array(text).exactOptional(), bound: z.literal(true).exactOptional() }),
  ),
  /** The fetched images, which were written beside the manifests. Relative to the project's root. */
  images: z.array(text),
  /**
   * The selected manifests with their rewritten fields. A manifest without a difference has no fields, and neither has one that
   * only its author changed since the last apply or import (`edited`): it is not rewritten.
   */
  updated: z.array(z.object({ address, file: text, fields: z.array(text), edited: z.literal(true).exactOptional() })),
  /** Live resources that already have a manifest: bound to it, or bound by the next apply. */
  skipped: z.array(imported.omit({ state: true }).extend({ because: z.enum(['managed', 'declared']) })),
  /** Live resources without a manifest, and why none was written. They stay unmanaged. */
  left: z.array(imported.extend({ reason: text })),
});

/** The first difference of two texts: its line and column, both from 1, columns in code points. */
export const difference = z.object({
  line: z.number(),
  column: z.number(),
  /** That line of the approved template, and of what would be sent; null if a text has no line with this number. */
  expected: text.nullable(),
  actual: text.nullable(),
});

/** One reason why a payload does not equal its template. */
export const proofFailure = z.object({
  code,
  /** The member of the payload: `message`, `button[1].url_mobile`. */
  path: text,
  /** One sentence without a full stop at its end. */
  message: text,
  hint: text.exactOptional(),
  /** Both as data. */
  said: problem.shape.said,
  /** Set if the rule follows from an assumption and no document has it. The message is sent all the same. */
  severity: z.literal('warning').exactOptional(),
  /** For texts that differ. */
  difference: difference.exactOptional(),
  /** The value or field of a manifest that makes the member what it is. */
  place: place.exactOptional(),
});

/**
 * How one send ended:
 * - `proved`: a dry run; the payload equals its template
 * - `unproved`: it does not; nothing was sent
 * - `refused`: the service did not accept it
 * - `accepted`: code 1000; no delivery result was waited for, or none came in time
 * - `delivered`, `failed`: the delivery's RESULT (message API 6)
 * - `unknown`: the outcome of the call is unknown; the message is never sent again automatically
 * - `not-sent`: not called: interrupted, refused by a guard, or an earlier one failed
 * - `skipped`: not called, because the same message was sent a short time ago (`--unless-sent`)
 */
export const sendOutcome = z.enum([
  ...(['proved', 'unproved', 'refused', 'accepted', 'delivered'] as const),
  ...(['failed', 'unknown', 'not-sent', 'skipped'] as const),
]);

export const earlierSend = z.object({
  /** When it was called, ISO 8601. */
  time: text,
  /** The time of a reserved delivery, ISO 8601; null for immediate delivery. */
  at: text.nullable(),
  refKey: text,
  messageKey: text.nullable(),
  /** `sending` if its run has not recorded an outcome yet, or was killed; `failed` if a fallback was delivered. */
  outcome: z.enum(['sending', 'accepted', 'delivered', 'failed', 'unknown']),
});

/** A message on one channel as a phone shows it, drawn as text. */
export const messagePreview = z.object({
  /** `at`, `sms`: the channel. */
  type: text,
  text: z.array(text),
});

/** One message to one recipient. Private numbers are masked here already. */
export const sendResult = z.object({
  /** The test send's id, or the template's address if it was sent without a manifest. */
  send: text,
  source: place.nullable(),
  template: address.nullable(),
  templateCode: text.nullable(),
  /** The sample that fills what the test send leaves out; null if no sample is used. */
  sample: text.nullable(),
  /** `at`, `ai`: the key of `content` (message API 2.4). */
  type: text,
  /** Name of `senders`, and its public number. */
  from: z.object({ name: text, number: text }),
  /** Name of `recipients`, and its number, masked. */
  to: z.object({ name: text, number: text }),
  /** The body as sent, or as it would be. */
  text,
  /** The message as the phone shows it, then its fallbacks, as lines of text. Only before a send, in a dry run, and if `text` is empty. */
  preview: z.array(messagePreview).exactOptional(),
  /** The buttons of the message, then those of its fallbacks, each in one line. Only if `preview` is missing. */
  buttons: z.array(z.array(text)).exactOptional(),
  /** The time of delivery, ISO 8601; null for immediate delivery. */
  at: text.nullable(),
  /** The whole payload with private values masked (recipient, account, sender key). */
  payload: json,
  outcome: sendOutcome,
  /** `delivered` or `failed:7322`, as the manifest says. */
  expect: text,
  /** True if the outcome is the expected one; null if there is no result to compare. */
  asExpected: z.boolean().nullable(),
  /** The answer to the send call (message API 2.2). */
  acceptance: z.object({ code: z.number(), description: text, messageKey: text, refKey: text }).nullable(),
  /** The messages of other channels that are sent if this one fails, in their order. */
  fallbacks: z.array(z.object({ type: text, template: address.nullable(), text })),
  /** The delivery's result (message API 6). */
  delivery: z
    .object({
      code: text,
      device: text.nullable(),
      media: text.nullable(),
      /** ISO 8601. */
      at: text.nullable(),
      /** The type of the result's channel; null if the result does not show it. */
      channel: text.nullable().optional(),
      /** Which fallback the channel is; null for the message itself, or if the result does not show it. */
      fallback: z.enum(['first', 'second']).nullable().optional(),
    })
    .nullable(),
  /** Milliseconds from the call to the delivery result, or to the end of the wait; null if the message was not sent. */
  tookMs: z.number().nullable(),
  /** Set for `skipped`. */
  earlier: earlierSend.nullable(),
  proof: z.array(proofFailure),
  /** `locks-text`: this send makes the template active, and its text final. */
  risks: z.array(text),
  problem: problem.nullable(),
});

const waited = {
  end: z.enum(['settled', 'rejected', 'time-out']),
  outstanding: z.array(text),
  rejected: z.array(text),
  status,
};
const made = plan.plan.extend({ problems: z.array(problem) });

/** The names of shapes in the schema. */
const names = {
  Change: plan.change,
  Plan: made,
  Problem: problem,
  Receipt: receipt,
  SendResult: sendResult,
  Status: status,
};
for (const [id, shape] of Object.entries(names)) z.globalRegistry.add(shape, { id });

/** The members of each command beside the common ones. A command that failed early has none of them. */
const members = {
  validate: { valid: z.boolean(), resources: z.int(), sends: z.int(), environments: z.array(text) },
  plan: { plan: made, categories: z.record(text, text), commits: z.record(text, text) },
  apply: { plan: made, receipt: receipt.nullable(), waited: z.object(waited).optional() },
  status: { status },
  wait: waited,
  import: { import: importReport },
  send: { dryRun: z.boolean(), sends: z.array(sendResult) },
};

const common = {
  schemaVersion: z.literal(1),
  ok: z.boolean(),
  /** Present as soon as it is known. */
  environment: text.exactOptional(),
  problems: z.array(problem),
};

/** One document of `--json`. docs/json.md has the members of the commands without a shape here. */
export const output = z.union([
  ...Object.entries(members).map(([command, own]) => z.object({ ...common, command: z.literal(command), ...own })),
  z.object({ ...common, command: text.regex(new RegExp(`^(?!(?:${Object.keys(members).join('|')})$)`)) }),
  z.object({ ...common, command: text, ok: z.literal(false) }),
]);
