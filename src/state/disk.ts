import { fileFailure } from '../core/file-failure.ts';
import { NotiformError, type Problem } from '../core/problem.ts';

/**
 * What an access to a file of the state came to. Where the file system refused, that is a NotiformError
 * (`state-unwritable`, `state-unreadable`) with its word; everything else is thrown as it came.
 * @param shown the file as a person knows it
 */
export async function onDisk<T>(what: 'read' | 'written', shown: string, access: Promise<T>): Promise<T> {
  try {
    return await access;
  } catch (error) {
    const failure = fileFailure(error, what, shown);
    if (!failure) throw error;
    throw new NotiformError(what === 'read' ? unreadable(shown, failure.code) : unwritable(shown, failure.code));
  }
}

function unreadable(shown: string, word: string): Problem {
  return {
    code: 'state-unreadable',
    severity: 'error',
    message: `The state in ${shown} could not be read: ${word}`,
    hint: 'Give this user the right to read it; then run the command again.',
  };
}

function unwritable(shown: string, word: string): Problem {
  return {
    code: 'state-unwritable',
    severity: 'error',
    message: `The state in ${shown} could not be written: ${word}`,
    hint: 'Make room, or give this user the right to write there. What was done is found again by its name.',
  };
}
