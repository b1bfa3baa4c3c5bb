import { runProgram } from '../../src/cli/program.ts';
import { viewOf } from '../cli/streams.ts';
import type { Project } from './project.ts';
import * as built from './project.ts';

export type { Project, Ran } from './project.ts';
export { documentOf } from './project.ts';

/** The same project, whose commands run in this process: for what a command does, not for how a process starts and ends. */
export function inThisProcess(project: Project): Project {
  const runWith: Project['runWith'] = async (env, ...words) => {
    const { PATH, HOME } = process.env;
    const view = viewOf({ cwd: project.path, env: { PATH, HOME, ...env } });
    return { exit: await runProgram(words, view), signal: null, stdout: view.out(), stderr: view.err() };
  };
  return { ...project, run: (...words) => runWith({}, ...words), runWith };
}

export const exampleProject = async (): Promise<Project> => inThisProcess(await built.exampleProject());
export const smallShop = async (): Promise<Project> => inThisProcess(await built.smallShop());
export const emptyProject = async (): Promise<Project> => inThisProcess(await built.emptyProject());
