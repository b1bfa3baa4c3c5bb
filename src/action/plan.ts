import { dirname } from 'node:path';
import { Exit, worstExit } from '../core/exit.ts';
import { asWarning, errorProblem } from '../core/problem.ts';
import type { ReviewCut } from '../report/markdown/fit.ts';
import { drawPlan } from '../report/results.ts';
import { recordOf } from './comment.ts';
import { drawDocument, type PlanAddition, writeSticky } from './draw.ts';
import { previewOfPlan } from './others.ts';
import type { CommandDocument, CommandRun } from './run.ts';
import { goalsIn, keepPlan } from './shown.ts';
import type { ActionStep } from './step.ts';

/**
 * `plan`: the plan as a summary, annotations and outputs. In a pull request also as a comment, and then as an artifact that names
 * the comment: `apply` takes only a plan that its comment shows.
 */
export async function plan(step: ActionStep): Promise<number> {
  // The folder of a plan file must exist.
  const document = await step.write('document.json', '{}\n');
  const file = `${dirname(document)}/plan.json`;
  const run = await step.command(['plan', ...step.inputs.options(), `--out=${file}`]);
  await step.files.writeAtomic(document, run.text);
  await report(step, run, { file, document });
  const more = await previewIn(step, run, file);
  const isKept = await show(step, run, more, file);
  if (isKept) return run.exit;
  const exit = worstExit([run.exit, Exit.failed]);
  await step.output('exit-code', exit);
  return exit;
}

/** Shows a plan and uploads it. Returns false if `apply` could not use it after the merge, although it has news. */
async function show(step: ActionStep, { document }: CommandRun, more: PlanAddition, file: string): Promise<boolean> {
  const { pull } = step.context;
  const { plan: made } = document;
  const isNeeded = pull !== undefined && made !== undefined && hasNews(document);
  let left: ReviewCut = { isListed: true, texts: [] };
  const draw = (limit: number): string =>
    drawDocument(step, document, limit, { ...more, onCut: (cut) => (left = cut) });
  const summary = (await step.summarize(draw)) ? [left] : [];
  const plan = made && pull && { digest: made.digest, head: pull.head };
  const sticky = pull && step.sticky({ about: 'plan', number: pull.number, plan });
  const comment = sticky && (await writeSticky(step, sticky, draw, { hasNews: hasNews(document), isNeeded }));
  if (comment === 'failed') return !isNeeded;
  // The comment lists the changes, and the summary has the texts for which it has no room. Without a comment, it has both.
  const [first, ...others] = typeof comment === 'object' ? [left, ...summary] : summary;
  const isSeen = (text: string): boolean => others.some(({ texts }) => !texts.includes(text));
  const isWhole = first?.isListed === true && first.texts.every(isSeen);
  if (!isWhole && hasNews(document)) step.annotate([isNeeded ? UNSHOWN : asWarning(UNSHOWN)]);
  const bytes = isWhole ? await step.files.read(file) : undefined;
  // A plan without news is never applied, and its artifact only costs `apply` a call.
  if (!bytes || (pull && !isNeeded)) return !isNeeded;
  const record = typeof comment === 'object' ? recordOf(comment) : undefined;
  return (await keepPlan(step, bytes, record, isNeeded)) || !isNeeded;
}

const UNSHOWN = errorProblem(
  'plan-unreviewed',
  'The plan has more changes or texts than people can be shown, so `apply` will not take it',
  'Split the pull request, or plan parts of the profiles with `shard`. To apply it without a review, start the workflow by hand after the merge',
);

async function previewIn(step: ActionStep, { document }: CommandRun, file: string): Promise<PlanAddition> {
  const isWritten = (await step.files.size(file)) !== undefined;
  if (!isWritten || !document.plan || !hasNews(document)) return {};
  const previewUrl = await previewOfPlan(step, file);
  return previewUrl === undefined ? {} : { previewUrl };
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
    step.log.text(drawPlan(made, step.style, { next: false }));
    await step.output('has-changes', made.changes.length > 0);
    await step.output('differs', made.changes.length + made.blocked.filter(({ rejected }) => !rejected).length);
    await step.output('changes', made.changes.length);
    await step.output('blocked', made.blocked.length);
    await step.output('waiting', made.waiting.length);
    await step.output('counts', JSON.stringify(made.counts));
    await step.output('plan-digest', made.digest);
    if ((await step.files.size(files.file)) !== undefined) await step.output('plan-file', files.file);
  }
  step.annotateResult(problems);
}

function hasNews({ plan: made }: CommandDocument): boolean {
  return made === undefined || goalsIn(made).size > 0 || made.blocked.length > 0 || !made.complete;
}
