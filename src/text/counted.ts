/** `1 template`, `2 templates` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `2 waiting`: the counts that are not zero. */
export function numbered(counts: Iterable<readonly [string, number]>): string[] {
  return [...counts].flatMap(([word, count]) => (count === 0 ? [] : [`${count} ${word}`]));
}
