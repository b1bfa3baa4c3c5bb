import { contentDigest } from '../../core/content.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Bound, Kind, Row } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import { version } from '../../core/version.ts';
import type { StoredDetail, StoredRow } from '../../state/document.ts';
import { occasionOf, type Subject } from '../subject/subject.ts';

/**
 * A row that was modified less than this before the answer may hide a later change, because its date is cut to the second. The
 * most that the dates lag is added.
 */
const SAFE_AGE_MS = 1000;

/** The same if the lag is not known (assumption 216). */
const UNMEASURED_MS = 5 * 60_000;

/** When a list was read. */
export interface ListedAt {
  /** When its first page was answered, by the service's clock; undefined unless every page has a date. */
  date: number | undefined;
  /** The most that the dates of rows lag behind that clock (`StateDocument.lagMs`); undefined if not measured. */
  lagMs?: number | undefined;
}

/** A live resource, and the row to store. */
export interface ReadLive {
  is: 'live';
  live: Live;
  row: StoredRow | null;
  /** The handles of the uploads that it shows, known or not. */
  handles: readonly string[];
}

/** Returns a lookup that records which uploads a codec asks for, with their digests: the decoded detail depends on them. */
export function recordUploads(bound: Bound): { bound: Bound; uploads: Record<string, string | null> } {
  const uploads: Record<string, string | null> = {};
  const fileOf: Bound['fileOf'] = (handle) => {
    uploads[handle] = fileDigest(bound, handle);
    return bound.fileOf(handle);
  };
  return { bound: { ...bound, fileOf }, uploads };
}

/** Returns the digest of the file of an upload. Null if the file is unknown. */
export function fileDigest(bound: Bound, handle: string): string | null {
  return bound.fileOf(handle)?.sha256 ?? null;
}

/**
 * Returns the row to store of a resource that was read. It has the digest of the detail if row and detail show the same moment; a
 * list and a detail that disagree do not, whatever their dates are (assumption 270).
 */
export function storedRow<S>(
  { managed }: Kind<S>,
  { name, title, state, modifiedAt, live: isWhole }: Row,
  live: Live,
  uploads: Record<string, string | null>,
  listed: ListedAt,
): StoredRow {
  const isOneMoment = live.modifiedAt === modifiedAt && live.status.state === state;
  const mayMove = !isOneMoment || !isOldEnough(modifiedAt, listed);
  if (isWhole || managed || mayMove) return { name, title, state, modifiedAt };
  const { content, status, comments = [] } = live;
  const detail: StoredDetail = {
    by: version,
    status,
    content: contentDigest(content),
    ...(comments.length > 0 && occasionOf(live)),
    ...(Object.keys(uploads).length > 0 && { uploads }),
  };
  return { name, title, state, modifiedAt, detail };
}

/** True if a change after the row was listed would get a later date than the row has (assumptions 215, 216). */
function isOldEnough(modifiedAt: string, { date, lagMs }: ListedAt): boolean {
  return date !== undefined && timeOf(modifiedAt) + safeAgeMs(lagMs) <= date;
}

/** Returns the age from which a row proves that nothing changed since it was read. */
export function safeAgeMs(lagMs: number | undefined): number {
  return lagMs === undefined ? UNMEASURED_MS : lagMs + SAFE_AGE_MS;
}

/**
 * Returns how much the date of a change of ours lags behind the service's clock. Undefined if the change moved no date, or the
 * time is unknown.
 */
export function lagOf(before: Live | undefined, after: Live | undefined, now: number | undefined): number | undefined {
  const { modifiedAt } = after ?? {};
  if (modifiedAt === undefined || modifiedAt === before?.modifiedAt || now === undefined) return undefined;
  const lag = now - timeOf(modifiedAt);
  return Number.isNaN(lag) ? undefined : lag;
}

/** Returns milliseconds since the epoch; NaN if it is not the service's date format (assumption 215). */
function timeOf(modifiedAt: string): number {
  const [day, time] = modifiedAt.split(' ');
  return Date.parse(`${day}T${time}+09:00`);
}

/**
 * Returns what a detail would show, without requesting it, if the stored row is unchanged and its content is the declared one or
 * an older version's. Undefined if the detail has to be read: no manifest declares it under its own address, the row changed, its
 * date was too young, another version of notiform stored it, the known uploads differ, or another content is declared.
 * @param evenWaiting true to do so for resources that wait for an external decision too
 */
export function storedDetail<S>(
  subject: Subject<S>,
  row: Row,
  bound: Bound,
  evenWaiting: boolean,
): ReadLive | undefined {
  const { kind, want, entry, declared, movedFrom, problem } = subject;
  const known = entry?.row;
  const detail = known?.detail;
  if (!declared || movedFrom !== undefined || problem) return undefined;
  if (!detail || !isSame(known, row) || detail.by !== version) return undefined;
  const uploads = Object.entries(detail.uploads ?? {});
  const handles = uploads.map(([handle]) => handle);
  if (!uploads.every(([handle, sha256]) => fileDigest(bound, handle) === sha256)) return undefined;
  const asRead = (content: JsonObject): ReadLive => {
    const { status, occasion } = detail;
    const live = { name: known.name, content, status, modifiedAt: known.modifiedAt, ...(occasion && { occasion }) };
    return { is: 'live', live, row: known, handles };
  };
  if (contentDigest(want.content) === detail.content) {
    const { meets } = kind.meets(asRead(want.content).live, want);
    return meets === 'yes' || (meets === 'waiting' && evenWaiting) ? asRead(want.content) : undefined;
  }
  const { kept } = detail;
  return kept && contentDigest(kept) === detail.content ? asRead(kept) : undefined;
}

function isSame(one: StoredRow, { name, title, state, modifiedAt }: Row): boolean {
  return one.name === name && one.title === title && one.state === state && one.modifiedAt === modifiedAt;
}
