import { errorProblem, type Problem } from '../core/problem.ts';
import { namesIn, type TlsFault, tlsFaultOf } from '../core/tls.ts';

/** The code of an error of the driver: PostgreSQL's five characters (its appendix A), or Node's word. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Passing failures: the network, a restart, a failover, too many connections, a deadlock. */
const PASSING =
  /^(?:08...|40...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ENOENT)$/;
const PASSING_WORDS =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/;

/** The driver's words if there is no password. */
const PASSWORD_WORDS = /password must be a (?:non-empty )?string/;

/** True if a statement may succeed at another try. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return code === '' ? error instanceof Error && PASSING_WORDS.test(error.message) : PASSING.test(code);
}

const RIGHTS = /^(?:42501|25006)$/;
/** The table differs from the one that `CREATE` makes, or there is no schema for it. */
const TABLE = /^(?:42703|42P01|42P10|42804|42883|42809|55000|3F000)$/;
const TLS_WORDS: readonly [RegExp, TlsFault][] = [
  [/does not support SSL|no encryption|establishing an SSL connection/, 'protocol'],
  [/requires a valid client certificate/, 'client-certificate'],
];

/** The problem of a failed statement. The database's own words never contain the address. */
export function databaseProblem(error: unknown): Problem {
  const code = codeOf(error);
  const words = (error instanceof Error && error.message) || code || 'it did not say why';
  if (isPassing(error)) {
    return errorProblem(
      'state-unreachable',
      `The database of the state could not be reached: ${words}`,
      'Check that the database runs, then run the command again. It continues where this run stopped.',
    );
  }
  const tls = tlsFaultOf(code) ?? TLS_WORDS.find(([pattern]) => pattern.test(words))?.[1];
  if (tls) return errorProblem('state-tls', ...tlsSentences(tls, words));
  if (PASSWORD_WORDS.test(words)) {
    return errorProblem(
      'state-forbidden',
      'The database of the state requires a password, and `state.url` has none',
      'Add the password to `state.url`: postgres://user:password@host/database.',
    );
  }
  if (code.startsWith('28')) {
    return errorProblem(
      'state-forbidden',
      `The database of the state does not accept this user: ${words}`,
      'Check user and password in `state.url`.',
    );
  }
  if (RIGHTS.test(code)) {
    return errorProblem(
      'state-forbidden',
      `The database of the state does not allow this user to do this: ${words}`,
      'Grant the user the right to read and write the table notiform_state. The first run needs the right to create it.',
    );
  }
  if (TABLE.test(code)) {
    return errorProblem(
      'state-table',
      `The table notiform_state differs from the one that this notiform creates, or has no schema: ${words}`,
      'Compare its columns with those under "state" in the documentation. If a newer notiform created it, use that version. If another program uses the name, use another schema.',
    );
  }
  return errorProblem(
    'state-database',
    `The database of the state cannot do this: ${words}`,
    'Check `state.url` and the message of the database.',
  );
}

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
        'Use a host name of the certificate in `state.url`.',
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
        `The connection to the database of the state is not encrypted as required: ${words}`,
        'Check `sslmode` in `state.url`: without it, the connection to another machine is encrypted. NODE_EXTRA_CA_CERTS adds the certificate authority of a company.',
      ];
  }
}
