import { errors } from 'undici';
import { type TlsFault, tlsFaultOf } from '../core/tls.ts';

/** What a failed connection says about the other side, in words of our own. */
export interface NetworkFault {
  /** `ECONNREFUSED`: a constant of Node, OpenSSL or the client, never free text. */
  code: string;
  tls?: TlsFault | undefined;
  /** Whether the other side closed the connection before it had sent a single byte on it. */
  silent?: true;
  /** Whether it would be the same a second later. */
  lasting: boolean;
  /** OpenSSL's or Node's words on a certificate, raw. */
  detail?: string;
}

/** Reads an error of the connection; the first of several attempts (IPv6, IPv4) stands for all. */
export function faultOf(cause: Error): NetworkFault {
  const error = cause instanceof AggregateError && cause.errors[0] instanceof Error ? cause.errors[0] : cause;
  const code = codeOf(error) ?? codeOf(cause) ?? 'unknown';
  const tls = tlsFaultOf(code);
  const lasting =
    tls !== undefined || code === 'ENOTFOUND' || code.startsWith('UND_ERR_INVALID') || code === 'UND_ERR_NOT_SUPPORTED';
  const fault = { code, lasting, ...(isSilent(error) ? { silent: true as const } : {}) };
  return tls ? { ...fault, tls, detail: error.message } : fault;
}

/** The client counts what came in on a connection that was closed. */
function isSilent(error: Error): boolean {
  return error instanceof errors.SocketError && error.socket?.bytesRead === 0;
}

/** How a TLS record begins that says what is wrong: an answer to plain HTTP at a port of https. */
const TLS_ALERT = '\x15\x03';

function codeOf(error: Error): string | undefined {
  // the client's parser leaves its code out
  if (error.name === 'HTTPParserError') {
    return 'data' in error && String(error.data).startsWith(TLS_ALERT) ? 'TLS_ALERT' : 'UND_ERR_HTTP_PARSER';
  }
  return 'code' in error && typeof error.code === 'string' && /^[A-Z0-9_]+$/.test(error.code) ? error.code : undefined;
}
