import { resolve } from 'node:path';
import { Exit } from '../../core/exit.ts';
import { isObject, type JsonObject, parsedJson } from '../../core/json.ts';
import { errorProblem, hasErrors, NotiformError } from '../../core/problem.ts';
import { fileFailure } from '../../files/file-failure.ts';
import { parseLocatedBytes } from '../../yaml/located.ts';
import type { Invocation } from '../invocation.ts';

/** Reads `emulator --seed FILE`: the body of `POST seed`, as JSON or YAML. Throws a NotiformError (exit 3) if the file does not have one. */
export async function readSeed({ cwd, ports }: Invocation, file: string): Promise<JsonObject> {
  const bytes = await ports.files.read(resolve(cwd, file)).catch((error: unknown) => {
    const failure = fileFailure(error, 'read', file);
    throw failure ? new NotiformError(failure.problem(file), Exit.problems) : error;
  });
  if (bytes === undefined) throw refused(`There is no file ${file}`, 'Correct the path of `--seed`');
  // A snapshot of an emulator may be large.
  const written = file.endsWith('.json') ? parsedJson(bytes) : undefined;
  if (isObject(written)) return written;
  const { documents, problems, text } = parseLocatedBytes(file, bytes);
  if (hasErrors(problems)) throw new NotiformError(problems, Exit.problems, new Map([[file, text]]));
  const [document, another] = documents;
  if (isObject(document?.value) && another === undefined) return document.value;
  throw refused(
    `${file} does not contain one object`,
    'Write the body of `POST seed`: `templates:` with a list, and so on',
  );
}

function refused(message: string, hint: string): NotiformError {
  return new NotiformError(errorProblem('emulator-seed', message, hint), Exit.problems);
}
