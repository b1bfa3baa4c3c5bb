import type { Files } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { FileFailure, fileFailure } from '../files/file-failure.ts';

/**
 * Waits for an access to a file of the state. Throws a NotiformError (`state-unwritable`, `state-unreadable`) if the file
 * system refuses the access. Throws other errors unchanged.
 * @param shown the file as messages name it
 */
export async function onDisk<T>(what: 'read' | 'written', shown: string, access: Promise<T>): Promise<T> {
  try {
    return await access;
  } catch (error) {
    const failure = fileFailure(error, what, shown);
    if (!failure) throw error;
    throw new NotiformError(
      what === 'read'
        ? errorProblem(
            'state-unreadable',
            `The state in ${shown} could not be read: ${failure.code}`,
            'Give this user the right to read the file, then run the command again.',
          )
        : errorProblem(
            'state-unwritable',
            `The state in ${shown} could not be written: ${failure.code}`,
            'Free some space, or give this user the right to write there. The next run finds what was done by its name.',
          ),
    );
  }
}

/** Throws a NotiformError unless files can be created in a folder of the state. @param shown the folder as messages name it */
export async function requireWritable(folder: string, shown: string, files: Files): Promise<void> {
  try {
    await files.requireWritable(folder);
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    const hint = error.code === 'ENOTDIR' ? 'Move away the file that is in the place of a folder' : error.hint;
    throw new NotiformError(
      errorProblem('state-unwritable', `The state in ${shown} cannot be written: ${error.why}`, hint),
    );
  }
}
