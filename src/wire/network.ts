import { errors } from 'undici';
import { type TlsFault, tlsFaultOf } from '../core/tls.ts';

export interface NetworkFault {
  /** `ECONNREFUSED`: a constant of Node, OpenSSL or the client, never free text. `time-out` is ours. */
  code: string;
  tls?: TlsFault | undefined;
  /** True if the server closed the connection without sending a byte. */
  silent?: true;
  /** True if a second try would fail in the same way. */
  lasting: boolean;
  /** OpenSSL's or Node's words on a certificate, raw. */
  detail?: string;
}

/** The call took longer than it may. */
export const TIME_OUT: NetworkFault = { code: 'time-out', lasting: false };

/** Reads an error of the connection. Of several attempts (IPv6, IPv4) it reads the first. */
export function faultOf(cause: Error): NetworkFault {
  const error = cause instanceof AggregateError && cause.errors[0] instanceof Error ? cause.errors[0] : cause;
  const refusal = refusalOfProxy(error);
  if (refusal) return refusal;
  const code = codeOf(error) ?? codeOf(cause) ?? 'unknown';
  const tls = tlsFaultOf(code);
  const lasting =
    tls !== undefined ||
    code.startsWith('PROXY_TLS_') ||
    code === 'ENOTFOUND' ||
    code.startsWith('UND_ERR_INVALID') ||
    code === 'UND_ERR_NOT_SUPPORTED';
  const fault = {
    code,
    lasting,
    ...(error instanceof errors.SocketError && error.socket?.bytesRead === 0 ? { silent: true as const } : {}),
  };
  return tls ? { ...fault, tls, detail: error.message } : fault;
}

/** What a proxy answered instead of connecting. Only a failure of the proxy itself may pass. */
function refusalOfProxy({ message }: Error): NetworkFault | undefined {
  const [, status] = /^Proxy response \((\d{3})\)/.exec(message) ?? [];
  return status === undefined ? undefined : { code: `PROXY_${status}`, lasting: !status.startsWith('5') };
}

/** The first bytes of a TLS alert: a server's answer to plain HTTP on an https: port. */
const TLS_ALERT = '\x15\x03';

function codeOf(error: Error): string | undefined {
  // The client gives this error no code.
  if (error.name === 'HTTPParserError') {
    return 'data' in error && String(error.data).startsWith(TLS_ALERT) ? 'TLS_ALERT' : 'UND_ERR_HTTP_PARSER';
  }
  return 'code' in error && typeof error.code === 'string' && /^[A-Z0-9_]+$/.test(error.code) ? error.code : undefined;
}
