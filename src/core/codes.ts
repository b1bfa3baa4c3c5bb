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

  // service

  // planning and applying

  // state

  // sending
} as const satisfies Record<string, { what: string; mend: string }>;

export type ProblemCode = keyof typeof codes;
