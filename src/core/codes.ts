/**
 * Every problem that notiform can report, by its code. The code is the anchor of its section in docs/errors.md, which
 * a test holds against this table. `what` says what is wrong in general, `mend` how to put it right.
 * Kept sorted inside each group; a code is never renamed once it has landed.
 */
export const codes = {
  // the program itself
  bug: {
    what: 'notiform failed in a way that it should not',
    mend: 'Report it with the text shown; nothing of yours caused it.',
  },
  interrupted: {
    what: 'The run was stopped by a signal',
    mend: 'Run the same command again: it goes on where it stood.',
  },
  usage: { what: 'The command line was not understood', mend: 'See `notiform COMMAND --help`.' },

  // manifests

  // configuration
  'config-invalid': {
    what: 'A setting of notiform.yaml has a value that it cannot have',
    mend: 'See docs/configuration.md for the values of each setting.',
  },
  'config-literal-secret': {
    what: 'A credential is written into notiform.yaml, and so into git',
    mend: 'Write `"${env:NAME}"` in its place and set NAME where notiform runs.',
  },
  'config-missing': { what: 'A setting that notiform.yaml needs is not there', mend: 'Add it.' },
  'config-no-environment': {
    what: 'The environment that was asked for does not exist, or none was named where there are several',
    mend: 'Name one with `--environment`, or set `defaults.environment`.',
  },
  'config-not-found': {
    what: 'There is no notiform.yaml in this folder or one above',
    mend: 'Go to the project, or name the file with `--config`.',
  },
  'config-unknown-key': {
    what: 'notiform.yaml has a setting that does not exist',
    mend: 'Correct the name, or remove it.',
  },
  'config-unknown-name': {
    what: 'A profile, sender or recipient is named that the environment does not have',
    mend: 'Declare it in the environment, or correct the name.',
  },
  'config-unresolved': {
    what: 'A setting that this command needs is missing, or its `${env:NAME}` is not set',
    mend: 'Set the environment variable that is named.',
  },

  // service

  // planning and applying

  // state

  // sending
} as const satisfies Record<string, { what: string; mend: string }>;

export type ProblemCode = keyof typeof codes;
