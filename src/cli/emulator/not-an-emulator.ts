import { Exit } from '../../core/exit.ts';
import { NotiformError } from '../../core/problem.ts';

/** Nobody plays the inspector of a real service, and its keys and numbers have no place in an emulator's data. */
export function notAnEmulator(name: string): NotiformError {
  return new NotiformError(
    {
      code: 'not-an-emulator',
      severity: 'error',
      message: `The environment ${name} is a real service, and no emulator`,
      hint: 'Choose an environment with `emulator: true`',
    },
    Exit.problems,
  );
}
