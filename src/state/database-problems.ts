import type { Problem } from '../core/problem.ts';

/** The code of an error of the driver: PostgreSQL's five characters (its appendix A), or Node's word. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** What comes and goes: the network, a restart, a standby that takes over, too many connections. */
const PASSING =
  /^(?:08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/;
const PASSING_WORDS =
  /Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error/;

/** Whether a statement may succeed when it is tried again. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  // No socket of a server; a certificate that is not there will not come.
  if (code === 'ENOENT') return error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  return code === '' ? error instanceof Error && PASSING_WORDS.test(error.message) : PASSING.test(code);
}

const ENTRY = /^28...$/;
const RIGHTS = /^(?:42501|25006)$/;
/** What is no table as `CREATE` makes it, and where there is no place for one. */
const TABLE = /^(?:42703|42P01|42P10|42804|42883|42809|55000|3F000)$/;
/** Files are read for certificates alone. */
const TLS = /^(?:ERR_(?:SSL|TLS|OSSL)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|ENOENT|EACCES|EISDIR)/;
const TLS_WORDS = /does not support SSL|no encryption|pg_hba\.conf|SECURITY WARNING/;

/** What went wrong with the database, and how to mend it. The words are its own; an address is in none. */
export function databaseProblem(error: unknown): Problem {
  const code = codeOf(error);
  const words = (error instanceof Error && error.message) || code || 'it did not say why';
  if (isPassing(error)) return unreachable(words === '' ? code : words);
  if (TLS.test(code) || TLS_WORDS.test(words)) {
    return {
      code: 'state-tls',
      severity: 'error',
      message: `The connection to the database of the state is not encrypted as it has to be: ${words}`,
      hint: 'See `sslmode` in `state.url`; trust a company authority by NODE_EXTRA_CA_CERTS.',
    };
  }
  if (ENTRY.test(code) || RIGHTS.test(code)) {
    return {
      code: 'state-forbidden',
      severity: 'error',
      message: `The database of the state does not let this user ${ENTRY.test(code) ? 'in' : 'do this'}: ${words}`,
      hint: ENTRY.test(code)
        ? 'Check user and password in `state.url`.'
        : 'Let the user read and write the table notiform_state; the first run has to create it (docs/state.md).',
    };
  }
  if (TABLE.test(code)) {
    return {
      code: 'state-table',
      severity: 'error',
      message: `The table notiform_state is not as this notiform makes it, or has no place: ${words}`,
      hint: 'Compare it with docs/state.md. If a newer notiform made it, use that one; if the name is taken, use a schema of its own.',
    };
  }
  return {
    code: 'state-database',
    severity: 'error',
    message: `The database of the state cannot do this: ${words}`,
    hint: 'Check `state.url`, and what the database says.',
  };
}

function unreachable(words: string): Problem {
  return {
    code: 'state-unreachable',
    severity: 'error',
    message: `The database of the state could not be reached: ${words}`,
    hint: 'Check that it runs, then run the command again: it goes on where this one stood.',
  };
}

/** The address itself is in no sentence: it may hold a password. */
export function addressProblem(): Problem {
  return {
    code: 'state-address',
    severity: 'error',
    message: '`state.url` is no address of a PostgreSQL database',
    hint: 'Write postgres://user:password@host/database; in a password write %2F for a slash, %3F for ?, %23 for # and %25 for %.',
  };
}
