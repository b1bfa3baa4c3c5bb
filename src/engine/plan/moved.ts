import { contentDigest, sameContent } from '../../core/content.ts';
import type { Action, ManifestDifference, Moved } from '../../core/plan.ts';
import type { Live, ResourceState } from '../../core/resource.ts';
import { baseOf, isKnownManifest } from '../../state/document.ts';
import { isLastManifest } from '../route/policy.ts';
import { isRejected } from '../route/route.ts';
import { appliedDigest } from '../stored-state/entry-edits.ts';
import { isOnOurWay, type Subject } from '../subject/subject.ts';

/** Returns the action of a route, by the states at its ends. */
export function actionOf<S>({ version }: Subject<S>, at: ResourceState, end: ResourceState): Action {
  if (!at) return version && version.number > 1 ? 'version' : 'create';
  if (!end) return 'delete';
  return at.name === end.name && sameContent(at.content, end.content) ? 'lifecycle' : 'update';
}

/**
 * Returns how a live resource differs from its manifest.
 * @param end the state at the end of the route
 */
export function differenceOf<S>(subject: Subject<S>, live: Live, end: ResourceState): ManifestDifference {
  const { version, want } = subject;
  if (version?.role === 'abandoned') return 'abandoned';
  if (version?.role === 'retired' && version.of.goal !== want.goal) return 'superseded';
  return actionOf(subject, live, end) === 'update' ? 'content-differs' : 'state-differs';
}

/**
 * Returns what changed since the last finished apply, else since the import, of an address that is not up to date: the live
 * resource, or the manifest.
 * The state has only digests of both, so if both changed the fields cannot be attributed. Pure.
 */
export function movedSince<S>(subject: Subject<S>): Moved[] {
  const { declared, entry, version, want, live, readProblem, adopts } = subject;
  // An adopted resource was never applied, and notiform itself decides about older versions.
  const isCompared = declared && !readProblem && !adopts && (version === undefined || version.role === 'current');
  if (version?.drift) return version.drift === 'alone' ? ['drifted'] : ['drifted', 'edited'];
  if (!isCompared || !entry || baseOf(entry) === undefined) return [];
  const isLast = live ? isLastManifest(entry, want, live.content) : isKnownManifest(entry, appliedDigest(want));
  const edited: Moved[] = isLast ? [] : ['edited'];
  if (!live) return ['vanished', ...edited];
  if (isOnOurWay(subject, live)) return edited;
  if (hasDrifted(subject, live, edited.length > 0)) return ['drifted', ...edited];
  // An apply stored the row of a resource that differs: it adopted it.
  return edited.length === 0 && entry?.row?.state === live.status.state ? ['adopted'] : edited;
}

/**
 * True if the live resource was changed outside notiform. An entry records only that the state was the declared one. So if the state
 * differs and the manifest is unchanged, the change was external.
 */
function hasDrifted<S>(subject: Subject<S>, live: Live, isEdited: boolean): boolean {
  const { kind, entry, want } = subject;
  if (sameContent(live.content, want.content))
    return !isEdited && entry?.row?.state !== live.status.state && !isRejected(subject, live);
  // The manifest chooses which parts of the content are read. An edit may add parts that the digest does not cover.
  if (kind.managed && isEdited) return false;
  // An import wrote a manifest of the live content.
  if (entry?.left === undefined) return entry?.applied === null && !isEdited;
  return entry.left !== contentDigest(live.content);
}
