import { comparedByName, digestWith, measuredAs } from '../../core/content.ts';
import { type JsonObject, sha256 } from '../../core/json.ts';
import type { Change, Plan, Policy } from '../../core/plan.ts';
import type { Comment, Resource, ResourceState } from '../../core/resource.ts';
import { diffContents, withBeside } from '../route/diff.ts';
import { protectAfter } from '../route/policy.ts';
import { appliedDigest } from '../stored-state/entry-edits.ts';
import { basisOf, occasionOf, type Subject } from '../subject/subject.ts';
import type { Work } from '../types.ts';

/** Returns the changes of a plan that wait for an external decision. */
export function deferredIn({ waiting }: Pick<Plan, 'waiting'>): Change[] {
  return waiting.flatMap(({ held }) => held?.change ?? []);
}

/** The outcome of a decision, before it is a change. */
interface PlannedOutcome extends Pick<Change, 'action' | 'reasons' | 'steps' | 'risks'> {
  states: ResourceState[];
}

/**
 * The live status as a plan shows it. A removal adds the digest of the name, because it leaves no content to recognize. A change
 * of the state only adds the occasion, because the same state can come back.
 */
function liveOf<S>({ want, live }: Subject<S>, action: Change['action']): Change['live'] {
  if (!live) return {};
  return {
    ...live.status,
    ...(want.goal === 'removed' && { named: sha256(live.name) }),
    ...(action === 'lifecycle' && occasionOf(live)),
  };
}

/** Decides for a change, with everything that carrying it out needs. */
export function workOf<S>(
  subject: Subject<S>,
  policy: Policy,
  outcome: PlannedOutcome,
  willWait: string | undefined,
): Work<S> {
  const { kind, want, entry, movedFrom, live, version } = subject;
  const { action, reasons, steps, risks, states } = outcome;
  const before = measured(beforeOf(subject, outcome), want);
  const after = measured(afterOf(want, outcome), want);
  const change: Change = {
    address: want.address,
    ...(movedFrom === undefined ? {} : { movedFrom }),
    kind: kind.name,
    source: sourceOf(want),
    action,
    reasons,
    risks,
    live: liveOf(subject, action),
    before,
    after,
    fields: action === 'forget' ? [] : diffContents(before, after),
    steps,
    dependsOn: [],
    samples: want.samples,
    ...(steps.length > 0 && dialogueOf(subject, outcome)),
    basis: basisOf(kind, live),
    digest: digestOf(want, { action, risks, steps }),
  };
  const protect = protectAfter(subject, policy);
  const stops = version && steps.length > 0 ? appliedDigest(version.of) : undefined;
  const paused = isStoppedByManifest(subject) ? (entry?.paused ?? stops) : undefined;
  return { ...subject, is: 'change', change, protect, states, paused, willWait };
}

/** True if the manifest wants every version out of use. */
export function isStoppedByManifest<S>({ version }: Subject<S>): boolean {
  return version !== undefined && version.of.goal === version.rules.goals.retired;
}

/** Returns what was said about the live resource if its content is sent again, and the comment that the manifest sends. */
function dialogueOf<S>({ want, live }: Subject<S>, outcome: PlannedOutcome): Pick<Change, 'comments' | 'comment'> {
  return {
    // The state has no comments. It stands for the detail of a resource only if the content is not sent.
    ...(sendsContent(outcome) && live?.comments?.length && { comments: live.comments }),
    ...commentOf(want),
  };
}

/** Returns the comment that a request for inspection sends, if it is not one of `known`. */
export function commentOf(
  { inputs: { comment } }: Resource,
  known: readonly Comment[] = [],
): Pick<Change, 'comment'> | undefined {
  const isNew = typeof comment === 'string' && comment !== '' && known.every(({ content }) => content !== comment);
  return isNew ? { comment } : undefined;
}

/** The service knows no width and height of an image: those of the project's file are added if the resource declares the same bytes. */
export function measured(content: JsonObject | null, { content: declared }: Resource): JsonObject | null {
  return content && measuredAs(content, declared);
}

/** The whole resource as it is. If a step writes the content, the fields that it clears are included. */
function beforeOf<S>({ version, live }: Subject<S>, outcome: PlannedOutcome): JsonObject | null {
  if (!live) return version?.replaces?.content ?? null;
  return sendsContent(outcome) ? withBeside(live) : live.content;
}

/** True if a live resource gets content. A rejected template is resubmitted by an update with the same content. */
function sendsContent({ action, risks }: PlannedOutcome): boolean {
  return action === 'update' || risks.includes('resubmits');
}

/** The whole resource as it will be: the prediction of the last step, or the declared content if there is no step. */
function afterOf(want: Resource, { action, steps, states }: PlannedOutcome): JsonObject | null {
  if (action === 'forget') return null;
  if (steps.length === 0) return want.content;
  return states.at(-1)?.content ?? null;
}

/** Returns the digest of what an approval covers (CLI contract, `digest`): no reasons, source, wording or dependencies. */
export function digestOf(want: Resource, { action, risks, steps }: Pick<Change, 'action' | 'risks' | 'steps'>): string {
  return digestWith(want.content, {
    address: want.address,
    action,
    risks,
    steps: steps.map(({ operation, from, to }) => ({
      operation,
      from: from.basis,
      to: to.map((point) => point.basis),
    })),
    goal: want.goal,
    inputs: comparedByName(want.inputs),
  });
}

/** Returns the manifest's place; null if there is none. */
export function sourceOf({ source }: Resource): { file: string; line: number } | null {
  return source.file === '' ? null : { file: source.file, line: source.line };
}
