import { hasErrors, type Problem } from '../core/problem.ts';
import type { SendResult } from '../core/send-result.ts';
import { drawSend, drawSendMarkdown, drawStatus } from '../report/results.ts';
import { artifactName } from './artifact.ts';
import { drawProblemList, drawStates, optionsOf, say } from './draw.ts';
import type { CommandRun } from './run.ts';
import type { ActionStep } from './step.ts';
import { keepIssue, rejectedIn } from './verdicts.ts';

/** `validate`: every problem as an annotation on its line. */
export async function validate(step: ActionStep): Promise<number> {
  const { inputs } = step;
  // The options that are set may be those of the command that this one stands in for.
  const own = inputs.command === 'validate' ? [...inputs.options(), '--', ...inputs.list('addresses')] : [];
  const run = await step.command(['validate', ...own]);
  const { problems } = run.document;
  await step.keep(run);
  step.annotate(problems);
  if (problems.length === 0) step.log.text(`${say(step, 'valid')}\n`);
  const head = say(step, hasErrors(problems) ? 'invalid' : 'valid');
  await step.summarize(() =>
    [head, '', ...(problems.length === 0 ? [] : [drawProblemList(step, problems)])].join('\n'),
  );
  return run.exit;
}

/** `send`: sends once and reports the result. A step that runs again sends again. */
export async function send(step: ActionStep): Promise<number> {
  const { inputs } = step;
  const run = await step.command(['send', '--yes', ...inputs.options(), '--', ...inputs.list('addresses')]);
  const { sends = [], dryRun = false, problems, environment = '' } = run.document;
  await step.keep(run);
  const report = { environment, dryRun, sends, problems: problemsOf(problems, sends) };
  step.log.text(drawSend(report, step.style, { verbose: dryRun }));
  step.annotateResult(problems);
  await step.summarize((limit) => drawSendMarkdown(report, optionsOf(step, limit)));
  return run.exit;
}

/** The problems of a document without those that its messages have. */
function problemsOf(problems: readonly Problem[], sends: readonly SendResult[]): Problem[] {
  const own = new Set(sends.flatMap(({ problem }) => (problem ? [JSON.stringify(problem)] : [])));
  return problems.filter((one) => !own.has(JSON.stringify(one)));
}

/** `status`, and `wait` when nothing is pending or the time is over: the states as a summary. A scheduled `status` keeps the issue of rejections. */
export async function status(step: ActionStep): Promise<number> {
  const { inputs, context } = step;
  const { command } = inputs;
  const run = await step.command([command, ...inputs.options(), '--', ...inputs.list('addresses')]);
  const { status: found, problems } = run.document;
  await step.keep(run);
  if (found) {
    step.log.text(drawStatus(found, step.style));
    await step.output('waiting', found.rows.filter(({ verdict }) => verdict === 'waiting').length);
    await step.output('rejected', rejectedIn(found).length);
    await step.summarize((limit) => drawStates(step, found, limit));
  }
  step.annotateResult(problems);
  const wanted = inputs.text('issue');
  const isKept = wanted === 'always' || (wanted !== 'never' && context.event === 'schedule');
  if (command === 'status' && found?.complete && isKept) await step.attempt(() => keepIssue(step, found));
  return run.exit;
}

/** `preview`: the page with all templates as an artifact. */
export async function preview(step: ActionStep): Promise<number> {
  const { inputs } = step;
  const words = [...inputs.options(), '--', ...inputs.list('addresses')];
  const { run, url } = await uploadPage(step, 'notiform-preview', words);
  await step.output('exit-code', run.exit);
  step.annotateResult(run.document.problems);
  if (url !== undefined) await step.summarize(() => `[${say(step, 'previews')}](${url})\n`);
  return run.exit;
}

/** Draws the changes of a plan and uploads the page. Returns its address; undefined if a phone shows none of them. */
export async function previewOfPlan(step: ActionStep, file: string): Promise<string | undefined> {
  return (await uploadPage(step, 'notiform-changes', [`--plan=${file}`])).url;
}

async function uploadPage(
  step: ActionStep,
  about: string,
  words: readonly string[],
): Promise<{ run: CommandRun; url?: string }> {
  const folder = step.folder();
  const run = await step.command(['preview', '--format=html', `--out=${folder}`, ...words]);
  const bytes = await step.files.read(`${folder}/preview.html`);
  const isEmpty = run.document.preview?.previews.every(({ views }) => views.length === 0) ?? true;
  if (!bytes || isEmpty) return { run };
  // The name of the file is that of the artifact: a browser opens it as it is.
  const name = `${artifactName(about, ...step.parts)}.html`;
  await step.files.writeAtomic(`${folder}/${name}`, step.clean(new TextDecoder().decode(bytes)));
  try {
    const { server, repository, run: of } = step.context;
    const id = await step.artifacts.upload(`${folder}/${name}`);
    const url = `${server}/${repository}/actions/runs/${of}/artifacts/${id}`;
    await step.output('preview-url', url);
    return { run, url };
  } catch (error) {
    step.reportArtifact('The preview was not uploaded', error);
    return { run };
  }
}
