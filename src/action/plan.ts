import { Exit, worstExit } from '../core/exit.ts';
import type { Plan } from '../core/plan.ts';
import type { Problem } from '../core/problem.ts';
import { presentComments } from '../report/part.ts';
import { drawPlan } from '../report/plan.ts';
import { reasonIn, wayIn } from '../report/review/reasons.ts';
import { PLAN_WORDS } from '../report/review/words.ts';
import { PLAN_FILE } from './artifact.ts';
import { drawDocument } from './draw.ts';
import { commitPictures, pictureOf, requireOwnBranch } from './pictures.ts';
import { previewOfPlan } from './preview.ts';
import type { CommandRun } from './run.ts';
import { comment, type JobSection, keepSection, PLAN_ARTIFACT, sectionName } from './sections.ts';
import type { ActionStep } from './step.ts';
import { oneLine } from './verdicts.ts';
import { WORDS } from './words.ts';

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
  const { pull } = step.context;
  const own: JobSection = {
    document: run.document,
    ...(pull && { pull: pull.number }),
    ...(await picturesOf(step, run, file)),
  };
  const name = sectionName(step, PLAN_ARTIFACT);
  const files = await planIn(step, file, `${folder}/${PLAN_FILE}`);
  // Another event only looks for drift, or applies the plan in the same run. With `plan-file` the workflow itself may keep it.
  const isReviewed = pull !== undefined && given === undefined && files.length > 0;
  const isNeeded = isReviewed && (run.document.plan?.changes.length ?? 0) > 0;
  const isKept = await keepSection(step, name, own, { folder, files, isNeeded });
  const draw = (section: JobSection, limit: number): string => drawSection(step, section, limit);
  await step.summarize((limit) => draw(own, limit));
  if (pull) await comment(step, { about: 'plan', number: pull.number, draw, hasNews }, own, { name, isKept });
  if (isKept || !isNeeded) return run.exit;
  const exit = worstExit([run.exit, Exit.failed]);
  await step.output('exit-code', exit);
  return exit;
}

async function picturesOf(
  step: ActionStep,
  { document }: CommandRun,
  file: string,
): Promise<Pick<JobSection, 'previewUrl' | 'pictures'>> {
  const isWritten = (await step.files.size(file)) !== undefined;
  if (!isWritten || !document.plan || !hasNews({ document })) return {};
  const previewUrl = await previewOfPlan(step, file);
  return previewUrl === undefined ? {} : { previewUrl, pictures: await commitPictures(step, file) };
}

function drawSection(step: ActionStep, { document, previewUrl, pictures }: JobSection, limit: number): string {
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
    await step.output('differs', made.changes.length + made.blocked.filter(({ rejected }) => !rejected).length);
    await step.output('changes', made.changes.length);
    await step.output('blocked', made.blocked.length);
    await step.output('waiting', made.waiting.length);
    await step.output('counts', JSON.stringify(made.counts));
    await step.output('plan-digest', made.digest);
    if ((await step.files.size(files.file)) !== undefined) await step.output('plan-file', files.file);
  }
  step.annotateResult(problems, made && blockedIn(made, step));
}

/** Blocked resources as annotations on their manifests, with the inspector's words. */
export function blockedIn({ blocked }: Plan, { language, style }: Pick<ActionStep, 'language' | 'style'>): Problem[] {
  return blocked.map((one) => {
    const { address, source, state, ways, comments } = one;
    const words = oneLine(presentComments(comments, state).map(({ content }) => content));
    const help = [
      ...(words.length > 0 ? [WORDS.correct[language]] : []),
      ...(ways.length === 0 ? [] : [`${PLAN_WORDS.opens[language]} ${wayIn(ways, { ...style, language })}`]),
    ];
    return {
      code: words.length > 0 ? 'resource-rejected' : 'resource-blocked',
      severity: 'warning',
      message: [...(source ? [address] : []), reasonIn(language, one), ...words].join(': '),
      ...(help.length === 0 ? {} : { hint: help.join(' ') }),
      ...(source ? { place: { ...source, column: 1 } } : { address }),
    };
  });
}

/** The plan file for the artifact, under the name that `apply` looks for. Empty if no plan file was written. */
async function planIn(step: ActionStep, file: string, kept: string): Promise<string[]> {
  const bytes = await step.files.read(file);
  if (!bytes) return [];
  if (file !== kept) await step.files.writeAtomic(kept, bytes);
  return [kept];
}

function hasNews({ document: { plan: made } }: Pick<JobSection, 'document'>): boolean {
  return made === undefined || made.changes.length > 0 || made.blocked.length > 0 || !made.complete;
}
