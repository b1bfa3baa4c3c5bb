import { asWarning } from '../core/problem.ts';
import { COMMENT_LIMIT } from '../report/review/parts.ts';
import { type FoundComment, findComment, runOf, type StickyComment, writeComment } from './comment.ts';
import { say } from './draw.ts';
import { GitHubFailure } from './github.ts';
import type { ActionStep } from './step.ts';

/** The characters of a comment beside its text. */
const NOTE = 600;

/**
 * Writes the comment of a step, if it is wanted, and returns it. It shows the log of the run below the text. The comment of a plan
 * is always updated, and each result of an apply has its own. Returns `failed` if GitHub refuses, which is an error if the comment
 * is needed, and else a warning.
 */
export async function writeSticky(
  step: ActionStep,
  comment: StickyComment,
  draw: (limit: number) => string,
  { hasNews, isNeeded }: { hasNews: boolean; isNeeded: boolean },
): Promise<FoundComment | 'failed' | undefined> {
  const { github, inputs, context } = step;
  const wanted = inputs.text('comment');
  if (wanted === 'never') return undefined;
  try {
    const found = comment.about === 'plan' ? await findComment(github, comment) : undefined;
    if (!found && !hasNews && wanted !== 'always') return undefined;
    const { server, repository, run } = context;
    const log = `<sub>[${say(step, 'log')}](${server}/${repository}/actions/runs/${run})</sub>`;
    const text = step.clean(`${draw(COMMENT_LIMIT - NOTE)}\n${log}\n`);
    const written = await writeComment(github, comment, found, text);
    await step.output('comment-url', written.html_url);
    // The comment of a newer run stays, and shows another plan.
    return runOf(written) === comment.run ? written : undefined;
  } catch (error) {
    if (!(error instanceof GitHubFailure)) throw error;
    step.annotate(isNeeded ? error.problems : error.problems.map(asWarning));
    return 'failed';
  }
}
