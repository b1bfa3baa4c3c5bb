/** Whether a link is of the kind that cannot be registered any more, in any spelling (resource API 2.2; assumption 45). */
export function isTell(link: string | null): boolean {
  return link !== null && /^\s*tell:\/\//i.test(link);
}
