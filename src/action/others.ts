import { hasErrors, type Problem } from '../core/problem.ts';
import type { SendResult } from '../core/send-result.ts';
import { drawSendMarkdown } from '../report/review/send.ts';
import { drawSend } from '../report/send.ts';
import { drawProblemList, optionsOf, say } from './draw.ts';
import type { ActionStep } from './step.ts';

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
