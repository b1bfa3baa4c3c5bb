import { CST } from 'yaml';

/** A part of a file that notiform reads and does not rewrite. */
export interface Unusual {
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
