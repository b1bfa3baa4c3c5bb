import { readFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { videoUpload } from '../../src/kinds/video/endpoints.ts';
import { openConnections } from '../../src/wire/connections.ts';
import { api } from '../api.ts';
import { detail, listen, make, never, shop, talking, template, told } from './support.ts';

/** What goes wrong with an encrypted connection: real sockets, certificates of this test's own. */

const pem = (name: string): Buffer => readFileSync(new URL(`../fixtures/tls/${name}.pem`, import.meta.url));
const key = pem('key');

/** The address of a server with this certificate, and a service that trusts it. */
async function serving(certificate: string, options: ServerOptions = {}) {
  const cert = pem(certificate);
  const url = await listen(
    createServer({ key, cert, ...options }, (_request, response) => {
      response.end(JSON.stringify({ code: '200', data: detail }));
    }),
    'https',
  );
  const dispatcher = openConnections(false, cert);
  onTestFinished(() => dispatcher.destroy());
  return { url, ...make({ resourceUrl: url, dispatcher }) };
}

const client = { requestCert: true, rejectUnauthorized: true, ca: pem('certificate') };

const CASES = [
  [
    'has expired',
    'expired',
    {},
    'The certificate of 127.0.0.1:PORT has expired (CERT_HAS_EXPIRED)',
    'Ask the operator',
  ],
  [
    'is for another host',
    'other-host',
    {},
    'The certificate of 127.0.0.1:PORT is for another host (ERR_TLS_CERT_ALTNAME_INVALID)',
    'Use a host name of the certificate in `resourceUrl`',
  ],
  [
    'is wanted of the client',
    'certificate',
    client,
    '127.0.0.1:PORT requires a client certificate, and notiform has none to present (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
    'Check host and port in `resourceUrl`',
  ],
  [
    'is wanted of the client before TLS 1.3',
    'certificate',
    { ...client, maxVersion: 'TLSv1.2' as const },
    '127.0.0.1:PORT refused the TLS handshake (ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE)',
    'Check host and port in `resourceUrl`',
  ],
] as const;

test.each(CASES)(
  'a certificate that %s: a call that changes something was not made',
  async (...[, cert, options, message, hint]) => {
    const { service } = await serving(cert, options);
    const failure = { kind: 'unreachable', code: 'service-tls', message, hint: expect.stringContaining(hint) };
    expect(await told(api(service).template.add(shop, template, never))).toMatchObject(failure);
  },
);

test('a certificate that is for another host name says for which', async () => {
  const { url, service } = await serving('other-host');
  const { service: named } = make({
    resourceUrl: url.replace('127.0.0.1', 'localhost'),
    dispatcher: openConnections(false, pem('other-host')),
  });
  expect(JSON.stringify(await told(api(named).template.detail(shop, 'x', never)))).toMatch(
    /The certificate of localhost:\d+ is for another host, DNS:other\.example \(ERR_TLS/,
  );
  expect(await told(service.download(`${url}/1.png`, never))).toMatchObject({
    code: 'service-tls',
    message:
      'The image at 127.0.0.1:PORT could not be fetched: The certificate of 127.0.0.1:PORT is for another host (ERR_TLS_CERT_ALTNAME_INVALID)',
  });
});

test('an http: address of a port that expects https: is pointed out', async () => {
  const { url } = await serving('certificate');
  const { service } = make({ resourceUrl: url.replace('https:', 'http:') });
  expect(await told(api(service).template.add(shop, template, never))).toMatchObject({
    kind: 'unclear',
    message:
      'The connection to 127.0.0.1:PORT broke before template.add was answered (UND_ERR_SOCKET). ' +
      '127.0.0.1:PORT was called with http:; the port may expect https:',
  });
});

test('a server that answers http: with TLS has done nothing', async () => {
  const alert = Buffer.from([0x15, 3, 3, 0, 2, 2, 40]);
  const server = await talking((socket) => socket.end(alert));
  const { service } = make({ resourceUrl: server.url });
  expect(await told(api(service).template.add(shop, template, never))).toMatchObject({
    kind: 'unreachable',
    code: 'service-tls',
    message: '127.0.0.1:PORT expects https:, and was called with http: (TLS_ALERT)',
    hint: 'Write https: in `resourceUrl`',
  });
});

afterEach(() => vi.unstubAllEnvs());

test('NODE_TLS_REJECT_UNAUTHORIZED=0 changes nothing: calls, images and videos go to no server that is not trusted', async () => {
  const { url } = await serving('certificate');
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { service } = make({ resourceUrl: url });
  const untrusted = {
    code: 'service-tls',
    message: expect.stringContaining('is not trusted: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)'),
  };
  const ticket = { uploadUrl: `${url}/up`, token: 'token-of-one-upload' };
  const file = {
    name: 'a.mp4',
    bytes: 1,
    read: async function* () {
      yield Buffer.from('x');
    },
  };
  expect(await told(api(service).template.detail(shop, 'x', never))).toMatchObject(untrusted);
  expect(await told(service.download(`${url}/1.png`, never))).toMatchObject(untrusted);
  expect(await told(service.sendFile(videoUpload('v1'), ticket, file, 300_000, never))).toMatchObject(untrusted);
});
