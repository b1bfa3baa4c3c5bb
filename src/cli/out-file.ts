import { dirname, resolve } from 'node:path';
import type { ProblemCode } from '../core/codes.ts';
import { Exit } from '../core/exit.ts';
import { isObject, parsedJson } from '../core/json.ts';
import { errorProblem, NotiformError, type Problem, usageError } from '../core/problem.ts';
import { fileFailure } from '../files/file-failure.ts';
import type { Invocation } from './invocation.ts';

/** A kind of file that a flag names, and how an earlier file of this kind is recognized. */
export interface OutFile {
  /** The code of the problem of a file that cannot be written. */
  code: ProblemCode;
  /** `plan` */
  name: string;
  /** Members that every one of its documents has. */
  members: readonly string[];
  /** The first line of a file that is no JSON document. */
  firstLine?: string;
  /** Set if everybody may read it. Any other file is readable only by its owner. */
  mode?: 'kept';
}

/**
 * Checks that a file can be written, before the command does its work. Returns its path at the end of symbolic links, which are kept.
 * Throws a NotiformError (exit 1) if the folder does not exist (a misspelt folder is not created), if the path is not a file, or if
 * the file is anything but an earlier output of the same kind: a wrong path never overwrites a manifest, a plan file or a state.
 * @param file as it was given
 */
export async function requirePlace(
  { ports: { files }, cwd }: Pick<Invocation, 'ports' | 'cwd'>,
  file: string,
  kind: OutFile,
): Promise<string> {
  const { code, name } = kind;
  if (file === '-')
    throw usageError(`\`-\` is not a file name for the ${name}`, 'Name a file; `--json` prints to stdout');
  const refusal = (why: string, hint: string): NotiformError =>
    new NotiformError(errorProblem(code, `${file} ${why}`, hint), Exit.failed);
  try {
    const given = resolve(cwd, file);
    const path = await files.writePath(given);
    const folder = dirname(path === given ? file : path);
    if ((await files.realPath(`${dirname(path)}/.`)) === undefined)
      throw refusal(`cannot be written: there is no folder ${folder}`, 'Create the folder first, or correct the path');
    if ((await files.realPath(path)) === undefined) return path;
    const bytes = await files.read(path).catch(() => undefined);
    if (!isEarlier(bytes && Buffer.from(bytes).toString('utf8'), kind))
      throw refusal(
        `exists and contains no ${name}, so it is not overwritten`,
        'Name another file, or move this one away',
      );
    return path;
  } catch (error) {
    const failure = fileFailure(error, 'written', file);
    if (!failure) throw error;
    throw refusal(`cannot be written: ${failure.why}`, failure.hint);
  }
}

function isEarlier(text: string | undefined, { members, firstLine }: OutFile): boolean {
  if (text === undefined || text.trim() === '') return text !== undefined;
  if (firstLine !== undefined && text.startsWith(`${firstLine}\n`)) return true;
  const value = parsedJson(text);
  return isObject(value) && members.every((member) => member in value);
}

/** Writes a file of a flag, if it has other bytes than before. Returns the problem of a file that the system refuses. */
export async function writeOut(
  { ports: { files }, cwd }: Pick<Invocation, 'ports' | 'cwd'>,
  file: string,
  text: string,
  { code, name, mode }: OutFile,
): Promise<{ written: boolean; problems: Problem[] }> {
  try {
    const path = await files.writePath(resolve(cwd, file));
    const written = !Buffer.from((await files.read(path)) ?? []).equals(Buffer.from(text));
    if (written) await files.writeAtomic(path, text, mode);
    return { written, problems: [] };
  } catch (error) {
    const failure = fileFailure(error, 'written', file);
    if (!failure) throw error;
    const message = `The ${name} could not be written to ${file}: ${failure.why}`;
    return { written: false, problems: [errorProblem(code, message, failure.hint)] };
  }
}
