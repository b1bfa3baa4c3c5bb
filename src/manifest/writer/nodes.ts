import { type CST, isMap, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml';

/** Returns the key and the value of a member. An element has only a value. */
export function partsOf(item: unknown): { key?: Node; value: Node | null | undefined } {
  if (typeof item !== 'object' || item === null || !('key' in item)) return { value: item as Node | null | undefined };
  const { key, value } = item as Pair<Node, Node | null>;
  return { key, value };
}

/** Returns the innermost value at the end of an item. */
export function lastOf(item: unknown): Node | null | undefined {
  const { value } = partsOf(item);
  return (isMap(value) || isSeq(value)) && !value.flow ? lastOf(value.items.at(-1)) : value;
}

export function isBlockText(node: unknown): node is Scalar {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
}

/** True if blank lines after a block are part of its text (`|+`). */
export function keepsBlanks({ props }: CST.BlockScalar): boolean {
  return props.some((one) => 'source' in one && one.type === 'block-scalar-header' && one.source.includes('+'));
}

/** True if a blank line after an item would be part of its text. */
export function endsOpen(item: unknown): boolean {
  const last = lastOf(item);
  return isBlockText(last) && keepsBlanks(last.srcToken as CST.BlockScalar);
}
