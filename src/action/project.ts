import { dirname } from 'node:path';
import { findConfig } from '../config/find.ts';
import { Exit } from '../core/exit.ts';
import type { Files } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { type JobContext, pathWithin } from './context.ts';
import type { Inputs } from './inputs.ts';

/**
 * The folder of the step, and the folders that it reads the project from. Throws a NotiformError (exit 64) if they have no
 * configuration: the command line would search the folders above, and find another project of the repository.
 */
export async function projectOf(
  inputs: Inputs,
  context: JobContext,
  files: Files,
): Promise<{ cwd: string; folders: string[]; file: string | undefined }> {
  const folder = inputs.text('working-directory');
  const cwd = await pathWithin(context, files, { input: 'working-directory', given: folder ?? '.' });
  const file = inputs.text('config');
  if (file === undefined) {
    const found = await findConfig(cwd, files);
    if (found !== undefined && dirname(found) === cwd) return { cwd, folders: [cwd], file };
    throw noProject(
      folder === undefined
        ? 'There is no notiform.yaml in the root of the repository'
        : `There is no notiform.yaml in ${folder}, which the input \`working-directory\` names`,
    );
  }
  const path = await pathWithin(context, files, { input: 'config', given: file, from: cwd });
  if ((await files.size(path)) === undefined)
    throw noProject(`There is no file ${file}, which the input \`config\` names`);
  return { cwd, folders: [cwd, dirname(path)], file };
}

function noProject(message: string): NotiformError {
  const hint = 'Set `working-directory` to the folder of notiform.yaml, from the root of the repository';
  return new NotiformError(errorProblem('action-path', message, hint), Exit.usage);
}
