import { lookup } from 'node:dns/promises';
import { connect as connectTls, type PeerCertificate } from 'node:tls';
import type { Clock } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { faultOf, TIME_OUT } from './network.ts';
import { type CalledHost, unreachable } from './unreachable.ts';

/** Looks at a host without calling it: its name and its certificate. */

const PATIENCE_MS = 10_000;

/** Returns the addresses of a host. Throws a NotiformError (`service-unreachable`) if its name cannot be looked up. */
export async function addressesOf(hostname: string, called: CalledHost, clock: Clock): Promise<string[]> {
  const found = lookup(hostname, { all: true }).then((all) => all.map(({ address }) => address));
  return patiently(found, called, clock);
}

/**
 * Makes the handshake of a connection and closes it. Returns when the certificate expires, in milliseconds since the epoch. Throws a NotiformError (`service-tls`, `service-unreachable`) if it fails.
 */
export async function handshake(
  { hostname, port }: URL,
  { insecureTls }: { insecureTls: boolean },
  called: CalledHost,
  clock: Clock,
): Promise<{ expiresAt: number; protocol: string }> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = connectTls({
    host,
    port: Number(port || 443),
    rejectUnauthorized: !insecureTls,
    ...(/[a-z]/i.test(host) && !host.includes(':') ? { servername: host } : {}),
  });
  const shown = new Promise<{ expiresAt: number; protocol: string }>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const { valid_to: until }: PeerCertificate = socket.getPeerCertificate();
      resolve({ expiresAt: Date.parse(until), protocol: socket.getProtocol() ?? '' });
    });
  });
  try {
    return await patiently(shown, called, clock);
  } finally {
    socket.destroy();
  }
}

/** Returns the result of some work within ten seconds. A failure is worded as that of a call. */
async function patiently<T>(work: Promise<T>, called: CalledHost, clock: Clock): Promise<T> {
  const done = new AbortController();
  const late = clock.sleep(PATIENCE_MS, done.signal).then(() => Promise.reject(TIME_OUT));
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    const { code, message, help } = unreachable(error instanceof Error ? faultOf(error) : TIME_OUT, called);
    throw new NotiformError(errorProblem(code, message, help));
  } finally {
    done.abort();
  }
}
