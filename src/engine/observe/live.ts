import { groupBy, groupOf, keyIn } from '../../core/grouping.ts';
import type { Kind } from '../../core/kind.ts';
import type { Live, Resource } from '../../core/resource.ts';
import { isUnseen, type StateEntry } from '../../state/document.ts';
import { appliedDigest } from '../stored-state/entry-edits.ts';
import { asManaged, isOnOurWay, type Subject } from '../subject/subject.ts';
import { ambiguousProblem, titleIn, unreadableRows } from './listing.ts';
import type { ReadResult, View } from './observe.ts';

export function liveIn(result: ReadResult | undefined): Live | undefined {
  return result?.is === 'live' ? result.live : undefined;
}

/**
 * Returns the answer about a listed subject: under its bound name, else under its title if the service gives the names, else
 * under the declared name if no other address is bound to it.
 */
export function readResultOf<S>(subject: Subject<S>, index: ViewIndex<S>): ReadResult | undefined {
  const view = index.views.get(keyIn(subject));
  const { boundName, want } = subject;
  const bound = boundName === undefined ? undefined : view?.readResults.get(boundName);
  if (bound && bound.is !== 'absent') return bound;
  const titled = view && titledOf(subject, index, view);
  if (titled) return titled.length === 1 ? titled[0] : ambiguous(subject, titled);
  const hidden = view && hiddenBy(subject, index, view);
  if (hidden) return { is: 'unread', problem: hidden.problem };
  if (want.name === undefined || holderOf(want.name, subject, index.holders)) return bound;
  return view?.readResults.get(want.name);
}

/** Returns the unbound resources with the title of a declared subject that match it or could not be read. */
function titledOf<S>(subject: Subject<S>, index: ViewIndex<S>, view: View<S>): ReadResult[] | undefined {
  const { kind, want, declared } = subject;
  const { recognition } = kind;
  if (!recognition || !declared) return undefined;
  const title = recognition.titleOf(want.content);
  const found = (index.titled.get(keyIn(subject, title)) ?? [])
    .filter((name) => !holderOf(name, subject, index.holders))
    .map((name) => view.readResults.get(name))
    .filter(
      (one): one is ReadResult => one !== undefined && (one.is !== 'live' || recognition.matches(one.live, want)),
    );
  const there = found.filter(({ is }) => is !== 'absent');
  return there.length === 0 ? undefined : there;
}

/** Returns the row that could not be read and may be a declared subject whose name the service gives. */
function hiddenBy<S>(subject: Subject<S>, { holders }: ViewIndex<S>, { listing }: View<S>) {
  const { kind, want, declared, boundName } = subject;
  if (!kind.recognition || !declared || boundName !== undefined) return undefined;
  return unreadableRows(listing, undefined, titleIn(kind, want)).find(
    ({ name = '' }) => !holderOf(name, subject, holders),
  );
}

function ambiguous<S>({ want, profile }: Subject<S>, titled: readonly ReadResult[]): ReadResult {
  const unread = titled.find((result) => result.is === 'unread');
  const lives = titled.flatMap((result) => liveIn(result) ?? []);
  return unread ?? { is: 'ambiguous', problem: ambiguousProblem({ want, profile }, lives) };
}

/** The addresses that are bound to a name and keep it, by kind, profile and name. */
type Holders<S> = ReadonlyMap<string, readonly Subject<S>[]>;

function holderOf<S>(name: string, subject: Subject<S>, holders: Holders<S>): Subject<S> | undefined {
  return holders.get(keyIn(subject, name))?.find((other) => other !== subject);
}

export interface ViewIndex<S> {
  holders: Holders<S>;
  /** By kind and profile. */
  views: ReadonlyMap<string, View<S>>;
  /** The names that were looked at, by kind, profile and title. */
  titled: ReadonlyMap<string, readonly string[]>;
}

export function indexViews<S>(subjects: readonly Subject<S>[], views: readonly View<S>[]): ViewIndex<S> {
  const titled = new Map<string, string[]>();
  for (const view of views.filter(({ kind }) => kind.recognition)) {
    for (const name of view.readResults.keys()) {
      const title = view.listing.rows.get(name)?.title;
      if (title !== undefined) groupOf(titled, keyIn(view, title)).push(name);
    }
  }
  const holders = groupBy(subjects, (one) =>
    one.boundName === undefined || one.takenOverBy ? undefined : keyIn(one, one.boundName),
  );
  return { holders, views: new Map(views.map((view) => [keyIn(view), view])), titled };
}

/** Adds the live resource of a subject, or why it is not known. */
export function withLive<S>(subject: Subject<S>, index: ViewIndex<S>): Subject<S> {
  const { kind, entry, boundName, want } = subject;
  if (kind.discovery.by === 'state') {
    const used = kind.upload?.of(want.content);
    return { ...subject, live: boundName === undefined ? undefined : used && kind.upload?.at?.(used, boundName) };
  }
  const result = readResultOf(subject, index);
  if (result?.is === 'unread' || result?.is === 'ambiguous') {
    const readProblem = { ...result.problem, address: want.address };
    return { ...subject, readProblem, unread: result.is === 'unread' };
  }
  if (result?.is !== 'live') return subject;
  const { row, handles } = result;
  const live = asManaged(subject, result.live, entry?.binding);
  const isFirst =
    entry !== undefined &&
    (isUnseen(entry) ? !isAsImported(kind, entry, want, live) : isOnlyClaimed(entry) && !isOnOurWay(subject, live));
  const isNew = live.name !== boundName || (isFirst && kind.meets(live, want).meets === 'no');
  return { ...subject, live, row, handles, adopts: isNew ? kind.bindingOf(live) : undefined };
}

/**
 * True if an apply that was killed had claimed the name, and nothing records that it created anything. What is there and is no state
 * of its route, somebody else may have created.
 */
function isOnlyClaimed({ applied, left, unfinished }: StateEntry): boolean {
  return applied === null && left === undefined && unfinished === true;
}

/**
 * True if nobody has changed the content since an import wrote its manifest, whose goal may be another one by now. A manifest with
 * another name or in another file is perhaps none of that import, which may not be merged. One of an import before it is not.
 */
function isAsImported<S>(
  { goals = [], recognition }: Kind<S>,
  { imported, importedBefore, importedAs }: StateEntry,
  { goal, content: wanted, name: wantedName, source }: Resource,
  { content, name }: Live,
): boolean {
  const isNamed = recognition ? recognition.titleOf(wanted) === recognition.titleOf(content) : wantedName === name;
  const isThere = importedAs === undefined || importedAs === source.file;
  const isOlder = importedBefore?.includes(appliedDigest({ goal, content: wanted })) === true;
  return (
    isNamed && isThere && !isOlder && [goal, ...goals].some((one) => imported === appliedDigest({ goal: one, content }))
  );
}
