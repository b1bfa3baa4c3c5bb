import { Exit } from '../core/exit.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { trimEndOf } from '../text/trim.ts';

/** A checked base address of one of the two APIs. */
export interface Base {
  origin: string;
  /** For messages: the host, with its port if that is not the default. */
  host: string;
  /** The path, without a slash at its end. Mostly empty. */
  prefix: string;
}

const LOOPBACK = /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** True if a URL's host is this machine. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK.test(url.hostname);
}

/** True if the network can read requests: plain `http:` to another machine, unless `insecureHttp` accepts that. */
export function isExposed(url: URL, insecureHttp: boolean): boolean {
  return url.protocol !== 'https:' && !(url.protocol === 'http:' && (insecureHttp || isLoopback(url)));
}

/** The URL of a file at the service or an emulator. An address that names this machine is replaced by `localFiles`, with its path. */
export function placeOf(address: string, localFiles: string | undefined): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || localFiles === undefined || !isLoopback(url)) return url;
  return new URL(`${url.pathname}${url.search}`, localFiles);
}

/**
 * Reads a base address. `setting` is its name in the configuration (`resourceUrl`).
 * Throws a `NotiformError` if the address is not a URL, is not encrypted, or contains a user, a query or a hash.
 */
export function readBase(setting: string, address: string, insecureHttp = false): Base {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url?.host) throw unusable(`${setting} is not a URL`, 'Write it as https://host');
  if (isExposed(url, insecureHttp)) {
    throw unusable(
      `${setting} is not encrypted: ${url.protocol}//${url.host}`,
      'Write https:. Plain http: is only for this machine (localhost, 127.0.0.1), because every call carries credentials. For an emulator on another machine, set `test: true` and `insecureHttp: true`',
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw unusable(
      `${setting} contains more than a scheme, a host and a path`,
      'Remove user, password, query and hash',
    );
  }
  return { origin: url.origin, host: url.host, prefix: trimEndOf(url.pathname, '/') };
}

function unusable(message: string, hint: string): NotiformError {
  return new NotiformError(errorProblem('service-address', message, hint), Exit.problems);
}
