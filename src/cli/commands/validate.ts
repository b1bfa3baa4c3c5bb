import { relative, resolve, sep } from 'node:path';
import { together } from '../../config/together.ts';
import { Exit } from '../../core/exit.ts';
import { fill, type Language, type Phrase } from '../../core/language.ts';
import { slept } from '../../core/ports.ts';
import {
  asWarning,
  errorProblem,
  hasErrors,
  NotiformError,
  type Problem,
  type Sources,
  sortProblems,
  usageError,
} from '../../core/problem.ts';
import { version } from '../../core/version.ts';
import { type WatchedFolder, watchFolder } from '../../files/folder-changes.ts';
import type { CheckMemory } from '../../manifest/load/memory.ts';
import { listed } from '../../manifest/manifest.ts';
import type { Judged } from '../../manifest/options.ts';
import { said } from '../../report/terminal-words.ts';
import { ourTime } from '../../report/time.ts';
import { readCategories } from '../categories.ts';
import { show, shownSources } from '../finish.ts';
import { type Invocation, languageOf, learnLanguage, refuseTwoForms } from '../invocation.ts';
import { done, type Outcome } from '../outcome.ts';
import { type LoadedProject, readConfig, readProject } from '../session.ts';
import { judgeSends } from '../test-sends.ts';
import { PROGRESS_TEXTS } from '../texts.ts';

/** Options of `validate` as commander reads them. */
export type ValidateOptions = { format?: 'sarif' | 'github'; rules?: boolean; watch?: boolean };

interface CheckedProject {
  outcome: Outcome;
  /** The project's root, absolute. */
  root: string;
  file: string;
  /** The project in each environment; left out if the configuration cannot be read. */
  projects?: readonly LoadedProject[];
}

/**
 * `validate [path…]`: offline, without credentials; every environment unless one is named. With `--format` a pipeline
 * reads the problems, those of the configuration too; with `--rules` the lint rules are listed and nothing is read.
 */
export async function validate(invocation: Invocation, paths: string[], options: ValidateOptions): Promise<Outcome> {
  refuseTogether(invocation, paths, options);
  const { format, rules, watch } = options;
  if (rules) {
    await learnLanguage(invocation);
    return listRules(invocation);
  }
  if (watch) return checkOnChange(invocation, paths);
  if (format === undefined) return (await checkProject(invocation, paths)).outcome;
  const checked = await checkAnyway(invocation, paths);
  return format === 'sarif' ? asSarif(invocation, checked) : asAnnotations(invocation, checked);
}

function refuseTogether(invocation: Invocation, paths: readonly string[], options: ValidateOptions): void {
  const { format, rules, watch } = options;
  if (rules && format !== undefined)
    throw usageError('--rules cannot be combined with --format', 'Use `--rules --json` for a program');
  if (rules && paths.length > 0) throw usageError('--rules does not read manifests', 'Remove the paths');
  if (watch && (rules || format !== undefined || invocation.flags.json))
    throw usageError('--watch cannot be combined with --rules, --format or --json', 'Leave out one of them');
  refuseTwoForms(invocation, format);
}

/** An editor writes a file in several steps. */
const AFTER_A_CHANGE_MS = 100;

/** Checks the project, then again after each change of a file, until a signal ends the command. */
async function checkOnChange(invocation: Invocation, paths: string[]): Promise<Outcome> {
  const { signal, ports, terminal } = invocation;
  // Watching begins before the check, so that no change between the two is missed.
  const checked = async (): Promise<CheckedProject & { watched: WatchedFolder }> => {
    const watched = await watchFolder(await rootOf(invocation));
    return { ...(await checkAnyway(invocation, paths)), watched };
  };
  const sayTime = (): void => {
    const time = new Date(ports.clock.now()).toISOString();
    const style = terminal.style('stderr');
    terminal.say(said(style, PROGRESS_TEXTS.checkedAt, { time: ourTime(time, style) }));
  };
  const first = await checked();
  let { watched } = first;
  if (!first.projects && first.outcome.problems.every(({ place }) => place === undefined)) {
    // The command line or the folder is wrong. No change of a file would correct that.
    watched.close();
    return first.outcome;
  }
  sayTime();
  return {
    ...first.outcome,
    exit: Exit.done,
    after: async () => {
      terminal.say(said(terminal.style('stderr'), PROGRESS_TEXTS.watching));
      while (await isChanged(watched, signal)) {
        if (!(await slept(ports.clock, AFTER_A_CHANGE_MS, signal))) return;
        const next = await checked();
        watched = next.watched;
        sayTime();
        await show(invocation, 'validate', next.outcome);
      }
    },
  };
}

/** Waits for a change. Returns false if the signal came first. */
async function isChanged({ changed, close }: WatchedFolder, signal: AbortSignal): Promise<boolean> {
  const stopped = new Promise<false>((resolve) => {
    if (signal.aborted) resolve(false);
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });
  const is = await Promise.race([changed.then(() => true as const), stopped]);
  close();
  return is;
}

async function rootOf(invocation: Invocation): Promise<string> {
  try {
    return (await readConfig(invocation)).root;
  } catch {
    return invocation.cwd;
  }
}

async function listRules(invocation: Invocation): Promise<Outcome> {
  const language = languageOf(invocation);
  const [{ allRules }, { drawRules, LEVEL_WORDS }] = await Promise.all([
    import('../../manifest/load/lint.ts'),
    import('../../report/rules.ts'),
  ]);
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

async function checkProject(invocation: Invocation, paths: string[], memory?: CheckMemory): Promise<CheckedProject> {
  const config = await readConfig(invocation);
  const wanted = invocation.flags.environment;
  const names = wanted === undefined ? config.environmentNames : [wanted];
  invocation.known.environment = wanted;
  together(names.map((name) => () => config.environment(name).variables()));
  const projects: LoadedProject[] = [];
  for (const name of names) {
    invocation.signal.throwIfAborted();
    const environment = config.environment(name);
    const categories = await readCategories({ root: config.root, environment, files: invocation.ports.files });
    const judge = (read: Judged): Problem[] =>
      judgeSends(read, { environment, defaultSender: config.defaults.sender, clock: invocation.ports.clock });
    projects.push(await readProject(invocation, config, environment, paths, { categories, judge, memory }));
  }
  const within =
    paths.length === 0 ? undefined : paths.map((path) => relative(config.root, resolve(invocation.cwd, path)));
  return {
    outcome: report(projects, languageOf(invocation), within),
    root: config.root,
    file: config.file,
    projects,
  };
}

/**
 * As `checkProject`, but reports a failure as a problem, so that a pipeline always gets a document.
 * @param memory what earlier checks of this process know
 */
export async function checkAnyway(
  invocation: Invocation,
  paths: string[],
  memory?: CheckMemory,
): Promise<CheckedProject> {
  try {
    return await checkProject(invocation, paths, memory);
  } catch (error) {
    if (!(error instanceof NotiformError)) throw error;
    const { exit, problems, sources } = error;
    return { outcome: { exit, text: '', json: {}, problems, sources }, root: invocation.cwd, file: 'notiform.yaml' };
  }
}

const SUMMARY = {
  valid: {
    en: 'Valid: {resources} and {sends} ({environments}).',
    ko: '문제가 없습니다: {resources}, {sends} ({environments})',
  },
  warned: {
    en: 'Valid, with {count} {count:warning|warnings}: {resources} and {sends} ({environments}).',
    ko: '오류는 없고 주의가 {count}개 있습니다: {resources}, {sends} ({environments})',
  },
  resources: { en: '{count} {count:resource|resources}', ko: '리소스 {count}개' },
  sends: { en: '{count} {count:test send|test sends}', ko: '테스트 발송 {count}개' },
  unchecked: {
    en: 'A manifest with an error is not checked completely. Fix the errors to see its other errors and warnings.',
    ko: '오류가 있는 파일은 일부 항목만 점검합니다. 오류를 고치면 나머지 오류와 주의가 표시됩니다.',
  },
  part: { en: '{count} of {total}', ko: '{total} 중 {count}개' },
} satisfies Record<string, Phrase>;

/** @param within the files and folders that were asked for, relative to the root; everything if left out */
function report(projects: readonly LoadedProject[], language: Language, within?: readonly string[]): Outcome {
  const [first] = projects;
  const resources = first?.resources.length ?? 0;
  // A test send may be for some of the environments.
  const sends = [...new Map(projects.flatMap((one) => one.sends.map((send) => [send.id, send]))).values()];
  const problems = distinct(projects);
  if (first && problems.length + resources + sends.length === 0) problems.push(nothingIn(first.config.manifests));
  const failed = hasErrors(problems);
  const warned = problems.filter(({ severity }) => severity === 'warning').length;
  const part = (all: readonly { source: { file: string } }[], noun: Phrase): string => {
    const total = fill(noun, language, { count: all.length });
    if (within === undefined) return total;
    const asked = all.filter(({ source: { file } }) => within.some((path) => isBelow(file, path)));
    return fill(SUMMARY.part, language, { count: String(asked.length), total });
  };
  const text = fill(warned === 0 ? SUMMARY.valid : SUMMARY.warned, language, {
    count: warned,
    resources: part(first?.resources ?? [], SUMMARY.resources),
    sends: part(sends, SUMMARY.sends),
    environments: projects.map(({ environment }) => environment.name).join(', '),
  });
  const hasUnchecked = projects.some(({ documents }) => documents.hasUnchecked);
  const unchecked = hasUnchecked ? fill(SUMMARY.unchecked, language) : '';
  return {
    exit: failed ? Exit.problems : Exit.done,
    text: failed ? unchecked : text,
    json: {
      valid: !failed,
      resources,
      sends: sends.length,
      environments: projects.map(({ environment }) => environment.name),
    },
    problems,
    sources: sourcesOf(projects),
  };
}

/** A misspelled ending must not look like a project without mistakes. */
function nothingIn(manifests: string): Problem {
  const message = `There is no manifest in \`${manifests}\``;
  const hint = 'Manifests end in `.yaml` or `.yml`, and their names do not begin with a dot';
  return asWarning(errorProblem('no-manifests', message, hint));
}

function isBelow(file: string, path: string): boolean {
  const way = relative(path, file);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}

/** Merges the texts of the files. Text that is hidden for one environment is hidden for all, because a manifest may be valid in only some of them. */
function sourcesOf(projects: readonly LoadedProject[]): Sources {
  const [first, ...others] = projects;
  if (first && others.length === 0) return first.sources;
  const texts = new Map<string, string>();
  for (const [file, text] of projects.flatMap(({ sources }) => [...sources])) {
    const known = texts.get(file) ?? text;
    const hidden = (one: string, at: number): string => (known[at] === '*' ? '*' : one);
    texts.set(file, known === text ? text : text.split('').map(hidden).join(''));
  }
  return texts;
}

/** A problem by environment, and how its message ends if that begins with the name of the environment. */
interface Occurrences {
  own: Map<string, Problem>;
  lack: string | undefined;
}

/**
 * Returns the problems of all environments, each once, in the order of the files. Most are the same in all of them; any other
 * names those that have it.
 */
function distinct(projects: readonly LoadedProject[]): Problem[] {
  if (projects.length < 2) return projects.flatMap(({ problems }) => problems);
  const found = new Map<string, Occurrences>();
  for (const { problems, environment } of projects) {
    for (const problem of problems) {
      const { hint: _, ...rest } = problem;
      const lack = lackOf(problem, environment.name);
      const key = JSON.stringify(lack === undefined ? problem : { ...rest, message: lack });
      const known = found.get(key) ?? { own: new Map<string, Problem>(), lack };
      known.own.set(environment.name, problem);
      found.set(key, known);
    }
  }
  return sortProblems([...found.values()].flatMap((one) => joined(one, projects.length)));
}

/** Returns the end of a message that begins with "The environment NAME has"; undefined if another begins so. */
function lackOf({ message }: Problem, name: string): string | undefined {
  const start = [`The environment \`${name}\` has `, `The environment ${name} has `].find((one) =>
    message.startsWith(one),
  );
  return start === undefined ? undefined : message.slice(start.length);
}

/** Makes one problem of those of several environments. Hints that differ are each shown with their environment. */
function joined({ own, lack }: Occurrences, all: number): Problem[] {
  const environments = [...own.keys()];
  const [problem] = own.values();
  if (!problem) return [];
  if (lack === undefined) return [own.size === all ? problem : inSome(problem, environments)];
  if (own.size === 1) return [{ ...problem, environments }];
  const isSame = [...own.values()].every(({ hint }) => hint === problem.hint);
  // The advice after the first sentence is about one environment.
  const hints = Array.from(own, ([name, { hint }]) => `\`${name}\`: ${hint?.split('. ', 1)}`);
  return [
    {
      ...problem,
      environments,
      message: `The environments ${listed(environments)} have ${lack.replace(/ its (?=\w+$)/, ' their ')}`,
      ...(isSame ? {} : { hint: hints.join('. ') }),
    },
  ];
}

function inSome(problem: Problem, environments: string[]): Problem {
  const names = environments.map((name) => `\`${name}\``);
  const isNamed = names.every((name) => problem.message.includes(name));
  return {
    ...problem,
    environments,
    message: isNamed ? problem.message : `In ${names.join(', ')}: ${problem.message}`,
  };
}

async function asSarif(invocation: Invocation, { outcome, root, file }: CheckedProject): Promise<Outcome> {
  const [{ allRules }, { drawSarif }] = await Promise.all([
    import('../../manifest/load/lint.ts'),
    import('../../report/sarif.ts'),
  ]);
  const text = drawSarif(invocation.redaction.within(outcome.problems), {
    version,
    rules: allRules,
    base: baseOf(invocation, root),
    file,
  });
  return { ...outcome, text, format: 'json' };
}

async function asAnnotations(invocation: Invocation, { outcome, root }: CheckedProject): Promise<Outcome> {
  const [{ drawProblems, MOST_OF_A_RULE }, { problemsIn }, { drawAnnotations }] = await Promise.all([
    import('../../report/problems.ts'),
    import('../../report/wording.ts'),
    import('../../report/annotations.ts'),
  ]);
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
