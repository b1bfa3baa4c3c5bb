import type { StateChange } from './document.ts';
import { openWriter, replayPieces, type StateWriter, type Stored, WHOLE } from './journal.ts';
import { type DocumentPlace, parseBase } from './stored-document.ts';
import type { RefView } from './swapping.ts';

/**
 * The files of a document in a ref: the base `<profile>.json`, and the pieces of its journal. A push sends only the files that
 * changed, so a write costs the last piece. Earlier versions, which read only the base, accept the names of the pieces.
 */
const PIECE = /^-journal-([0-9]+)-(.+)\.json$/;

export function baseOf(profile: string): string {
  return `${profile}.json`;
}

function pieceOf(profile: string, index: number): string {
  return `-journal-${index}-${profile}.json`;
}

/** Returns the names of the pieces of a journal among the files of a ref, in order. */
export function piecesIn(names: Iterable<string>, profile: string): string[] {
  const found = [...names].flatMap((name) => {
    const [, index, of] = PIECE.exec(name) ?? [];
    return of === profile ? [{ name, index: Number(index) }] : [];
  });
  return found.sort((a, b) => a.index - b.index).map(({ name }) => name);
}

/** Makes the document of some files. Returns undefined if there is no base. */
export function storedIn(
  texts: ReadonlyMap<string, string>,
  pieces: readonly string[],
  place: DocumentPlace,
): Stored | undefined {
  const base = texts.get(baseOf(place.profile));
  const journal = pieces.map((piece) => texts.get(piece));
  return base === undefined ? undefined : replayPieces(parseBase(base, place), journal, place);
}

export interface OpenDocument {
  writer: StateWriter;
  stored: Stored | undefined;
  place: DocumentPlace;
  base: string | undefined;
  pieces: readonly string[];
  /** The text of the last piece. */
  last: string | undefined;
  /** The size from which a piece is complete. */
  most: number;
}

export async function openDocument(
  view: RefView,
  place: DocumentPlace,
  token: string,
  whole = WHOLE,
): Promise<OpenDocument> {
  const [base, pieces] = [baseOf(place.profile), piecesIn(view.names(), place.profile)];
  const texts = await view.texts([base, ...pieces]);
  const there = pieces.filter((piece) => texts.has(piece));
  const stored = storedIn(texts, there, place);
  return {
    writer: openWriter(stored, place, token, whole),
    stored,
    place,
    base: texts.get(base),
    pieces: there,
    last: texts.get(there.at(-1) ?? ''),
    most: whole / 2,
  };
}

/** True if the ref still has the document as it was opened. */
export async function isUnchanged(view: RefView, { place, base, pieces, last }: OpenDocument): Promise<boolean> {
  const piece = pieces.at(-1);
  return (await view.text(baseOf(place.profile))) === base && (!piece || (await view.text(piece)) === last);
}

/** Makes the next write of a document: the changed files, and the document after it. */
export function nextFiles(
  open: OpenDocument,
  change: StateChange,
): { changes: Map<string, string | null>; after: OpenDocument } {
  const { profile } = open.place;
  const writing = open.writer.next(change);
  if ('line' in writing) {
    const isFull = (open.last?.length ?? 0) >= open.most;
    const pieces = isFull ? [...open.pieces, pieceOf(profile, open.pieces.length)] : open.pieces;
    const last = isFull ? writing.line : `${open.last ?? ''}${writing.line}`;
    return { changes: new Map([[pieces.at(-1) ?? '', last]]), after: { ...open, pieces, last } };
  }
  const pieces = writing.journal === undefined ? [] : [pieceOf(profile, 0)];
  const changes = new Map<string, string | null>(open.pieces.map((piece) => [piece, null]));
  for (const piece of pieces) changes.set(piece, '');
  changes.set(baseOf(profile), writing.base);
  return { changes, after: { ...open, base: writing.base, pieces, last: pieces.length > 0 ? '' : undefined } };
}
