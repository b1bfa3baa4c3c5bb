import { instantOf } from '../core/instant.ts';
import type { Problem } from '../core/problem.ts';
import type { StatusReport, StatusRow } from '../core/status.ts';
import { drawStatus } from '../report/status.ts';
import { drawStates } from './draw.ts';
import type { CommandRun } from './run.ts';
import type { ActionStep } from './step.ts';
import { keepIssue, oneLine, rejectedIn, wordsOn } from './verdicts.ts';

/** So long a verdict is new. */
const NEW_MS = 24 * 3_600_000;

/** `status`: the states as a summary and annotations. A scheduled run keeps the issue of rejections. */
export async function status(step: ActionStep): Promise<number> {
  const { inputs, context } = step;
  const run = await step.command(['status', ...inputs.options(), '--', ...inputs.list('addresses')]);
  await report(step, run);
  const wanted = inputs.text('issue');
  const { status: found } = run.document;
  if (found?.complete && (wanted === 'always' || (wanted !== 'never' && context.event === 'schedule'))) {
    const begin = step.view.ports.clock.now() - NEW_MS;
    const isNew = ({ modifiedAt }: StatusRow): boolean => (instantOf(modifiedAt ?? '') ?? begin - 1) >= begin;
    await step.attempt(() => keepIssue(step, found, isNew));
  }
  return run.exit;
}

/** `wait`: as `status`, when nothing is pending or the time is over. */
export async function wait(step: ActionStep): Promise<number> {
  const { inputs } = step;
  const run = await step.command(['wait', ...inputs.options(), '--', ...inputs.list('addresses')]);
  await report(step, run);
  return run.exit;
}

async function report(step: ActionStep, run: CommandRun): Promise<void> {
  const { status: found, problems } = run.document;
  await step.keep(run);
  if (found) {
    step.log.text(drawStatus(found, step.style));
    await step.output('waiting', found.rows.filter(({ verdict }) => verdict === 'waiting').length);
    await step.output('rejected', rejectedIn(found).length);
    await step.summarize((limit) => drawStates(step, found, limit));
  }
  step.annotateResult(problems, rejectionsIn(found));
}

/** A warning for each rejected resource, with the inspector's words. */
export function rejectionsIn(found: StatusReport | undefined): Problem[] {
  return (found ? rejectedIn(found) : []).map((row) => ({
    code: 'resource-rejected',
    severity: 'warning',
    message: [`${row.address} was rejected`, ...oneLine(wordsOn(row))].join(': '),
    hint: 'Correct the manifest as the inspector asks, and apply it',
    ...(row.source ? { place: { ...row.source, column: 1 } } : { address: row.address }),
  }));
}
