import { expect, it } from 'vitest';
import { namesIn, tlsFaultOf } from '../../src/core/tls.ts';

it.each([
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'not-yet-valid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'other-host'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'client-certificate'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'handshake'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'protocol'],
  ['EPROTO', 'protocol'],
  ['TLS_ALERT', 'plain'],
  ['CERT_REVOKED', 'untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted'],
  ['INVALID_CA', 'untrusted'],
  ['ECONNRESET', undefined],
])('%s is %s', (code, fault) => {
  expect(tlsFaultOf(code)).toBe(fault);
});

it('names the hosts of a certificate if Node names them', () => {
  expect(namesIn("Host: a.b. is not in the cert's altnames: DNS:c.d, DNS:e.f")).toBe('DNS:c.d, DNS:e.f');
  expect(namesIn("IP: 127.0.0.1 is not in the cert's list: ")).toBeUndefined();
});
