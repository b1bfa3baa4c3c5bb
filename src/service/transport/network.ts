/** What a failed connection says about the other side, in words of our own. */
export interface NetworkFault {
  /** `ECONNREFUSED`: a constant of Node, OpenSSL or the client, never free text. */
  code: string;
  tls: boolean;
  /** Whether it would be the same a second later. */
  lasting: boolean;
  /** OpenSSL's or Node's words on a certificate, raw. */
  detail?: string;
}

const TLS_CODES =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_CERT_|ERROR_IN_CRL_|CRL_|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_|EPROTO$)/;

/** Reads an error of the connection; the first of several attempts (IPv6, IPv4) stands for all. */
export function faultOf(cause: Error): NetworkFault {
  const error = cause instanceof AggregateError && cause.errors[0] instanceof Error ? cause.errors[0] : cause;
  const code = codeOf(error) ?? codeOf(cause) ?? 'unknown';
  const tls = TLS_CODES.test(code);
  const lasting = tls || code === 'ENOTFOUND' || code.startsWith('UND_ERR_INVALID') || code === 'UND_ERR_NOT_SUPPORTED';
  return tls ? { code, tls, lasting, detail: error.message } : { code, tls, lasting };
}

function codeOf(error: Error): string | undefined {
  // the client's parser leaves its code out
  if (error.name === 'HTTPParserError') return 'UND_ERR_HTTP_PARSER';
  return 'code' in error && typeof error.code === 'string' && /^[A-Z0-9_]+$/.test(error.code) ? error.code : undefined;
}
