import { dirname, resolve } from 'node:path';
import type { ProblemCode } from '../core/codes.ts';
import { Exit } from '../core/exit.ts';
import { isObject, parsedJson } from '../core/json.ts';
import type { Files } from '../core/ports.ts';
import { errorProblem, NotiformError, usageError } from '../core/problem.ts';
import { fileFailure } from '../files/file-failure.ts';
import { type Invocation, refuseTwoForms } from './invocation.ts';

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
}

/** The format of a result: by its flag, else by the name of the file. Throws a NotiformError (exit 64) if the file has none of the formats. */
export function formatOf<F extends string, O extends F>(
  invocation: Invocation,
  { format, out }: { format?: F; out?: string },
  ofFiles: readonly O[],
): F | undefined {
  if (out === undefined) {
    refuseTwoForms(invocation, format);
    return format;
  }
  const found = format ?? ofFiles.find((one) => new RegExp(`\\.[cm]?${one}$`).test(out));
  if (ofFiles.some((one) => one === found)) return found;
  throw usageError(
    found === undefined ? `The format of ${out} is unknown` : `--out writes no ${found}`,
    `Pass ${ofFiles.map((one) => `\`--format ${one}\``).join(' or ')}`,
  );
}

/**
 * Checks that a file can be written, before the command does its work. Throws a NotiformError (exit 1) if the folder does not exist
 * (a misspelt folder is not created), if the path is not a file, or if the file is anything but an earlier output of the same kind.
 * So a wrong path never overwrites a manifest, a plan file or a state.
 * @param file as it was given
 */
export async function requirePlace(
  { ports: { files }, cwd }: Pick<Invocation, 'ports' | 'cwd'>,
  file: string,
  kind: OutFile,
): Promise<void> {
  const { code } = kind;
  if (file === '-') {
    const message = `\`-\` is not a file name for the ${kind.name}`;
    throw usageError(message, 'Name a file; `--json` prints to stdout');
  }
  const path = resolve(cwd, file);
  try {
    await requireWritable(files, path, file, kind);
  } catch (error) {
    const failure = fileFailure(error, 'written', file);
    if (!failure) throw error;
    throw refusal(code, `${file} cannot be written: ${failure.why}`, failure.hint);
  }
}

async function requireWritable(files: Files, path: string, file: string, kind: OutFile): Promise<void> {
  const { code, name } = kind;
  const folder = await files.realPath(`${dirname(path)}/.`);
  if (folder === undefined)
    throw refusal(
      code,
      `${file} cannot be written: there is no folder ${dirname(file)}`,
      'Create the folder first, or correct the path',
    );
  const isOther = (await files.realPath(path)) !== undefined && (await files.size(path)) === undefined;
  if (isOther)
    throw refusal(
      code,
      `${file} cannot be written: this is not a place for files`,
      'Name a file in a folder of your own; `--json` prints the same to stdout',
    );
  if (!isEarlier(await textOf(files, path), kind))
    throw refusal(
      code,
      `${file} exists and contains no ${name}, so it is not overwritten`,
      'Name another file, or move this one away',
    );
}

/** Returns the bytes of a file, or undefined if the file cannot be read. */
async function textOf(files: Files, path: string): Promise<string | undefined> {
  try {
    return Buffer.from((await files.read(path)) ?? []).toString('utf8');
  } catch {
    return undefined;
  }
}

function isEarlier(text: string | undefined, { members, firstLine }: OutFile): boolean {
  if (text?.trim() === '') return true;
  if (firstLine !== undefined && text?.startsWith(`${firstLine}\n`)) return true;
  const value = parsedJson(text ?? '');
  return isObject(value) && members.every((member) => member in value);
}

/** Writes a file of a flag, if it has other bytes than before. Returns false if it has not. */
export async function writeOut(
  { ports: { files }, cwd }: Pick<Invocation, 'ports' | 'cwd'>,
  out: string,
  text: string,
  { code, name }: OutFile,
): Promise<boolean> {
  try {
    const path = await files.writePath(resolve(cwd, out));
    if (Buffer.from((await files.read(path)) ?? []).equals(Buffer.from(text))) return false;
    await files.writeAtomic(path, text, 'kept');
    return true;
  } catch (error) {
    const failure = fileFailure(error, 'written', out);
    if (!failure) throw error;
    throw refusal(code, `The ${name} could not be written to ${out}: ${failure.why}`, failure.hint);
  }
}

function refusal(code: ProblemCode, message: string, hint: string): NotiformError {
  return new NotiformError(errorProblem(code, message, hint), Exit.failed);
}
