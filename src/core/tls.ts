export type TlsFault =
  | 'expired'
  | 'not-yet-valid'
  | 'other-host'
  /** The server requires a client certificate. */
  | 'client-certificate'
  /** The server ended the handshake: it requires a client certificate, or shares no cipher with Node. */
  | 'handshake'
  | 'protocol'
  /** The server speaks TLS, and the call was plain HTTP. */
  | 'plain'
  /** No trusted authority signed the certificate. */
  | 'untrusted';

/** The first pattern that fits counts. */
const FAULTS: readonly (readonly [RegExp, TlsFault])[] = [
  [/^CERT_HAS_EXPIRED$/, 'expired'],
  [/^CERT_NOT_YET_VALID$/, 'not-yet-valid'],
  [/^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, 'other-host'],
  [/^ERR_SSL_(?:TLSV13_ALERT_CERTIFICATE_REQUIRED|SSLV3_ALERT_BAD_CERTIFICATE)$/, 'client-certificate'],
  [/^ERR_SSL_(?:SSLV3_ALERT|SSL\/TLS_ALERT)_HANDSHAKE_FAILURE$/, 'handshake'],
  [/^TLS_ALERT$/, 'plain'],
  [/^(?:EPROTO$|ERR_SSL_)/, 'protocol'],
  [/^(?:ERR_TLS_|ERR_OSSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_CERT_|ERROR_IN_CRL_|CRL_)/, 'untrusted'],
  [/^(?:INVALID_(?:CA|PURPOSE)|PATH_LENGTH_)/, 'untrusted'],
];

/** Reads a code of Node or OpenSSL; undefined if it is not about TLS. */
export function tlsFaultOf(code: string): TlsFault | undefined {
  return FAULTS.find(([pattern]) => pattern.test(code))?.[1];
}

/** The names that a certificate is for, out of Node's words about a certificate of another host; undefined if they name none. */
export function namesIn(words: string): string | undefined {
  return /cert's altnames: (.+)/.exec(words)?.[1];
}
