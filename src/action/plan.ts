import { isLint } from '../cli/finish.ts';
import type { Plan } from '../core/plan.ts';
import { compareText, type Problem } from '../core/problem.ts';
import { presentComments } from '../report/part.ts';
import { drawPlan } from '../report/plan.ts';
import { COMMENT_LIMIT } from '../report/review/parts.ts';
import { artifactName, PLAN_FILE, SECTION_FILE, type StoredArtifact } from './artifact.ts';
import { findComment, type StickyComment, writeComment } from './comment.ts';
import { drawDocument, say } from './draw.ts';
import { GitHubFailure } from './github.ts';
import { commitPictures, type Pictures, pictureOf, requireOwnBranch } from './pictures.ts';
import { previewOfPlan } from './preview.ts';
import { planArtifact } from './reviewed.ts';
import type { CommandDocument, CommandRun } from './run.ts';
import type { ActionStep } from './step.ts';

/** What a comment shows of one plan. The jobs of a matrix hand it on in the artifact of the plan. */
interface PlanSection {
  document: CommandDocument;
  previewUrl?: string;
  pictures?: Pictures;
}

/** The characters of a comment beside its plans. */
const NOTE = 300;

/** A matrix changes while a comment is written; more jobs than this write it at the same time in no project. */
const MOST_ROUNDS = 20;

/** `plan`: the plan as a comment, a summary, annotations, outputs, and an artifact that `apply` takes after the merge. */
export async function plan(step: ActionStep): Promise<number> {
  const { inputs } = step;
  requireOwnBranch(step);
  const folder = step.temporary(step.view.ports.random.hex(8));
  const document = `${folder}/document.json`;
  const given = inputs.text('plan-file');
  const file = given === undefined ? `${folder}/${PLAN_FILE}` : await step.path('plan-file', given);
  // The folder of a plan file must exist.
  await step.files.writeAtomic(document, '{}\n');
  const run = await step.command(['plan', `--out=${file}`, ...inputs.options()]);
  await step.files.writeAtomic(document, run.text);
  await report(step, run, { file, document });
  const own: PlanSection = { document: run.document, ...(await picturesOf(step, run, file)) };
  const name = await keep(step, own, { folder, file });
  await step.summarize((limit) => drawSection(step, own, limit));
  if (step.context.pull && inputs.text('comment') !== 'never') await comment(step, step.context.pull.number, own, name);
  return run.exit;
}

/** The page and the pictures of the changes. */
async function picturesOf(
  step: ActionStep,
  { document }: CommandRun,
  file: string,
): Promise<Omit<PlanSection, 'document'>> {
  const isWritten = (await step.files.size(file)) !== undefined;
  if (!isWritten || !document.plan || !hasNews(document)) return {};
  const previewUrl = await previewOfPlan(step, file);
  return previewUrl === undefined ? {} : { previewUrl, pictures: await commitPictures(step, file) };
}

function drawSection(step: ActionStep, { document, previewUrl, pictures }: PlanSection, limit: number): string {
  return drawDocument(step, document, limit, { previewUrl, pictureOf: pictures && pictureOf(step, pictures) });
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
async function keep(
  step: ActionStep,
  own: PlanSection,
  { folder, file }: { folder: string; file: string },
): Promise<string | undefined> {
  const section = `${folder}/${SECTION_FILE}`;
  await step.files.writeAtomic(section, step.clean(JSON.stringify(own)));
  const name = planArtifact(step);
  const kept = `${folder}/${PLAN_FILE}`;
  const bytes = await step.files.read(file);
  if (bytes && file !== kept) await step.files.writeAtomic(kept, bytes);
  try {
    await step.artifacts.upload(name, [section, ...(bytes ? [kept] : [])], folder);
    return name;
  } catch (error) {
    step.warnOfArtifact('The plan was not uploaded, so an apply after the merge cannot find it', error);
    return undefined;
  }
}

/**
 * Writes the comment for all plans of this run: the jobs of a matrix share one. Each job uploads its plan first, and draws all
 * plans that are there. If another plan came while it wrote, it writes again: the last comment therefore has all of them.
 */
async function comment(step: ActionStep, number: number, own: PlanSection, name: string | undefined): Promise<void> {
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
      const sections = [{ name: name ?? '', section: own }, ...(await sectionsOf(step, others))];
      const isWanted = inputs.text('comment') === 'always' || sections.some(({ section }) => hasNews(section.document));
      if (isWanted || found) await writeComment(github, sticky, found, drawAll(step, sections));
    }
  } catch (error) {
    if (!(error instanceof GitHubFailure)) throw error;
    step.warn(error);
  }
}

/** True if a reviewer has something to read. */
function hasNews({ plan: made }: CommandDocument): boolean {
  return made === undefined || made.changes.length > 0 || made.blocked.length > 0 || !made.complete;
}

interface NamedSection {
  name: string;
  section: PlanSection;
}

function drawAll(step: ActionStep, sections: readonly NamedSection[]): string {
  const sorted = [...sections].sort((a, b) => compareText(a.name, b.name));
  const withNews = sorted.filter(({ section }) => hasNews(section.document));
  const limit = Math.floor(COMMENT_LIMIT / Math.max(1, withNews.length)) - NOTE;
  const url = `${step.context.server}/${step.context.repository}/actions/runs/${step.context.run}`;
  const texts = sorted.map(({ section }) =>
    hasNews(section.document)
      ? drawSection(step, section, limit)
      : `${say(step, 'nothing', { environment: section.document.environment ?? '' })}\n`,
  );
  return step.clean(`${texts.join('\n---\n\n')}\n<sub>[${say(step, 'log')}](${url})</sub>\n`);
}

/** The artifacts of this run that belong to the same comment. */
async function plansOfRun(step: ActionStep): Promise<StoredArtifact[]> {
  const prefix = `${artifactName('notiform-plan', step.id)}.`;
  return (await step.artifacts.list()).filter(({ name }) => name.startsWith(prefix));
}

async function sectionsOf(step: ActionStep, artifacts: readonly StoredArtifact[]): Promise<NamedSection[]> {
  const sections: NamedSection[] = [];
  for (const { id, name } of artifacts) {
    const folder = step.temporary('others', `${id}`);
    const file = `${folder}/${SECTION_FILE}`;
    if ((await step.files.size(file)) === undefined) await step.artifacts.download(id, folder);
    const bytes = await step.files.read(file);
    if (bytes) sections.push({ name, section: JSON.parse(new TextDecoder().decode(bytes)) as PlanSection });
  }
  return sections;
}
