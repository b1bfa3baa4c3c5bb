import { resolve } from 'node:path';
import * as z from 'zod';
import { parsedJson, sha256 } from '../core/json.ts';
import { compareText } from '../core/problem.ts';
import type { StatusReport, StatusRow } from '../core/status.ts';
import { findComment, markerOf, writeComment } from './comment.ts';
import { drawStates, say } from './draw.ts';
import { ignored, unlessMissing } from './github.ts';
import type { ActionStep } from './step.ts';

const issueShape = z.looseObject({
  number: z.number(),
  title: z.string(),
  user: z.nullish(z.looseObject({ login: z.string() })),
  state: z.string(),
  body: z.nullish(z.string()),
  html_url: z.string(),
  pull_request: z.unknown().optional(),
});

/** The most characters of an issue's rejections, and the most rejections that it remembers. It holds 65,536. */
const BODY = 38_000;
const MOST_KEYS = 1000;

/** The rejected resources of a report. */
export function rejectedIn({ rows }: StatusReport): StatusRow[] {
  return rows.filter(({ state }) => state === 'REJ');
}

/**
 * Keeps one issue for what a step covers, with the rejections: created with the first rejection, updated in place, closed when
 * nothing is rejected, and opened again. A new rejection is also a comment, because GitHub notifies nobody of an update. If a
 * person closed the issue, only a new rejection opens it again.
 */
export async function keepIssue(step: ActionStep, report: StatusReport): Promise<void> {
  const { github, inputs } = step;
  const rejected = rejectedIn(report);
  const environment = [report.environment, ...inputs.list('shard')].join(' ');
  // An issue about all resources would lose those of the other parts.
  const key = [...step.parts, ...inputs.list('addresses')].join('\n');
  const marker = markerOf({ about: 'verdicts', key });
  const { author } = step;
  const all = await github.list(`/issues?state=all&creator=${encodeURIComponent(author)}`, issueShape);
  const found = all.find(
    ({ body, user, pull_request: pull }) => !pull && user?.login === author && body?.startsWith(marker),
  );
  if (!found && rejected.length === 0) return;
  const known = new Set(keysIn(found?.body ?? ''));
  const newest = [...rejected].sort((a, b) => compareText(b.modifiedAt ?? '', a.modifiedAt ?? '')).slice(0, MOST_KEYS);
  const fresh = newest.filter((row) => !known.has(digestOf(row)));
  // What is not reported stays unknown, so that the next run reports it.
  if (found && fresh.length > 0) {
    const body = step.clean(drawStates(step, report, BODY, fresh));
    await github.send('POST', `/issues/${found.number}/comments`, { body }, ignored);
  }
  // A locked pull request must not keep the issue from being written.
  for (const row of fresh) await step.attempt(() => commentRejection(step, report, row));
  const isOpen = rejected.length > 0 && (fresh.length > 0 || found?.state === 'open');
  const title = say(step, 'issueTitle', { environment });
  const head = `${marker}${JSON.stringify(newest.map(digestOf))} -->`;
  const body = step.clean(`${head}\n${drawIssue(step, report, rejected)}`);
  const state = isOpen ? 'open' : 'closed';
  const issue = found
    ? await github.send('PATCH', `/issues/${found.number}`, { title, body, state }, issueShape)
    : await github.send('POST', '/issues', { title, body }, issueShape);
  await step.output('issue-url', issue.html_url);
}

/** A rejection: the same resource can be rejected again. */
function keyOf({ address, modifiedAt }: StatusRow): string {
  return `${address} ${modifiedAt ?? ''}`.trim();
}

function digestOf(row: StatusRow): string {
  return sha256(keyOf(row)).slice(0, 12);
}

function keysIn(body: string): string[] {
  const [, text = ''] = /^<!-- notiform:verdicts:\S+ (.*) -->/.exec(body) ?? [];
  return z.array(z.string()).safeParse(parsedJson(text)).data ?? [];
}

function drawIssue(step: ActionStep, report: StatusReport, rejected: readonly StatusRow[]): string {
  if (rejected.length === 0) return `${say(step, 'issueClosed')}\n`;
  return `${drawStates(step, report, BODY, rejected)}\n\n<sub>${say(step, 'issueOpen')}</sub>\n`;
}

const commitShape = z.looseObject({ sha: z.string() });
const contentShape = z.looseObject({ content: z.string() });
const pullShape = z.looseObject({ number: z.number(), merged_at: z.nullish(z.string()) });

/** So many commits of a file are read to find the one that brought a text. */
const MOST_COMMITS = 10;

/** Comments a rejection on the pull request that brought the text. */
async function commentRejection(step: ActionStep, report: StatusReport, row: StatusRow): Promise<void> {
  const number = await pullOf(step, row);
  if (number === undefined) return;
  const sticky = { ...step.sticky({ about: 'rejection', number }), key: keyOf(row) };
  const text = drawStates(step, report, BODY, [row]);
  await writeComment(step.github, sticky, await findComment(step.github, sticky), step.clean(text));
}

/** The pull request of the oldest commit that has the manifest as it is now; undefined if it is too old to be found. */
async function pullOf(step: ActionStep, { source }: StatusRow): Promise<number | undefined> {
  if (!source) return undefined;
  const { github, context, base } = step;
  const path = [base, source.file].filter((part) => part !== '').join('/');
  const text = await manifestAt(step, source);
  const since = `/commits?sha=${context.sha}&path=${encodeURIComponent(path)}`;
  const commits = (await github.list(since, commitShape, { isLast: () => true })).slice(0, MOST_COMMITS);
  const file = `/contents/${path.split('/').map(encodeURIComponent).join('/')}`;
  let last: string | undefined;
  for (const { sha } of commits) {
    const then = await unlessMissing(github.get(`${file}?ref=${sha}`, contentShape));
    if (
      !Buffer.from(then?.content ?? '', 'base64')
        .toString()
        .includes(text)
    )
      return last === undefined ? undefined : mergedPullOf(step, last);
    last = sha;
  }
  // A list that ends has the commit that created the file.
  return last !== undefined && commits.length < MOST_COMMITS ? mergedPullOf(step, last) : undefined;
}

async function mergedPullOf({ github }: ActionStep, sha: string): Promise<number | undefined> {
  const pulls = await github.list(`/commits/${sha}/pulls`, pullShape);
  return pulls.find(({ merged_at: merged }) => typeof merged === 'string')?.number;
}

/** The text of a manifest: a file can hold several, separated by `---`. */
async function manifestAt(
  { files, root }: ActionStep,
  { file, line }: { file: string; line: number },
): Promise<string> {
  const lines = new TextDecoder().decode(await files.read(resolve(root, file))).split('\n');
  const end = lines.findIndex((text, index) => index >= line && text.startsWith('---'));
  return lines
    .slice(line - 1, end === -1 ? lines.length : end)
    .join('\n')
    .trim();
}
