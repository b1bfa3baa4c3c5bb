import type { ProblemCode } from '../core/codes.ts';
import type { Problem } from '../core/problem.ts';
import { namesIn, type TlsFault, tlsFaultOf } from '../core/tls.ts';

/** The code of an error of the driver: PostgreSQL's five characters (its appendix A), or Node's word. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** What comes and goes: the network, a restart, a standby that takes over, too many connections, two that wait for each other. */
const PASSING =
  /^(?:08...|40...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ENOENT)$/;
const PASSING_WORDS =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/;

/** What a pooler says of parameters that it does not pass on to the server. PgBouncer's code for it is that of a lost connection. */
const POOLER_WORDS = /unsupported startup parameter|command-line options/;

/** What the driver says where there is no password at all. */
const PASSWORD_WORDS = /password must be a (?:non-empty )?string/;
const CLIENT_CERTIFICATE_WORDS = /requires a valid client certificate/;

/** Whether a statement may succeed when it is tried again. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  if (error instanceof Error && POOLER_WORDS.test(error.message)) return false;
  return code === '' ? error instanceof Error && PASSING_WORDS.test(error.message) : PASSING.test(code);
}

const RIGHTS = /^(?:42501|25006)$/;
/** What is no table as `CREATE` makes it, and where there is no place for one. */
const TABLE = /^(?:42703|42P01|42P10|42804|42883|42809|55000|3F000)$/;
const TLS_WORDS = /does not support SSL|no encryption|establishing an SSL connection/;

/** What went wrong with the database, and how to fix it. The words are its own; an address is in none. */
export function databaseProblem(error: unknown): Problem {
  const code = codeOf(error);
  const words = (error instanceof Error && error.message) || code || 'it did not say why';
  if (isPassing(error)) {
    return problem(
      'state-unreachable',
      `The database of the state could not be reached: ${words}`,
      'Check that it runs, then run the command again: it goes on where this one stood.',
    );
  }
  const tls = tlsFaultOf(code) ?? (TLS_WORDS.test(words) ? 'protocol' : undefined);
  if (tls) return problem('state-tls', ...tlsSentences(tls, words));
  if (POOLER_WORDS.test(words)) {
    return problem(
      'state-database',
      `A connection pooler in front of the database does not take a parameter of \`state.url\`: ${words}`,
      'Remove `options` from `state.url`. Set the schema with `alter role … set search_path = …`.',
    );
  }
  if (CLIENT_CERTIFICATE_WORDS.test(words)) {
    return problem('state-tls', ...tlsSentences('client-certificate', words));
  }
  if (PASSWORD_WORDS.test(words)) {
    return problem(
      'state-forbidden',
      'The database of the state asks for a password, and there is none',
      'Write it into `state.url`: postgres://user:password@host/database.',
    );
  }
  if (code.startsWith('28')) {
    return problem(
      'state-forbidden',
      `The database of the state does not let this user in: ${words}`,
      'Check user and password in `state.url`.',
    );
  }
  if (RIGHTS.test(code)) {
    return problem(
      'state-forbidden',
      `The database of the state does not let this user do this: ${words}`,
      'Let the user read and write the table notiform_state; the first run has to create it.',
    );
  }
  if (TABLE.test(code)) {
    return problem(
      'state-table',
      `The table notiform_state is not as this notiform makes it, or has no place: ${words}`,
      'Compare its columns with those under "state" in the documentation. If a newer notiform made it, use that one; if the name is taken, use a schema of its own.',
    );
  }
  return problem(
    'state-database',
    `The database of the state cannot do this: ${words}`,
    'Check `state.url`, and what the database says.',
  );
}

/** What is wrong with the encryption, and what to do about it. */
function tlsSentences(fault: TlsFault, words: string): [string, string] {
  switch (fault) {
    case 'expired':
      return [
        'The certificate of the database of the state has expired',
        'Renew it, and check the date of this machine.',
      ];
    case 'other-host': {
      const names = namesIn(words);
      return [
        `The certificate of the database of the state is for another host${names === undefined ? '' : `, ${names}`}`,
        'Write a host name that the certificate has into `state.url`.',
      ];
    }
    case 'client-certificate':
    case 'handshake':
      return [
        `The database of the state requires a client certificate: ${words}`,
        'Name its files in `state.url`: `sslcert=FILE&sslkey=FILE`.',
      ];
    default:
      return [
        `The connection to the database of the state is not encrypted as it has to be: ${words}`,
        'See `sslmode` in `state.url`; trust a company authority by NODE_EXTRA_CA_CERTS.',
      ];
  }
}

function problem(code: ProblemCode, message: string, hint: string): Problem {
  return { code, severity: 'error', message, hint };
}
