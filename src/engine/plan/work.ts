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

/** Decides for a change, with everything that carrying it out needs. */
export function workOf<S>(
  subject: Subject<S>,
  policy: Policy,
  outcome: PlannedOutcome,
  willWait: string | undefined,
): Work<S> {
  const { kind, want, entry, movedFrom, live, version } = subject;
  const { action, reasons, steps, risks, states } = outcome;
  // A rejected template is resubmitted by an update with the same content.
  const sendsContent = action === 'update' || risks.includes('resubmits');
  // The whole resource as it is, with the fields that a step which writes the content clears.
  const is = sendsContent && live ? withBeside(live) : live?.content;
  // The whole resource as it will be: the prediction of the last step, or the declared content if there is no step.
  const becomes = steps.length === 0 ? want.content : (states.at(-1)?.content ?? null);
  const before = measured((live ? is : version?.replaces?.content) ?? null, want);
  const after = action === 'forget' ? null : measured(becomes, want);
  const change: Change = {
    address: want.address,
    ...(movedFrom === undefined ? {} : { movedFrom }),
    kind: kind.name,
    source: sourceOf(want),
    action,
    reasons,
    risks,
    // A removal leaves no content to recognize, and the same state can come back: its name and the occasion show which one it was.
    live: {
      ...live?.status,
      ...(live && want.goal === 'removed' && { named: sha256(live.name) }),
      ...(live && action === 'lifecycle' && occasionOf(live)),
    },
    before,
    after,
    fields: action === 'forget' ? [] : diffContents(before, after),
    steps,
    dependsOn: [],
    samples: want.samples,
    // What was said about the live resource if its content is sent again. The state has no comments: it stands for the detail of a
    // resource only if the content is not sent.
    ...(steps.length > 0 && sendsContent && live?.comments?.length && { comments: live.comments }),
    ...(steps.length > 0 && commentOf(want)),
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
