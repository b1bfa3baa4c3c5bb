import { relative, sep } from 'node:path';
import { Exit } from '../../core/exit.ts';
import { hasErrors, usageError } from '../../core/problem.ts';
import { version } from '../../core/version.ts';
import { allRules } from '../../manifest/load/lint.ts';
import { drawAnnotations } from '../../report/annotations.ts';
import { drawProblems, MOST_OF_A_RULE } from '../../report/problems.ts';
import { drawRules, LEVEL_WORDS } from '../../report/rules.ts';
import { drawSarif } from '../../report/sarif.ts';
import { problemsIn } from '../../report/wording.ts';
import { counted } from '../../text/counted.ts';
import { type CheckedProject, checkAnyway, checkProject } from '../checked-project.ts';
import { learnLanguage } from '../config.ts';
import { done, type Outcome, shownSources } from '../finish.ts';
import { type Invocation, languageOf, refuseTwoForms } from '../invocation.ts';

/** Options of `validate` as commander reads them. */
type ValidateOptions = { format?: 'sarif' | 'github'; rules?: boolean };

/**
 * `validate [path…]`: offline, without credentials; every environment unless one is named. With `--format` a pipeline
 * reads the problems, those of the configuration too; with `--rules` the lint rules are listed and nothing is read.
 */
export async function validate(invocation: Invocation, paths: string[], options: ValidateOptions): Promise<Outcome> {
  refuseTogether(invocation, paths, options);
  const { format, rules } = options;
  if (rules) return listRules(invocation);
  const checked = await (format === undefined ? checkProject : checkAnyway)(invocation, paths);
  const outcome = outcomeOf(checked);
  if (format === undefined) return outcome;
  return format === 'sarif' ? asSarif(invocation, checked, outcome) : asAnnotations(invocation, checked, outcome);
}

function refuseTogether(invocation: Invocation, paths: readonly string[], options: ValidateOptions): void {
  const { format, rules } = options;
  if (rules && format !== undefined)
    throw usageError('--rules cannot be combined with --format', 'Use `--rules --json` for a program');
  if (rules && paths.length > 0) throw usageError('--rules does not read manifests', 'Remove the paths');
  refuseTwoForms(invocation, format);
}

async function listRules(invocation: Invocation): Promise<Outcome> {
  await learnLanguage(invocation);
  const language = languageOf(invocation);
  const rules = allRules.map(({ id, kind, level, what, help, source, date }) => ({
    id,
    kind,
    level: LEVEL_WORDS[level].en,
    what: what[language],
    mend: help[language],
    source,
    date,
  }));
  const text = drawRules(allRules, invocation.terminal.style('stdout'));
  return done(text, { rules });
}

const UNCHECKED =
  'A manifest with an error is not checked completely. Fix the errors to see its other errors and warnings.';

function outcomeOf(checked: CheckedProject): Outcome {
  const { projects, problems, sources } = checked;
  if (checked.failed !== undefined) return { exit: checked.failed, text: '', json: {}, problems, sources };
  const resources = projects[0]?.resources ?? [];
  // A test send may be for some of the environments.
  const sends = [...new Map(projects.flatMap((one) => one.sends.map((send) => [send.id, send]))).values()];
  const environments = projects.map(({ environment }) => environment.name);
  const failed = hasErrors(problems);
  const warned = problems.filter(({ severity }) => severity === 'warning').length;
  const warnings = warned === 0 ? '' : `, with ${counted(warned, 'warning')}`;
  const found = `${counted(resources.length, 'resource')} and ${counted(sends.length, 'test send')} (${environments.join(', ')})`;
  const unchecked = projects.some(({ documents }) => documents.hasUnchecked) ? UNCHECKED : '';
  return {
    exit: failed ? Exit.problems : Exit.done,
    text: failed ? unchecked : `Valid${warnings}: ${found}.`,
    json: { valid: !failed, resources: resources.length, sends: sends.length, environments },
    problems,
    sources,
  };
}

function asSarif(invocation: Invocation, { root, file }: CheckedProject, outcome: Outcome): Outcome {
  const text = drawSarif(invocation.redaction.within(outcome.problems), {
    version,
    rules: allRules,
    base: baseOf(invocation, root),
    file,
  });
  return { ...outcome, text, format: 'json' };
}

function asAnnotations(invocation: Invocation, { root }: CheckedProject, outcome: Outcome): Outcome {
  const { redaction, terminal, ports } = invocation;
  const { sources, text } = outcome;
  const problems = redaction.within(outcome.problems);
  const style = { ...terminal.style('stdout'), language: languageOf(invocation) };
  const drawn = drawProblems(problems, shownSources(sources, redaction), style, MOST_OF_A_RULE);
  const log = [drawn, text].filter((part) => part !== '').join('\n');
  const token = ports.random.hex(16);
  return {
    ...outcome,
    text: drawAnnotations(problemsIn(style.language, problems), { log, token, base: baseOf(invocation, root) }),
    format: 'workflow',
    // Printed on stdout, where the runner ignores commands at this point. On stderr it would obey them.
    shown: outcome.problems,
  };
}

/** The project's folder in the repository that a GitHub workflow has checked out; elsewhere paths are the project's own. */
function baseOf({ env }: Invocation, root: string): string {
  const workspace = env['GITHUB_WORKSPACE'];
  if (!workspace) return '';
  const path = relative(workspace, root).split(sep).join('/');
  return path.startsWith('..') || path.startsWith('/') ? '' : path;
}
