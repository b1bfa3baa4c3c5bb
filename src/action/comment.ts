import * as z from 'zod';
import { sha256 } from '../core/json.ts';
import { type GitHub, GitHubFailure, unlessMissing } from './github.ts';

const commentShape = z.looseObject({
  id: z.number(),
  body: z.nullish(z.string()),
  html_url: z.string(),
  updated_at: z.string(),
  user: z.nullish(z.looseObject({ login: z.string() })),
});

export type FoundComment = z.infer<typeof commentShape>;

/** A comment that is written once and then updated in place. */
export interface StickyComment {
  /** The subject of the comment: `plan`, `apply` … */
  about: string;
  /** What the comment is about, as text: no other comment of the pull request has it. */
  key: string;
  number: number;
  /** The login of the user that writes it. */
  author: string;
  /** The id of the run that writes it. An older run does not overwrite the comment of a newer one. */
  run: number;
  /** The plan that it shows, and the commit of the pull request that the plan was made for. */
  plan?: { digest: string; head: string } | undefined;
}

/** The first line of a comment. It is invisible, and no text of a user can stand before it. */
export function markerOf({ about, key }: Pick<StickyComment, 'about' | 'key'>): string {
  // Encoded, so that no name ends the marker.
  return `<!-- notiform:${about}:${encodeURIComponent(key)} `;
}

function headLine(comment: StickyComment): string {
  const { run, plan } = comment;
  const shows = plan ? ` plan=${plan.digest} head=${plan.head}` : '';
  return `${markerOf(comment)}run=${run}${shows} -->`;
}

/**
 * Finds the comment by its marker and its author, over all pages: a person can quote a marker, and cannot write in our name. Two
 * jobs may have created one at the same time. Both stay: the artifact of each records its own.
 */
export async function findComment(github: GitHub, comment: StickyComment): Promise<FoundComment | undefined> {
  const all = await github.list(`/issues/${comment.number}/comments`, commentShape);
  const marker = markerOf(comment);
  const isOurs = ({ body, user }: FoundComment): boolean =>
    user?.login === comment.author && body?.startsWith(marker) === true;
  return all.find(isOurs);
}

/**
 * Writes or updates a comment, and returns it. Throws a GitHubFailure if GitHub refuses, or if the token belongs to another user
 * than the author: the comment would not be found again.
 * @param found the comment as it is; undefined if there is none
 */
export async function writeComment(
  github: GitHub,
  comment: StickyComment,
  found: FoundComment | undefined,
  text: string,
): Promise<FoundComment> {
  const body = `${headLine(comment)}\n${text}`;
  if (found && (runOf(found) > comment.run || found.body === body)) return found;
  const written =
    found && (await unlessMissing(github.send('PATCH', `/issues/comments/${found.id}`, { body }, commentShape)));
  const made = written ?? (await github.send('POST', `/issues/${comment.number}/comments`, { body }, commentShape));
  const login = made.user?.login ?? '';
  if (login === comment.author) return made;
  throw new GitHubFailure(
    200,
    `The token writes comments as ${login}, and the Action looks for those of ${comment.author}`,
    `Set the input \`comment-author\` to ${login} in every step`,
  );
}

/** The id of the run that wrote a comment. */
export function runOf({ body }: FoundComment): number {
  return Number(/ run=(\d+)(?: \S+)* -->/.exec(body?.split('\n', 1)[0] ?? '')?.[1] ?? 0);
}

/** What an artifact records of the comment that shows its plan: `text` is the digest of its whole text. */
export function recordOf({ id, body }: FoundComment): { id: number; text: string } {
  return { id, text: sha256(body ?? '') };
}

/**
 * Returns why a comment did not show a plan before the merge, as the end of a sentence; undefined if it did.
 * @param merged the time of the merge
 */
export async function misfitOf(
  github: GitHub,
  comment: StickyComment,
  record: ReturnType<typeof recordOf>,
  merged: string,
): Promise<string | undefined> {
  const found = await unlessMissing(github.get(`/issues/comments/${record.id}`, commentShape));
  if (!found) return 'the comment with it was deleted';
  if (found.user?.login !== comment.author) return `its comment is by ${found.user?.login}, not by ${comment.author}`;
  if (found.body?.split('\n', 1)[0] !== headLine(comment)) return 'its comment shows another plan';
  if (recordOf(found).text !== record.text) return 'its comment was edited';
  return Date.parse(found.updated_at) > Date.parse(merged) ? 'its comment was written after the merge' : undefined;
}
