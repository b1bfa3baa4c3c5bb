import { compared } from '../../core/content.ts';
import { digest, type JsonObject } from '../../core/json.ts';
import type { Bound, Kind, Row } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import { version } from '../../core/version.ts';
import type { RememberedDetail, RememberedRow } from '../../state/document.ts';
import { occasionOf } from '../subject/occasion.ts';
import type { Subject } from './ownership.ts';

/**
 * A row whose timestamp is not this much older than the answer that showed it may hide a later change of the same second:
 * what is remembered of it is not believed (assumption 216).
 */
const SETTLED_MS = 2000;

/** A live resource, and what is to be remembered of it. */
export interface SeenLive {
  seen: 'live';
  live: Live;
  row: RememberedRow | null;
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
 * What is remembered of a resource that was read: its row, and what its detail said where both told of one moment. A list
 * and a detail that disagree are not of one moment, whatever their dates say (assumption 270).
 * @param listedAt when its row was seen, by the service's clock; undefined where nobody knows
 */
export function remembered<S>(
  { managed }: Kind<S>,
  { name, title, state, modifiedAt, live: isWhole }: Row,
  live: Live,
  uploads: Noted['uploads'],
  listedAt: number | undefined,
): RememberedRow {
  const row = { name, title, state, modifiedAt };
  const isOneMoment = live.modifiedAt === modifiedAt && live.status.state === state;
  const mayMove = !isOneMoment || !isSettled(modifiedAt, listedAt);
  if (isWhole || managed || mayMove) return row;
  const said = { by: version, status: live.status, content: contentDigest(live.content) };
  const detail: RememberedDetail = live.comments?.length ? { ...said, ...occasionOf(live) } : said;
  return { ...row, detail: Object.keys(uploads).length === 0 ? detail : { ...detail, uploads } };
}

/** Whether a change after the row was seen would have another timestamp than the row has (assumptions 215, 216). */
function isSettled(modifiedAt: string, listedAt: number | undefined): boolean {
  const [day, time] = modifiedAt.split(' ');
  const at = Date.parse(`${day}T${time}+09:00`);
  return listedAt !== undefined && at + SETTLED_MS <= listedAt;
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

function isSame(one: RememberedRow, { name, title, state, modifiedAt }: Row): boolean {
  return one.name === name && one.title === title && one.state === state && one.modifiedAt === modifiedAt;
}

/** The subjects of a kind and profile whose detail need not be read while they are as remembered, by the name they are bound to. */
export function rememberedSubjects<S>(subjects: readonly Subject<S>[]): Map<string, Subject<S>> {
  const known = new Map<string, Subject<S>>();
  for (const subject of subjects) {
    const { entry, boundName, declared, movedFrom, givenUp, problem } = subject;
    const row = entry?.row;
    const isFree = declared && movedFrom === undefined && !givenUp && !problem;
    if (row?.detail && row.name === boundName && isFree) known.set(row.name, subject);
  }
  return known;
}
