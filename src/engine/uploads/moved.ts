import type { FileNode } from '../../core/content.ts';
import { groupBy, groupByAll, groupOf, keyIn } from '../../core/grouping.ts';
import { indexViews, liveIn, type Observed, readResultOf } from '../observe/seen.ts';
import { fileIn } from '../subject/bound.ts';
import type { Subject } from '../subject/subject.ts';
import { isLeftUpload, keyOfUpload, shownIn, usersOf } from './uploads.ts';

/**
 * Moves an upload that is no longer declared to a new address with the same bytes and the same use, without uploading again. A
 * file inside a template became an `Image` of its own, or the way back. An upload that is shown by a resource which does not use
 * the new address stays, since the service may delete an image that a template replaces. Pure.
 * @param forced uploads that `--reupload` repeats
 */
export function withMovedUploads<S>(observed: Observed<S>, forced: ReadonlySet<Subject<S>>): Observed<S> {
  const { subjects, index } = observed;
  const open = subjects.filter((one) => one.declared && !one.entry && one.kind.upload && !forced.has(one));
  const left = groupBy(subjects.filter(isLeftUpload), (one) =>
    keyOfBytes(one, one.entry && fileIn(one.entry.binding)?.file),
  );
  if (open.length === 0 || left.size === 0) return observed;
  const shows = groupShown(observed);
  const users = usersOf(subjects);
  const moved = new Map<Subject<S>, Subject<S>[]>();
  for (const upload of open) {
    const used = upload.kind.upload?.of(upload.want.content);
    const own = users(upload);
    const isFree = (one: Subject<S>): boolean =>
      !moved.has(one) &&
      one.entry?.binding['use'] === used?.use &&
      groupOf(shows, keyOfUpload(one)).every((by) => own.includes(by));
    const former = groupOf(left, keyOfBytes(upload, used?.file)).find(isFree);
    if (!former) continue;
    const { entry, boundName, want } = former;
    moved.set(upload, [{ ...upload, entry, boundName, movedFrom: want.address }]).set(former, []);
  }
  if (moved.size === 0) return observed;
  const all = subjects.flatMap((one) => moved.get(one) ?? one);
  return { ...observed, subjects: all, index: indexViews(all, [...index.views.values()]) };
}

function groupShown<S>({ subjects, index }: Observed<S>): Map<string, Subject<S>[]> {
  const showing = subjects.filter(({ kind }) => kind.images !== undefined);
  return groupByAll(showing, (one) => shownIn(one, liveIn(readResultOf(one, index))?.content ?? null));
}

function keyOfBytes<S>(upload: Subject<S>, file: FileNode | undefined): string {
  return keyIn(upload, String(file?.sha256));
}
