import { sameContent } from '../../core/content.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Moved } from '../../core/plan.ts';
import type { Live } from '../../core/resource.ts';
import { appliedDigest } from '../memory/claim.ts';
import { contentDigest } from '../memory/recall.ts';
import type { Seen } from '../observe/sightings.ts';
import { isRejected } from '../route/route.ts';
import type { Subject } from '../subject/subject.ts';

/**
 * Who moved since the last apply that was through with a subject which is not as wanted: somebody else the live resource, or we
 * its manifest. Told by digests, so that the state stays small: where both moved, nobody can say which field is whose. Pure.
 */
export function movedSince<S>(subject: Subject<S>, { live, recorded, problem, adopts }: Seen): Moved[] {
  const { declared, entry, version, want } = subject;
  // What is taken over is not what was applied; and which version is wanted how, notiform itself decides.
  const isCompared = declared && !problem && !adopts && (version === undefined || version.role === 'current');
  if (!isCompared || !entry || entry.applied === null) return [];
  const edited: Moved[] = appliedDigest(want) === entry.applied ? [] : ['edited'];
  // An upload is made anew where somebody asks for it.
  if (!live) return subject.kind.upload ? edited : ['vanished', ...edited];
  return hasDrifted(subject, live, recorded ?? live.content, edited.length > 0) ? ['drifted', ...edited] : edited;
}

/** Of a state nothing is remembered but that it was as wanted: where nobody wants another, somebody else made it so. */
function hasDrifted<S>(subject: Subject<S>, live: Live, recorded: JsonObject, isEdited: boolean): boolean {
  const { kind, entry, want } = subject;
  if (sameContent(live.content, want.content)) return !isEdited && !isRejected(subject, live);
  // The manifest chooses which parts of the content are read. An edit may add parts that the digest does not cover.
  if (kind.managed && isEdited) return false;
  return entry?.left !== undefined && entry.left !== contentDigest(recorded);
}
