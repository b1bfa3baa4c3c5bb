import { sharedProfiles } from '../../config/environment.ts';
import { Exit, worstExit } from '../../core/exit.ts';
import type { Plan } from '../../core/plan.ts';
import { errorProblem, type Problem, usageError } from '../../core/problem.ts';
import { lastCommits } from '../../engine/stored-state/edit-under-lock.ts';
import { drawPlan, drawPlanMarkdown } from '../../report/results.ts';
import { categoryNames } from '../categories.ts';
import type { Outcome } from '../finish.ts';
import { openHistory } from '../history.ts';
import { type Invocation, languageOf, refuseTwoForms } from '../invocation.ts';
import { waitForLocks } from '../locks.ts';
import { requirePlace } from '../out-file.ts';
import { PLAN_FILE, writePlanFile } from '../plan/file.ts';
import {
  exitOfProblems,
  flagsBesideFile,
  givenFlags,
  hasNews,
  type PlanOptions,
  planningInput,
  planProject,
  projectInput,
  withLintOfChanges,
} from '../plan/planning.ts';
import { openProject, readAgain } from '../project.ts';
import { withSession } from '../session.ts';

interface PlanCommandOptions extends PlanOptions {
  detailedExitcode?: boolean;
  failOn?: 'blocked';
  out?: string;
  format?: 'markdown';
}

/** `plan`: reads the service. It writes the file of `--out`, and the list of template categories for `validate`. */
export async function plan(invocation: Invocation, _args: string[], options: PlanCommandOptions): Promise<Outcome> {
  refuseTwoForms(invocation, options.format);
  if (options.out !== undefined && options.reupload)
    throw usageError('--reupload cannot be used with --out', 'Run `notiform apply --reupload GLOB`');
  if (options.out !== undefined) await requirePlace(invocation, options.out, PLAN_FILE);
  const opened = await openProject(invocation, options.shard, { withoutLint: true });
  const needs = { messages: false, inFlight: options.concurrency };
  // git finds the commit while the session opens.
  const history = openHistory(invocation, opened.config, opened.resources);
  return withSession(invocation, opened, needs, async (first, progress) => {
    const hasWaited = await waitForLocks(invocation, opened.environment.name, first, options.lockTimeout);
    const project = hasWaited ? await readAgain(invocation, opened, options.shard) : opened;
    const session = { ...first, shard: project.shard };
    const found = hasWaited ? openHistory(invocation, project.config, project.resources) : history;
    const read = await projectInput(invocation, project, session, options.concurrency);
    const planning = planningInput({ ...read, onEvent: progress.onEvent }, project, await found);
    const planned = await planProject(planning, project.environment, options);
    progress.end();
    const { plan: made, guards } = planned;
    const unwritten = options.out === undefined ? [] : await writePlanFile(invocation, options.out, made);
    const stopped = options.failOn === undefined ? [] : unappliedProblems(made);
    const list = { ...invocation.ports, root: project.config.root, environment: project.environment };
    const { config, environment } = project;
    const before = [
      ...withLintOfChanges(project, made),
      ...sharedProfiles(environment, config.environmentNames.map(config.environment)),
      ...planned.likelyRefusals,
    ];
    const isShown = options.format !== undefined || invocation.flags.json;
    const categories = isShown ? await categoryNames(list, made) : {};
    return {
      exit: worstExit([
        made.complete && unwritten.length === 0 ? Exit.done : Exit.failed,
        exitOfProblems(made),
        unwritten.some(({ code }) => code === 'plan-secret') ? Exit.problems : Exit.done,
        guards.length + stopped.length > 0 ? Exit.refused : Exit.done,
        options.detailedExitcode && hasNews(made) ? Exit.changes : Exit.done,
      ]),
      text: options.format
        ? drawPlanMarkdown(invocation.redaction.within(made), {
            language: languageOf(invocation),
            naming: invocation.terminal.style('stdout').naming,
            timezone: project.config.timezone,
            categories,
            problems: invocation.redaction.within(before),
          })
        : drawn(invocation, options, made, unwritten.length > 0),
      format: options.format,
      json: { plan: made, categories, commits: lastCommits(planned.documents) },
      problems: [...before, ...made.problems, ...stopped, ...unwritten],
      shown: made.problems,
    };
  });
}

/** The error of a plan that leaves changes of the manifests undone. Blocks from before these changes are none. */
function unappliedProblems({ blocked }: Plan): Problem[] {
  const undone = blocked.filter(({ unapplied }) => unapplied).map(({ address }) => address);
  if (undone.length === 0) return [];
  const message = `An apply would leave changes of the manifests undone, because they are blocked: ${undone.join(', ')}`;
  return [errorProblem('plan-blocked', message, 'The plan shows for each change what would allow it')];
}

function drawn(invocation: Invocation, options: PlanCommandOptions, made: Plan, unwritten: boolean): string {
  const next =
    options.out === undefined || unwritten
      ? { flags: givenFlags(options) }
      : { file: options.out, flags: flagsBesideFile(options) };
  return drawPlan(invocation.redaction.within(made), invocation.terminal.style('stdout'), {
    verbose: invocation.flags.verbose,
    detailedExitcode: options.detailedExitcode || options.failOn !== undefined,
    ...next,
  });
}
