import { compared } from '../../core/content.ts';
import { digest, type JsonObject } from '../../core/json.ts';
import type { Bound, Kind, Row } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import { version } from '../../core/version.ts';
import type { StoredDetail, StoredRow } from '../../state/document.ts';
import { occasionOf } from '../subject/live.ts';
import type { Subject } from '../subject/subject.ts';

/**
 * A row whose timestamp is not this much older than the answer that showed it may hide a later change of the same second: both
 * times are cut to the second. The lag of the timestamps comes on top.
 */
const SAFE_AGE_MS = 2000;

/** The same while nobody knows the lag (assumption 216). */
const UNMEASURED_MS = 5 * 60_000;

/** When a row was seen, by the service's clock, and by how much the dates of rows lag behind that; each undefined if nobody knows. */
export interface ListedAt {
  date: number | undefined;
  lagMs?: number | undefined;
}

/** A live resource, and what is to be remembered of it. */
export interface SeenLive {
  seen: 'live';
  live: Live;
  row: StoredRow | null;
}

/** What a detail was read with: the uploads that it asked about. */
export interface Noted {
  bound: Bound;
  uploads: Record<string, string | null>;
}

/** The digest of a content as it is compared. */
export function contentDigest(content: JsonObject): string {
  return digest(compared(content));
}

/** The same knowledge, which writes down what a codec wants to know of uploads: what it makes of a detail hangs on that. */
export function noting(bound: Bound): Noted {
  const uploads: Noted['uploads'] = {};
  const fileOf: Bound['fileOf'] = (handle) => {
    const file = bound.fileOf(handle);
    uploads[handle] = file?.sha256 ?? null;
    return file;
  };
  return { bound: { ...bound, fileOf }, uploads };
}

/**
 * What is remembered of a resource that was read: its row, and what its detail seen where both told of one moment. A list
 * and a detail that disagree are not of one moment, whatever their dates say (assumption 270).
 */
export function storedRow<S>(
  { managed }: Kind<S>,
  { name, title, state, modifiedAt, live: isWhole }: Row,
  live: Live,
  uploads: Noted['uploads'],
  listing: ListedAt,
): StoredRow {
  const row = { name, title, state, modifiedAt };
  const isOneMoment = live.modifiedAt === modifiedAt && live.status.state === state;
  const mayMove = !isOneMoment || !isOldEnough(modifiedAt, listing);
  if (isWhole || managed || mayMove) return row;
  const seen = { by: version, status: live.status, content: contentDigest(live.content) };
  const detail: StoredDetail = live.comments?.length ? { ...seen, ...occasionOf(live) } : seen;
  return { ...row, detail: Object.keys(uploads).length === 0 ? detail : { ...detail, uploads } };
}

/** Whether a change after the row was seen would have another timestamp than the row has (assumptions 215, 216). */
function isOldEnough(modifiedAt: string, { date, lagMs }: ListedAt): boolean {
  const wait = lagMs === undefined ? UNMEASURED_MS : lagMs + SAFE_AGE_MS;
  return date !== undefined && timeOf(modifiedAt) + wait <= date;
}

/**
 * By how much the date that a change of ours left lags behind the service's clock, at the most. Undefined if the change moved no
 * date, or nobody knows the time.
 */
export function lagOf(before: Live | undefined, after: Live | undefined, now: number | undefined): number | undefined {
  const { modifiedAt } = after ?? {};
  if (modifiedAt === undefined || modifiedAt === before?.modifiedAt || now === undefined) return undefined;
  const lag = now - timeOf(modifiedAt);
  return Number.isNaN(lag) ? undefined : lag;
}

/** Milliseconds since the epoch; NaN of what is no date of the service (assumption 215). */
function timeOf(modifiedAt: string): number {
  const [day, time] = modifiedAt.split(' ');
  return Date.parse(`${day}T${time}+09:00`);
}

/**
 * A resource that is as it was when it was remembered, and as wanted or an older version: what its detail would say again.
 * Undefined where the detail has to be read: the row moved, it was remembered too young or by another version of notiform,
 * the state knows other uploads, or what is remembered is not what is wanted.
 * @param evenWaiting also where it waits for somebody else's word
 */
export function recall<S>(subject: Subject<S>, row: Row, bound: Bound, evenWaiting: boolean): SeenLive | undefined {
  const { kind, want } = subject;
  const known = subject.entry?.row;
  const detail = known?.detail;
  if (!detail || !isSame(known, row) || detail.by !== version) return undefined;
  const uploads = Object.entries(detail.uploads ?? {});
  if (!uploads.every(([handle, sha256]) => (bound.fileOf(handle)?.sha256 ?? null) === sha256)) return undefined;
  const seen = (content: JsonObject): SeenLive => {
    const { status, occasion } = detail;
    const live = { name: row.name, content, status, modifiedAt: row.modifiedAt, ...(occasion && { occasion }) };
    return { seen: 'live', live, row: known };
  };
  if (contentDigest(want.content) === detail.content) {
    const { meets } = kind.meets(seen(want.content).live, want);
    return meets === 'yes' || (meets === 'waiting' && evenWaiting) ? seen(want.content) : undefined;
  }
  const { kept } = detail;
  return kept && contentDigest(kept) === detail.content ? seen(kept) : undefined;
}

function isSame(one: StoredRow, { name, title, state, modifiedAt }: Row): boolean {
  return one.name === name && one.title === title && one.state === state && one.modifiedAt === modifiedAt;
}

/** The subjects of a kind and profile whose detail need not be read while they are as remembered, by the name they are bound to. */
export function recallable<S>(subjects: readonly Subject<S>[]): Map<string, Subject<S>> {
  const known = new Map<string, Subject<S>>();
  for (const subject of subjects) {
    const { entry, boundName, declared, movedFrom, problem } = subject;
    const row = entry?.row;
    const isFree = declared && movedFrom === undefined && !problem;
    if (row?.detail && row.name === boundName && isFree) known.set(row.name, subject);
  }
  return known;
}
