import { together } from '../config/together.ts';
import { asWarning, errorProblem, NotiformError, type Problem, type Sources, sortProblems } from '../core/problem.ts';
import type { CheckMemory } from '../manifest/load/check-file.ts';
import type { Judged } from '../manifest/options.ts';
import { readCategories } from './categories.ts';
import { readConfig } from './config.ts';
import type { Invocation } from './invocation.ts';
import { type LoadedProject, readProject } from './project.ts';

/** A project as `validate` and editors check it: in every environment, or in the one that the command line names. */
export interface CheckedProject {
  /** The project's root, absolute. */
  root: string;
  file: string;
  /** The problems of all environments, each once, in the order of the files. */
  problems: readonly Problem[];
  sources: Sources | undefined;
  /** The project in each environment; empty if the configuration cannot be read. */
  projects: readonly LoadedProject[];
  /** The exit code of a failure that left no project to check. */
  failed?: number;
}

/** Checks the project. Throws a NotiformError if its configuration cannot be read. */
export async function checkProject(
  invocation: Invocation,
  paths: string[],
  memory?: CheckMemory,
): Promise<CheckedProject> {
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
    const where = { environment, defaultSender: config.defaults.sender, clock: invocation.ports.clock };
    const judge = async (read: Judged): Promise<Problem[]> =>
      read.sends.length === 0 ? [] : (await import('./send/judge.ts')).judgeSends(read, where);
    projects.push(await readProject(invocation, config, environment, paths, { categories, judge, memory }));
  }
  const problems = distinct(projects);
  const isEmpty = projects.every(({ resources, sends }) => resources.length + sends.length === 0);
  return {
    root: config.root,
    file: config.file,
    problems: isEmpty && problems.length === 0 ? [nothingIn(config.manifests)] : problems,
    sources: sourcesOf(projects),
    projects,
  };
}

/** As `checkProject`, but reports a failure as a problem, so that a pipeline always gets a document. */
export async function checkAnyway(...given: Parameters<typeof checkProject>): Promise<CheckedProject> {
  try {
    return await checkProject(...given);
  } catch (error) {
    if (!(error instanceof NotiformError)) throw error;
    const { exit, problems, sources } = error;
    return { root: given[0].cwd, file: 'notiform.yaml', problems, sources, projects: [], failed: exit };
  }
}

/** A misspelled ending must not look like a project without mistakes. */
function nothingIn(manifests: string): Problem {
  const message = `There is no manifest in \`${manifests}\``;
  const hint = 'Manifests end in `.yaml` or `.yml`, and their names do not begin with a dot';
  return asWarning(errorProblem('no-manifests', message, hint));
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

/** Most problems are the same in all environments. Any other names those that have it. */
function distinct(projects: readonly LoadedProject[]): Problem[] {
  if (projects.length < 2) return projects.flatMap(({ problems }) => problems);
  const found = new Map<string, Map<string, Problem>>();
  for (const { problems, environment } of projects)
    for (const problem of problems) {
      const key = JSON.stringify(problem);
      found.set(key, (found.get(key) ?? new Map<string, Problem>()).set(environment.name, problem));
    }
  const joined = [...found.values()].flatMap((own) => {
    const [problem] = own.values();
    return problem ? [own.size === projects.length ? problem : inSome(problem, [...own.keys()])] : [];
  });
  return sortProblems(joined);
}

function inSome(problem: Problem, environments: string[]): Problem {
  const isNamed = environments.every((name) => problem.message.includes(`\`${name}\``));
  const names = environments.map((name) => `\`${name}\``).join(', ');
  return { ...problem, environments, message: isNamed ? problem.message : `In ${names}: ${problem.message}` };
}
