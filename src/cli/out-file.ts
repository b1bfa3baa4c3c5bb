import { dirname, resolve } from 'node:path';
import type { ProblemCode } from '../core/codes.ts';
import { Exit } from '../core/exit.ts';
import { NotiformError } from '../core/problem.ts';
import type { Invocation } from './invocation.ts';

/** Files of the kernel: a file that is put into the place of one of them takes a device away from the machine. */
const NO_PLACE = /^\/(?:proc|sys|dev(?!\/shm\/))(?:\/|$)/;

/**
 * Refuses a file that could not be written, before anything is done for it. Throws a NotiformError (exit 1) where its folder
 * is not there, since a misspelt one is not to be made, or where something stands there that is no file.
 * @param file as it was given
 * @param code what it is told as
 */
export async function requirePlace(
  { ports: { files }, cwd }: Pick<Invocation, 'ports' | 'cwd'>,
  file: string,
  code: ProblemCode,
): Promise<void> {
  const path = resolve(cwd, file);
  const folder = await files.realPath(`${dirname(path)}/.`);
  if (folder === undefined)
    throw refusal(
      code,
      `${file} cannot be written: there is no folder ${dirname(file)}`,
      'Make the folder first, or correct the path',
    );
  const isOther = (await files.realPath(path)) !== undefined && (await files.size(path)) === undefined;
  if (isOther || NO_PLACE.test(`${folder}/`))
    throw refusal(
      code,
      `${file} cannot be written: it is no place for a file`,
      'Name a file in a folder of your own; `--json` prints the same to stdout',
    );
}

function refusal(code: ProblemCode, message: string, hint: string): NotiformError {
  return new NotiformError({ code, severity: 'error', message, hint }, Exit.failed);
}
