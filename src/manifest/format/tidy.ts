import { CST, isCollection, isMap, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import { endsOpen, partsOf } from '../writer/layout.ts';
import { isTrailing, linesOf } from './comments.ts';

/**
 * Brings the comments and blank lines of a document into the form that the package writes as `fmt` wants them: one blank line
 * at most, none where something begins, and a comment of several lines above its entry.
 */
export function tidy(node: unknown): void {
  if (!isCollection(node)) return;
  const collection = node as YAMLMap | YAMLSeq;
  for (const item of collection.items as unknown[]) {
    const { value } = partsOf(item);
    const head = headOf(item);
    tidy(value);
    if (head) tidyEntry(head, value, isMap(collection), collection.flow === true);
  }
  const first = headOf(collection.items[0]);
  if (first) first.spaceBefore = false;
  const last = (collection.srcToken as CST.BlockMap | undefined)?.items.at(-1);
  if (collection.flow || !collection.comment || !last || !isTrailing(last)) return;
  collection.comment = collapsed(collection.comment).trimEnd();
  if (linesOf(last.start)[0] === '' && !endsOpen(collection.items.at(-1)))
    collection.comment = `\n${collection.comment}`;
}

/** Returns the node that has the comments above an item: its key, or the element. */
function headOf(item: unknown): Node | null | undefined {
  const { key, value } = partsOf(item);
  return key ?? value;
}

function tidyEntry(head: Node, value: unknown, isMember: boolean, inFlow: boolean): void {
  if (isScalar(value) || isCollection(value)) {
    const isBlock = isCollection(value) && !value.flow;
    // An element that is not written takes its comment above itself.
    const isLong = value.comment?.includes('\n') || (!isMember && isScalar(value) && value.srcToken === undefined);
    if (!isBlock && isLong) {
      head.commentBefore = joined(head.commentBefore, value.comment);
      value.comment = null;
    }
    if (isMember) {
      value.spaceBefore = false;
      if (isBlock && value.commentBefore) head.comment = value.commentBefore;
      else if (value.commentBefore) head.commentBefore = joined(head.commentBefore, value.commentBefore);
      value.commentBefore = null;
    } else if (isBlock) {
      // What begins beside its hyphen has no place for a comment but above the hyphen.
      const first = headOf(isMap(value) || isSeq(value) ? value.items[0] : undefined);
      if (first?.commentBefore)
        value.commentBefore = joined(value.commentBefore, first.commentBefore.replace(/\n+/g, '\n').trimEnd());
      if (first) first.commentBefore = null;
    }
  }
  if (inFlow) head.spaceBefore = false;
  if (head.commentBefore)
    head.commentBefore = inFlow
      ? head.commentBefore.replace(/\n+/g, '\n').replace(/\n$/, '')
      : collapsed(head.commentBefore);
}

function joined(...comments: (string | null | undefined)[]): string {
  return comments.filter((one) => one).join('\n');
}

function collapsed(comment: string): string {
  return comment.replace(/\n{3,}/g, '\n\n').replace(/\n+$/, '\n');
}

/** A part of a file that notiform reads and does not rewrite. */
interface Unusual {
  offset: number;
  what: string;
}

/**
 * Finds the first part of a text that manifests are not written in, though YAML allows it: a key behind `?`, of several lines or
 * with a tag, an entry without a key, an anchor. Returns undefined if `fmt` and `import --update` can rewrite
 * the text.
 */
export function unusualIn(tokens: readonly CST.Token[]): Unusual | undefined {
  let found: CST.Token | undefined;
  for (const token of tokens) {
    if (token.type === 'error') found ??= token;
    if (token.type !== 'document') continue;
    CST.visit(token, (item) => {
      found ??= unusualOf(item);
      return found && CST.visit.BREAK;
    });
  }
  return found && { offset: found.offset, what: WHAT[found.type] ?? 'this key' };
}

const WHAT: Partial<Record<CST.Token['type'], string>> = { 'explicit-key-ind': 'a key behind `?`', tag: 'a tag' };

function unusualOf({ start, key, sep, value }: CST.CollectionItem): CST.Token | undefined {
  const isElement = start.some(({ type }) => type === 'seq-item-ind');
  return (
    start.find(({ type }) => isRefused(type) || (type === 'tag' && !isElement)) ??
    sep?.find(({ type }) => isRefused(type)) ??
    (sep && !isUsualKey(key) ? (key ?? sep[0]) : undefined) ??
    (value?.type === 'alias' ? value : undefined)
  );
}

function isRefused(type: CST.Token['type']): boolean {
  return type === 'explicit-key-ind' || type === 'anchor';
}

function isUsualKey(key: CST.Token | null | undefined): boolean {
  return key !== null && key !== undefined && /scalar$/.test(key.type) && 'source' in key && !key.source.includes('\n');
}
