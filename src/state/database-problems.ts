import type { Problem } from '../core/problem.ts';

/** The code of an error of the driver: PostgreSQL's five characters (its appendix A), or Node's word. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** What comes and goes: the network, a restart, a standby that takes over, too many connections. */
const PASSING =
  /^(?:08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ENOENT)$/;
const PASSING_WORDS =
  /Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error/;

/** Whether a statement may succeed when it is tried again. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return code === '' ? error instanceof Error && PASSING_WORDS.test(error.message) : PASSING.test(code);
}

const ENTRY = /^28...$/;
const RIGHTS = /^(?:42501|25006)$/;
const TLS = /^(?:ERR_(?:SSL|TLS)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/;
const TLS_WORDS = /does not support SSL|no encryption|pg_hba\.conf/;

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
