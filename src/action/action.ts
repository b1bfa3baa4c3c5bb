import { Exit } from '../core/exit.ts';
import { isLanguage, type Language } from '../core/language.ts';
import { errorProblem, NotiformError, type Problem } from '../core/problem.ts';
import { FileFailure } from '../files/file-failure.ts';
import { annotationLines, commandText } from '../report/annotations.ts';
import { NPX } from '../report/command.ts';
import { drawProblems } from '../report/problems.ts';
import { problemsIn } from '../report/wording.ts';
import { Redaction } from '../text/redaction.ts';
import { apply } from './apply.ts';
import { readContext } from './context.ts';
import { say } from './draw.ts';
import { type ActionCommand, readInputs, variableOf } from './inputs.ts';
import { RunnerLog } from './log.ts';
import { preview, send, status, validate } from './others.ts';
import { plan } from './plan.ts';
import { type ActionStep, type ActionView, hideJobSecrets, openStep, setOutput } from './step.ts';

type StepWork = (step: ActionStep) => Promise<number>;
const WORK: Readonly<Record<ActionCommand, StepWork>> = { validate, plan, apply, wait: status, status, send, preview };

/** Commands that need no credentials. */
const OFFLINE: readonly ActionCommand[] = ['validate', 'preview'];

/** Runs one step of a workflow and returns its exit code. Never throws: every failure is an annotation. */
export async function runAction(view: ActionView): Promise<number> {
  const { env, ports } = view;
  const log = new RunnerLog(view.write, ports.random);
  const redaction = new Redaction();
  hideJobSecrets(env, log, redaction);
  const given = env[variableOf('language')] ?? '';
  let language: Language = isLanguage(given) ? given : 'en';
  try {
    const inputs = readInputs(env);
    const context = await readContext(env, ports);
    const step = await openStep({ view, inputs, context, log, redaction });
    language = step.language;
    return await workOf(step);
  } catch (error) {
    const { exit, problems } = explain(error, view.signal);
    const clean = redaction.within(problems);
    log.text(drawProblems(clean, new Map(), { color: false, width: 120, naming: { program: NPX }, language }));
    log.commands(annotationLines(problemsIn(language, clean), ''));
    // The log has the failure, even if the file of the outputs cannot be written.
    await setOutput(view, 'exit-code', String(exit)).catch(() => undefined);
    return exit;
  } finally {
    log.end();
  }
}

/**
 * A pull request from a fork or from Dependabot has no credentials: its manifests are validated, and the step is green. The run of
 * one that was merged is on its base: there `apply` fails instead of leaving the merge without a word.
 */
function workOf(step: ActionStep): Promise<number> {
  const { context, inputs } = step;
  const { command } = inputs;
  const foreign = context.pull?.foreign;
  const isMerged = command === 'apply' && !context.ref.startsWith('refs/pull/');
  if (foreign === undefined || isMerged || OFFLINE.includes(command)) return WORK[command](step);
  const text = say(step, foreign === 'fork' ? 'skipped' : 'skippedDependabot', { command });
  step.log.commands([`::notice title=notiform::${commandText(step.clean(text))}`]);
  return validate(step);
}

function explain(error: unknown, signal: AbortSignal): { exit: number; problems: readonly Problem[] } {
  if (error instanceof NotiformError) return { exit: error.exit, problems: error.problems };
  if (error instanceof FileFailure) return { exit: Exit.failed, problems: [error.problem(error.path)] };
  if (signal.aborted) {
    const hint = 'Run the job again: it continues where this one stopped';
    return { exit: Exit.interrupted, problems: [errorProblem('interrupted', 'Interrupted', hint)] };
  }
  const text = error instanceof Error ? error.message : String(error);
  const hint = 'Report it with the log of this step';
  return { exit: Exit.bug, problems: [errorProblem('bug', `This is a bug in notiform: ${text}`, hint)] };
}
