/** The lines outside of fences, and whether every fence and block is closed. */
export function outside(markdown: string): { lines: string[]; closed: boolean } {
  const lines: string[] = [];
  let fence: string | undefined;
  let depth = 0;
  for (const line of markdown.split('\n')) {
    const [ticks] = /^`{3,}/u.exec(line) ?? [];
    if (fence === undefined && ticks !== undefined) fence = ticks;
    else if (fence !== undefined) fence = line === fence ? undefined : fence;
    else {
      lines.push(line);
      depth += (line.match(/<details(?: open)?>/gu) ?? []).length - (line.match(/<\/details>/gu) ?? []).length;
    }
  }
  return { lines, closed: fence === undefined && depth === 0 };
}
