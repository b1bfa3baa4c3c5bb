import { resolve } from 'node:path';
import { Exit } from '../../core/exit.ts';
import { isObject, type JsonObject, parsedJson } from '../../core/json.ts';
import { parsePath } from '../../core/path.ts';
import { errorProblem, hasErrors, NotiformError, type Places, type Problem, type Sources } from '../../core/problem.ts';
import { fileFailure } from '../../files/file-failure.ts';
import { parseLocatedBytes } from '../../yaml/located.ts';
import type { Invocation } from '../invocation.ts';

/** What `emulator --seed FILE` names: the body of `POST seed`, as JSON or YAML. */
export interface SeedFile {
  seed: JsonObject;
  /** A failed start, with the place of the member that the emulator refused. */
  placed(error: unknown): unknown;
}

/** Reads a seed. Throws a NotiformError (exit 3) if the file does not have one. */
export async function readSeedFile({ cwd, ports }: Invocation, file: string): Promise<SeedFile> {
  const bytes = await ports.files.read(resolve(cwd, file)).catch((error: unknown) => {
    const failure = fileFailure(error, 'read', file);
    throw failure ? new NotiformError(failure.problem(file), Exit.problems) : error;
  });
  if (bytes === undefined) throw refused(`There is no file ${file}`, 'Correct the path of `--seed`');
  // A snapshot of an emulator may be large, and nobody edits it.
  const written = file.endsWith('.json') ? parsedJson(bytes) : undefined;
  if (isObject(written) && 'snapshot' in written) return { seed: written, placed: (error) => error };
  const { documents, problems, text } = parseLocatedBytes(file, bytes);
  const sources = new Map([[file, text]]);
  if (hasErrors(problems)) throw new NotiformError(problems, Exit.problems, sources);
  const [document, another] = documents;
  if (document === undefined || another !== undefined || !isObject(document.value))
    throw refused(
      `${file} does not contain one object`,
      'Write the body of `POST seed`: `templates:` with a list, and so on',
    );
  return { seed: document.value, placed: (error) => atMember(error, document, sources) };
}

function refused(message: string, hint: string): NotiformError {
  return new NotiformError(errorProblem('emulator-seed', message, hint), Exit.problems);
}

function atMember(error: unknown, document: Places, sources: Sources): unknown {
  const [problem] = error instanceof NotiformError ? error.problems : [];
  if (problem?.code !== 'emulator-seed') return error;
  const [, path = ''] = /: ([a-zA-Z]+\[\d+\][\w.[\]]*)/.exec(problem.message) ?? [];
  const found: Problem = { ...problem, place: document.place(parsePath(path), 'value') };
  return new NotiformError(found, Exit.problems, sources);
}
