import { isLint } from '../cli/finish.ts';
import type { Plan } from '../core/plan.ts';
import type { Problem } from '../core/problem.ts';
import { presentComments } from '../report/part.ts';
import { drawPlan } from '../report/plan.ts';
import { artifactName, DOCUMENT_FILE, PLAN_FILE, type StoredArtifact } from './artifact.ts';
import { findComment, type StickyComment, writeComment } from './comment.ts';
import { drawDocument, say } from './draw.ts';
import { GitHubFailure } from './github.ts';
import { planArtifact } from './reviewed.ts';
import type { CommandDocument, CommandRun } from './run.ts';
import type { ActionStep } from './step.ts';

/** A comment of GitHub holds 65,536 characters; some are left for the marker and the note. */
const COMMENT = 63_000;

/** A matrix changes while a comment is written; more jobs than this write it at the same time in no project. */
const MOST_ROUNDS = 20;

/** `plan`: the plan as a comment, a summary, annotations, outputs, and an artifact that `apply` takes after the merge. */
export async function plan(step: ActionStep): Promise<number> {
  const { inputs } = step;
  const folder = step.temporary(step.view.ports.random.hex(8));
  const document = `${folder}/${DOCUMENT_FILE}`;
  const given = inputs.text('plan-file');
  const file = given === undefined ? `${folder}/${PLAN_FILE}` : await step.path('plan-file', given);
  // The folder of a plan file must exist.
  await step.files.writeAtomic(document, '{}\n');
  const run = await step.command(['plan', `--out=${file}`, ...inputs.options()]);
  await step.files.writeAtomic(document, run.text);
  await report(step, run, { file, document });
  const previewUrl = undefined;
  const name = await keep(step, { folder, file });
  const draw = (limit: number): string => drawDocument(step, run.document, { limit, previewUrl });
  await step.summarize(draw);
  if (step.context.pull && inputs.text('comment') !== 'never')
    await comment(step, step.context.pull.number, run.document, name);
  return run.exit;
}

async function report(
  step: ActionStep,
  { exit, document }: CommandRun,
  files: { file: string; document: string },
): Promise<void> {
  const { plan: made, problems } = document;
  await step.output('exit-code', exit);
  await step.output('report-file', files.document);
  if (made) {
    step.log.text(drawPlan(made, step.style, { verbose: step.inputs.isSet('verbose'), next: false }));
    await step.output('has-changes', made.changes.length > 0);
    await step.output('changes', made.changes.length);
    await step.output('blocked', made.blocked.length);
    await step.output('waiting', made.waiting.length);
    await step.output('counts', JSON.stringify(made.counts));
    await step.output('plan-digest', made.digest);
    if ((await step.files.size(files.file)) !== undefined) await step.output('plan-file', files.file);
  }
  step.annotate([...problems.filter((one) => !isLint(one)), ...(made ? blockedIn(made) : [])]);
}

/** Blocked resources as annotations on their manifests, with the inspector's words. */
export function blockedIn({ blocked }: Plan): Problem[] {
  return blocked.map(({ address, source, state, reason, opens, comments }) => {
    const words = presentComments(comments, state)
      .map(({ content }) => content.trim())
      .filter((text) => text !== '');
    return {
      code: words.length > 0 ? 'resource-rejected' : 'resource-blocked',
      severity: 'warning',
      message: [`${address}: ${reason}`, ...words].join('\n'),
      ...(opens === null ? {} : { hint: opens }),
      ...(source ? { place: { ...source, column: 1 } } : { address }),
    };
  });
}

/** Uploads the plan and the document. Returns the name of the artifact, or undefined if GitHub keeps none. */
async function keep(step: ActionStep, { folder, file }: { folder: string; file: string }): Promise<string | undefined> {
  const name = planArtifact(step);
  const kept = `${folder}/${PLAN_FILE}`;
  const bytes = await step.files.read(file);
  if (bytes && file !== kept) await step.files.writeAtomic(kept, bytes);
  try {
    await step.artifacts.upload(name, [`${folder}/${DOCUMENT_FILE}`, ...(bytes ? [kept] : [])], folder);
    return name;
  } catch (error) {
    step.annotate([notKept(error)]);
    return undefined;
  }
}

function notKept(error: unknown): Problem {
  return {
    code: 'artifact-failed',
    severity: 'warning',
    message: `The plan was not uploaded, so an apply after the merge cannot find it: ${error instanceof Error ? error.message : String(error)}`,
    hint: 'Run the job again',
  };
}

/**
 * Writes the comment for all plans of this run: the jobs of a matrix share one. Each job uploads its plan first, and draws all
 * plans that are there. If another plan came while it wrote, it writes again: the last comment therefore has all of them.
 */
async function comment(
  step: ActionStep,
  number: number,
  own: CommandDocument,
  name: string | undefined,
): Promise<void> {
  const { id, context, github, inputs } = step;
  const sticky: StickyComment = { about: 'plan', id, number, run: context.run };
  try {
    let drawn: string | undefined;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const others = name === undefined ? [] : (await plansOfRun(step)).filter((one) => one.name !== name);
      const found = await findComment(github, sticky);
      const ids = others.map((one) => one.id).join();
      if (ids === drawn) {
        if (found) await step.output('comment-url', found.html_url);
        return;
      }
      drawn = ids;
      const documents = [{ name: name ?? '', document: own }, ...(await documentsOf(step, others))];
      const isWanted = inputs.text('comment') === 'always' || documents.some((one) => hasNews(one.document));
      if (isWanted || found) await writeComment(github, sticky, found, drawAll(step, documents));
    }
  } catch (error) {
    if (!(error instanceof GitHubFailure)) throw error;
    step.annotate(error.problems.map((problem) => ({ ...problem, severity: 'warning' as const })));
  }
}

/** True if a reviewer has something to read. */
function hasNews({ plan: made }: CommandDocument): boolean {
  return made === undefined || made.changes.length > 0 || made.blocked.length > 0 || !made.complete;
}

function drawAll(step: ActionStep, documents: readonly { name: string; document: CommandDocument }[]): string {
  const sorted = [...documents].sort((a, b) => (a.name < b.name ? -1 : 1));
  const withNews = sorted.filter(({ document }) => hasNews(document));
  const limit = Math.floor(COMMENT / Math.max(1, withNews.length)) - 300;
  const url = `${step.context.server}/${step.context.repository}/actions/runs/${step.context.run}`;
  const texts = sorted.map(({ document }) =>
    hasNews(document)
      ? drawDocument(step, document, { limit })
      : `${say(step, 'nothing', { environment: document.environment ?? '' })}\n`,
  );
  return step.clean(`${texts.join('\n---\n\n')}\n<sub>${say(step, 'log', { url })}</sub>\n`);
}

/** The artifacts of this run that belong to the same comment. */
async function plansOfRun(step: ActionStep): Promise<StoredArtifact[]> {
  const prefix = `${artifactName('notiform-plan', step.id)}.`;
  return (await step.artifacts.list()).filter(({ name }) => name.startsWith(prefix));
}

async function documentsOf(
  step: ActionStep,
  artifacts: readonly StoredArtifact[],
): Promise<{ name: string; document: CommandDocument }[]> {
  const documents = [];
  for (const { id, name } of artifacts) {
    const folder = step.temporary('others', `${id}`);
    const file = `${folder}/${DOCUMENT_FILE}`;
    if ((await step.files.size(file)) === undefined) await step.artifacts.download(id, folder);
    const bytes = await step.files.read(file);
    if (bytes) documents.push({ name, document: JSON.parse(new TextDecoder().decode(bytes)) as CommandDocument });
  }
  return documents;
}
