/** How long who waits for whom, in milliseconds. "Who waits how long" in docs/state.md explains them to users. */
export const WAITS = {
  /** How often `--lock-timeout` looks at the locks of others. A look at a git remote takes about a second. */
  lockLook: 2_000,
  /**
   * How long a confirmed lock counts as ours. Longer than two consecutive pushes of the git store, so that a run that writes all
   * the time never looks; shorter than another run takes to start after it broke a lock.
   */
  lockCheck: 5_000,
  /** How long a lock in PostgreSQL lasts when its holder is silent, by the clock of the database (assumption 186). */
  lease: 150_000,
  leaseRenewal: 30_000,
  /** How long an edit of a file waits for the edits of other runs. Each takes a moment. */
  fileEdit: 20_000,
  /** The longest that a call of git may take. It may wait for a slow remote, never for a person. */
  git: 60_000,
  /** How long PostgreSQL may take for a connection, and for one statement. */
  connection: 10_000,
  statement: 30_000,
  /** How long statements are tried again before the database counts as unreachable (assumption 188). */
  database: 10_000,
  /** How long an interrupted run waits for a database that does not answer. */
  interrupted: 1_000,
} as const;
