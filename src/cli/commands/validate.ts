import { Exit } from '../../core/exit.ts';
import { hasErrors } from '../../core/problem.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { type Project, readConfig, readProject } from '../session.ts';

/** `validate [path…]`: offline, without credentials; every environment unless one is named. */
export async function validate(invocation: Invocation, paths: string[]): Promise<Outcome> {
  const config = await readConfig(invocation);
  const wanted = invocation.flags.environment;
  const names = wanted === undefined ? config.environmentNames : [wanted];
  const projects: Project[] = [];
  for (const name of names) projects.push(await readProject(invocation, config, config.environment(name), paths));
  return report(projects, wanted);
}

function report(projects: readonly Project[], wanted: string | undefined): Outcome {
  const problems = distinct(projects);
  const [first] = projects;
  const resources = first?.resources.length ?? 0;
  const sends = first?.sends.length ?? 0;
  const failed = hasErrors(problems);
  const what = `${count(resources, 'resource')} and ${count(sends, 'test send')}`;
  const where = projects.map(({ environment }) => environment.name).join(', ');
  return {
    exit: failed ? Exit.problems : Exit.done,
    text: failed ? '' : `Valid: ${what} (${where}).`,
    json: { valid: !failed, resources, sends, environments: projects.map(({ environment }) => environment.name) },
    problems,
    sources: new Map(projects.flatMap(({ sources }) => [...sources])),
    ...(wanted === undefined ? {} : { environment: wanted }),
  };
}

/** The problems of all environments, each once: most are the same in all of them. */
function distinct(projects: readonly Project[]): Project['problems'] {
  const seen = new Map(
    projects.flatMap(({ problems }) => problems.map((problem) => [JSON.stringify(problem), problem] as const)),
  );
  return [...seen.values()];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
