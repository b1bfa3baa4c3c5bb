import type { CST } from 'yaml';

/**
 * Whether a document holds only what manifests are written in. YAML allows more, and nobody writes it: keys behind a
 * `?`, keys of several lines, keys with a tag, entries without a key.
 */
export function isUsual(token: CST.Token): boolean {
  switch (token.type) {
    case 'document':
      return arePlain(token.start) && (!token.value || isUsual(token.value));
    case 'block-map':
    case 'flow-collection':
      return token.items.every(isUsualMember);
    case 'block-seq':
      return token.items.every(({ start, value }) => arePlain(start, 'tag') && (!value || isUsual(value)));
    case 'alias':
    case 'error':
      return false;
    default:
      return true;
  }
}

function isUsualMember({ start, key, sep, value }: CST.CollectionItem): boolean {
  if (!arePlain(start) || !arePlain(sep ?? [], 'tag')) return false;
  return (sep ? isUsualKey(key) : !key) && (!value || isUsual(value));
}

function isUsualKey(key: CST.Token | null | undefined): boolean {
  return key !== null && key !== undefined && /scalar$/.test(key.type) && 'source' in key && !key.source.includes('\n');
}

/** Whether these are blanks, comments and signs alone. */
function arePlain(tokens: readonly CST.SourceToken[], allowed?: 'tag'): boolean {
  return tokens.every(
    ({ type }) => type !== 'explicit-key-ind' && type !== 'anchor' && (type !== 'tag' || allowed === 'tag'),
  );
}
