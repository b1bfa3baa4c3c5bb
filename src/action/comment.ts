import * as z from 'zod';
import { type GitHub, GitHubFailure, ignored } from './github.ts';

const commentShape = z.looseObject({
  id: z.number(),
  body: z.nullish(z.string()),
  html_url: z.string(),
  user: z.nullish(z.looseObject({ login: z.string() })),
});

export type FoundComment = z.infer<typeof commentShape>;

/** A comment that is written once and then updated in place. */
export interface StickyComment {
  /** The subject of the comment: `plan`, `apply` … */
  about: string;
  /** The name that the user chose for it. */
  id: string;
  number: number;
  /** The id of the run that writes it. An older run does not overwrite the comment of a newer one. */
  run: number;
}

/** The first line of a comment. It is invisible, and no text of a user can stand before it. */
export function markerOf({ about, id }: Pick<StickyComment, 'about' | 'id'>): string {
  // Encoded, so that no name ends the marker.
  return `<!-- notiform:${about}:${encodeURIComponent(id)} run=`;
}

/**
 * Finds the comment by its marker and its author, over all pages: a person can quote a marker, and cannot write in our name. Of
 * several the oldest is kept: two jobs of a matrix may have created one at the same time.
 */
export async function findComment(github: GitHub, comment: StickyComment): Promise<FoundComment | undefined> {
  const login = await github.login();
  const all = await github.list(`/issues/${comment.number}/comments`, commentShape);
  const marker = markerOf(comment);
  const [oldest, ...others] = all.filter(({ body, user }) => user?.login === login && body?.startsWith(marker));
  for (const { id } of others) await removed(github, id);
  return oldest;
}

async function removed(github: GitHub, id: number): Promise<void> {
  try {
    await github.send('DELETE', `/issues/comments/${id}`, undefined, ignored);
  } catch (error) {
    // Another job was faster.
    if (!(error instanceof GitHubFailure && error.status === 404)) throw error;
  }
}

/**
 * Writes or updates a comment and returns its address.
 * @param found the comment as it is; undefined if there is none
 */
export async function writeComment(
  github: GitHub,
  comment: StickyComment,
  found: FoundComment | undefined,
  text: string,
): Promise<string> {
  const body = `${markerOf(comment)}${comment.run} -->\n${text}`;
  if (!found) return (await github.send('POST', `/issues/${comment.number}/comments`, { body }, commentShape)).html_url;
  if (runOf(found) > comment.run || found.body === body) return found.html_url;
  try {
    return (await github.send('PATCH', `/issues/comments/${found.id}`, { body }, commentShape)).html_url;
  } catch (error) {
    // Somebody deleted the comment since it was found.
    if (!(error instanceof GitHubFailure && error.status === 404)) throw error;
    return writeComment(github, comment, undefined, text);
  }
}

function runOf({ body }: FoundComment): number {
  return Number(/ run=(\d+) -->/.exec(body?.split('\n', 1)[0] ?? '')?.[1] ?? 0);
}
