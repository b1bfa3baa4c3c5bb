import { parsedJson } from '../core/json.ts';
import { compareText } from '../core/problem.ts';
import { fitted } from '../report/review/fit.ts';
import { COMMENT_LIMIT } from '../report/review/parts.ts';
import { artifactName, SECTION_FILE } from './artifact.ts';
import { findComment, type StickyComment, writeComment } from './comment.ts';
import { say } from './draw.ts';
import { GitHubFailure } from './github.ts';
import type { Pictures } from './pictures.ts';
import type { CommandDocument } from './run.ts';
import type { ActionStep } from './step.ts';

/** The begin of the names of the artifacts with plans, and with results. */
export const PLAN_ARTIFACT = 'notiform-plan';
export const RESULT_ARTIFACT = 'notiform-apply';

export interface JobSection {
  document: CommandDocument;
  /** The pull request that shows the plan. */
  pull?: number;
  previewUrl?: string;
  pictures?: Pictures;
}

/** A comment that the jobs of a matrix share. Each job hands its section to the others in an artifact. */
export interface SharedComment {
  about: 'plan' | 'apply';
  number: number;
  draw: (section: JobSection, limit: number) => string;
  /** True if a reviewer has something to read. */
  hasNews: (section: JobSection) => boolean;
}

/** The artifact of a job, and the begin of the names of all jobs that share its comment. */
export interface SectionName {
  prefix: string;
  name: string;
}

/** The characters of a comment beside its sections. */
const NOTE = 300;

const NEEDED =
  'Run the job again. Without the artifact, `apply` finds no reviewed plan after the merge. If GitHub cannot keep artifacts, set `plan-file`, and keep the file';

const BETWEEN = '\n---\n\n';

/** The jobs of a matrix change while a comment is written; no project has more that write at the same time. */
const MOST_ROUNDS = 20;

/** The name of a section. The jobs of a matrix differ in their environment, their shard or their configuration. */
export function sectionName(
  { id, inputs }: Pick<ActionStep, 'id' | 'inputs'>,
  ...about: readonly string[]
): SectionName {
  const prefix = `${artifactName(...about, id)}.`;
  const own = [inputs.text('environment'), inputs.text('shard')?.replace('/', '-'), inputs.text('config')].flatMap(
    (part) => part ?? [],
  );
  return { prefix, name: artifactName(...about, id, ...own) };
}

/**
 * Uploads a section with other files of its folder. Returns false if GitHub keeps none.
 * @param isNeeded true if a later job fails without the artifact: the failure is then an error
 */
export async function keepSection(
  step: ActionStep,
  { name }: SectionName,
  section: JobSection,
  { folder, files = [], isNeeded = false }: { folder: string; files?: readonly string[]; isNeeded?: boolean },
): Promise<boolean> {
  const file = `${folder}/${SECTION_FILE}`;
  await step.files.writeAtomic(file, step.clean(JSON.stringify(section)));
  try {
    await step.artifacts.upload(name, [file, ...files], folder);
    return true;
  } catch (error) {
    const message = `The artifact ${name} was not uploaded`;
    if (isNeeded) step.reportArtifact('error', message, error, NEEDED);
    else step.warnOfArtifact(message, error);
    return false;
  }
}

/**
 * Writes the comment with the sections of all jobs of this run. Each job uploads its section first, and draws all that are there. If
 * another one came while it wrote, it writes again: the last comment therefore has all of them.
 * A failure is a warning: it never changes how the command ended.
 * @param kept the artifact of the own section, and false if it was not uploaded
 */
export async function comment(
  step: ActionStep,
  shared: SharedComment,
  own: JobSection,
  { name, isKept }: { name: SectionName; isKept: boolean },
): Promise<void> {
  const { id, context, github, inputs } = step;
  const wanted = inputs.text('comment');
  if (wanted === 'never') return;
  const sticky: StickyComment = { about: shared.about, id, number: shared.number, run: context.run };
  try {
    let drawn: string | undefined;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const others = await othersOf(step, name, isKept);
      const found = await findComment(github, sticky);
      const ids = others.map((one) => one.id).join();
      if (ids === drawn) {
        if (found) await step.output('comment-url', found.html_url);
        return;
      }
      drawn = ids;
      const sections = [{ name: name.name, section: own }, ...(await readAll(step, others))];
      const isWanted = wanted === 'always' || sections.some(({ section }) => shared.hasNews(section));
      if (isWanted || found) await writeComment(github, sticky, found, drawAll(step, shared, sections));
    }
  } catch (error) {
    if (error instanceof GitHubFailure) step.warn(error);
    else step.warnOfArtifact('The comment was not written', error);
  }
}

interface NamedSection {
  name: string;
  section: JobSection;
}

function drawAll(step: ActionStep, { draw, hasNews }: SharedComment, sections: readonly NamedSection[]): string {
  const { server, repository, run } = step.context;
  const sorted = [...sections].sort((a, b) => compareText(a.name, b.name)).map(({ section }) => section);
  const news = sorted.filter(hasNews);
  const idle = sorted
    .filter((section) => !hasNews(section))
    .map(({ document }) => `${say(step, 'nothing', { environment: document.environment ?? '' })}\n`);
  const room = COMMENT_LIMIT - Math.min(idle.join(BETWEEN).length, COMMENT_LIMIT / 3);
  const limit = Math.floor(room / Math.max(1, news.length)) - NOTE;
  const texts = [...news.map((section) => draw(section, limit)), ...idle].map((text) => `${text}${BETWEEN}`);
  // Each text has a least length, so that many of them can be too long together.
  const shown = fitted(texts, COMMENT_LIMIT);
  const left = texts.length - shown.length;
  const more = left === 0 ? '' : `_${say(step, 'morePlans', { count: left })}_\n`;
  const log = `[${say(step, 'log')}](${server}/${repository}/actions/runs/${run})`;
  const all = left === 0 ? shown.join('').slice(0, -BETWEEN.length) : shown.join('');
  return step.clean(`${all}${more}\n<sub>${log}</sub>\n`);
}

/** The artifacts of the other jobs. If the own one was not uploaded, nobody is surprised that there is no list. */
async function othersOf(
  step: ActionStep,
  { prefix, name }: SectionName,
  isKept: boolean,
): Promise<{ id: number; name: string }[]> {
  try {
    const all = await step.artifacts.list();
    return all.filter((one) => one.name.startsWith(prefix) && one.name !== name);
  } catch (error) {
    if (isKept) step.warnOfArtifact('The plans of other jobs are not in the comment', error);
    return [];
  }
}

async function readAll(step: ActionStep, artifacts: readonly { id: number; name: string }[]): Promise<NamedSection[]> {
  const sections: NamedSection[] = [];
  for (const { id, name } of artifacts) {
    try {
      const folder = step.temporary('others', `${id}`);
      if ((await step.files.size(`${folder}/${SECTION_FILE}`)) === undefined) await step.artifacts.download(id, folder);
      const section = await sectionIn(step, folder);
      if (section) sections.push({ name, section });
    } catch (error) {
      // Its job may replace it at this moment.
      step.warnOfArtifact(`The artifact ${name} is not in the comment`, error);
    }
  }
  return sections;
}

/** The section in the folder of an artifact; undefined if it has none, or one that is damaged. */
export async function sectionIn({ files }: ActionStep, folder: string): Promise<JobSection | undefined> {
  const bytes = await files.read(`${folder}/${SECTION_FILE}`);
  return bytes && (parsedJson(bytes) as JobSection | undefined); // our own artifact
}
