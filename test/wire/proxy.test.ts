import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import { videoUpload } from '../../src/kinds/video/endpoints.ts';
import { Redaction } from '../../src/text/redaction.ts';
import { openConnections } from '../../src/wire/connections.ts';
import { proxiesIn } from '../../src/wire/proxy.ts';
import { proxySecrets } from '../../src/wire/proxy-address.ts';
import { unreachable } from '../../src/wire/unreachable.ts';
import { api } from '../api.ts';
import { proxyTo } from './connect-proxy.ts';
import { answering, detail, listen, make, never, shop, template, told } from './support.ts';

const pem = (name: string): Buffer => readFileSync(new URL(`../fixtures/tls/${name}.pem`, import.meta.url));

const good = { code: '200', data: detail };

/** A service that is called as `http://service.example` through a proxy. */
async function viaProxy(env: (proxy: string) => Record<string, string>, answer?: string) {
  const server = await answering(() => ({ body: good }));
  const proxy = await proxyTo(server.url, answer);
  const redaction = new Redaction();
  const variables = env(proxy.url);
  for (const secret of proxySecrets(variables)) redaction.hide(secret);
  const made = make({
    resourceUrl: 'http://service.example',
    insecureHttp: true,
    redaction,
    proxyFor: proxiesIn(variables),
  });
  return { server, proxy, ...made };
}

describe('a proxy', () => {
  it('connects to a service of http:', async () => {
    const { service, proxy, server } = await viaProxy((url) => ({ HTTP_PROXY: url }));
    expect(await api(service).template.detail(shop, 'x', never)).toMatchObject(template);
    expect(proxy.asked).toEqual(['service.example:80']);
    expect(server.asked[0]?.headers.host).toBe('service.example');
  });

  it('connects to a service of https:, whose certificate is checked behind it', async () => {
    const cert = pem('other-host');
    const target = await listen(
      createTlsServer({ key: pem('key'), cert }, (_request, response) => response.end(JSON.stringify(good))),
      'https',
    );
    const proxy = await proxyTo(target);
    const proxyFor = proxiesIn({ https_proxy: proxy.url });
    const calling = (host: string, ca?: Buffer) => {
      const dispatcher = openConnections(false, ca, proxyFor);
      onTestFinished(() => dispatcher.destroy());
      return api(make({ resourceUrl: `https://${host}`, dispatcher, proxyFor }).service).template;
    };
    expect(await calling('other.example', cert).detail(shop, 'x', never)).toMatchObject(template);
    expect(await told(calling('other.example').add(shop, template, never))).toMatchObject({
      kind: 'unreachable',
      code: 'service-tls',
    });
    expect(await told(calling('wrong.example', cert).add(shop, template, never))).toMatchObject({
      message: 'The certificate of wrong.example is for another host, DNS:other.example (ERR_TLS_CERT_ALTNAME_INVALID)',
    });
    expect(proxy.asked).toEqual(['other.example:443', 'other.example:443', 'wrong.example:443']);
    const { service } = make({ resourceUrl: 'https://other.example', insecureTls: true, proxyFor });
    expect(await api(service).template.detail(shop, 'x', never)).toMatchObject(template);
  });

  it('gets its user and password, and nothing shows them', async () => {
    const { service, proxy, server, trace } = await viaProxy((url) => ({
      HTTP_PROXY: url.replace('://', '://kim:s%40cret-word@'),
    }));
    await api(service).template.detail(shop, 'x', never);
    const sent = Buffer.from('kim:s@cret-word').toString('base64');
    expect(proxy.asked).toEqual([`service.example:80 Basic ${sent}`]);
    expect(server.asked[0]?.headers['proxy-authorization']).toBeUndefined();
    expect(trace.join()).not.toMatch(/s(?:@|%40)cret/);
    const redaction = new Redaction();
    for (const secret of proxySecrets({ https_proxy: 'kim:s%40cret-word@p:1' })) redaction.hide(secret);
    expect(redaction.withoutSecrets(`http://kim:s%40cret-word@p s@cret-word ${sent}`)).not.toMatch(/cret|a2lt/);
  });

  it('can have a user without a password', async () => {
    const { service, proxy } = await viaProxy((url) => ({ HTTP_PROXY: url.replace('://', '://kim@') }));
    await api(service).template.detail(shop, 'x', never);
    expect(proxy.asked).toEqual([`service.example:80 Basic ${Buffer.from('kim:').toString('base64')}`]);
  });

  it.each([
    ['407 Proxy Authentication Required', 'requires a user and a password (407)', 'http://USER:PASSWORD@'],
    ['403 Forbidden', 'did not connect to service.example (403)', 'add it to `NO_PROXY`'],
    ['502 Bad Gateway', 'did not connect to service.example (502)', 'Ask the operator of the proxy'],
  ])('that answers %s is named, and nothing was called', async (answer, says, hint) => {
    const { service, server, proxy } = await viaProxy((url) => ({ HTTP_PROXY: url }), answer);
    expect(await told(api(service).template.add(shop, template, never))).toMatchObject({
      kind: 'unreachable',
      code: 'service-proxy',
      message: `The proxy 127.0.0.1:PORT ${says}`,
      hint: expect.stringContaining(hint),
    });
    expect(server.asked).toEqual([]);
    expect(proxy.asked).toHaveLength(1);
  });

  it('that does not accept its password, or is not there, is named without the password', async () => {
    const { service } = await viaProxy((url) => ({ HTTP_PROXY: url.replace('://', '://kim:secret-word@') }), '407 No');
    expect(await told(api(service).template.detail(shop, 'x', never))).toMatchObject({
      message: 'The proxy 127.0.0.1:PORT does not accept its user and password (407)',
    });
    const gone = make({
      resourceUrl: 'http://service.example',
      insecureHttp: true,
      proxyFor: proxiesIn({ HTTP_PROXY: 'kim:secret-word@127.0.0.1:9' }),
    });
    expect(await told(api(gone.service).template.add(shop, template, never))).toMatchObject({
      code: 'service-proxy',
      message: 'The proxy 127.0.0.1:PORT could not be reached (ECONNREFUSED)',
      hint: 'Check `HTTP_PROXY`. If service.example can be reached without a proxy, add it to `NO_PROXY`',
    });
  });

  it('that does not speak TLS is named, not the service', async () => {
    const { service, server } = await viaProxy((url) => ({ HTTP_PROXY: url.replace('http:', 'https:') }));
    expect(await told(api(service).template.add(shop, template, never))).toMatchObject({
      kind: 'unreachable',
      code: 'service-proxy',
      message: expect.stringMatching(/^The TLS connection to the proxy 127\.0\.0\.1:PORT failed \(E\w+\)$/),
      hint: 'Check `HTTP_PROXY`: most proxies are written with http://. NODE_EXTRA_CA_CERTS adds the certificate authority of a company',
    });
    expect(server.asked).toEqual([]);
  });

  it('that closes the connection without an answer is not called again and again', async () => {
    const { service, server, proxy } = await viaProxy((url) => ({ HTTP_PROXY: url }), '');
    expect(await told(api(service).template.add(shop, template, never))).toMatchObject({
      kind: 'unreachable',
      code: 'service-proxy',
      message: 'The proxy 127.0.0.1:PORT could not be reached (ECONNRESET)',
    });
    expect(proxy.asked.length).toBeLessThan(6);
    expect(server.asked).toEqual([]);
  });

  it('of https: is written with https: in the help, also if it requires a password', () => {
    const proxy = { url: new URL('https://proxy.example:3128'), variable: 'HTTPS_PROXY' };
    const called = { host: 'service.example', setting: 'resourceUrl', proxy, redaction: new Redaction() };
    expect(unreachable({ code: 'PROXY_407', lasting: true }, called).help).toBe(
      'Write `HTTPS_PROXY` as https://USER:PASSWORD@proxy.example:3128',
    );
  });

  it('is used for images and uploads of videos', async () => {
    const server = await answering(({ method }) => ({ body: method === 'GET' ? 'bytes' : { vid: 'V', message: '' } }));
    const proxy = await proxyTo(server.url);
    const { service } = make({
      resourceUrl: 'http://service.example',
      insecureHttp: true,
      proxyFor: proxiesIn({ http_proxy: proxy.url }),
    });
    expect(Buffer.from(await service.download('http://images.example/a.png', never)).toString()).toBe('bytes');
    const file = {
      name: 'a.mp4',
      bytes: 3,
      read: async function* () {
        yield Buffer.from('abc');
      },
    };
    const ticket = { uploadUrl: 'http://upload.example:81/v', token: 't' };
    expect(await service.sendFile(videoUpload('V'), ticket, file, 1000, never)).toMatchObject({ vid: 'V' });
    expect(proxy.asked).toEqual(['images.example:80', 'upload.example:81']);
    const { service: refused } = make({
      resourceUrl: 'http://service.example',
      insecureHttp: true,
      proxyFor: proxiesIn({ http_proxy: 'http://127.0.0.1:9' }),
    });
    expect(await told(refused.download('http://images.example/a.png', never))).toMatchObject({
      code: 'service-proxy',
      message:
        'The image at images.example could not be fetched: The proxy 127.0.0.1:PORT could not be reached (ECONNREFUSED)',
    });
  });

  it('is not used for this machine', async () => {
    const server = await answering(() => ({ body: good }));
    const { service } = make({ resourceUrl: server.url, proxyFor: proxiesIn({ HTTP_PROXY: 'http://127.0.0.1:9' }) });
    expect(await api(service).template.detail(shop, 'x', never)).toMatchObject(template);
  });
});

describe('the variables of a proxy', () => {
  const proxyOf = (env: Record<string, string>, address: string): string | undefined => {
    const proxy = proxiesIn(env)?.(new URL(address));
    return proxy && `${proxy.variable} ${proxy.url.host}`;
  };

  it('are HTTPS_PROXY and HTTP_PROXY, the lower-case names first', () => {
    expect(proxiesIn({})).toBeUndefined();
    expect(proxiesIn({ HTTPS_PROXY: '  ' })).toBeUndefined();
    const both = { HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'b:2' };
    expect(proxyOf(both, 'http://x')).toBe('HTTP_PROXY a:1');
    expect(proxyOf(both, 'https://x')).toBe('HTTPS_PROXY b:2');
    expect(proxyOf({ ...both, https_proxy: 'https://c:3' }, 'https://x')).toBe('https_proxy c:3');
    expect(proxyOf({ HTTP_PROXY: 'http://a:1' }, 'https://x')).toBe('HTTP_PROXY a:1');
    expect(proxyOf({ HTTPS_PROXY: 'http://a:1' }, 'http://x')).toBeUndefined();
  });

  it.each(['http://localhost:1', 'http://a.localhost', 'https://127.9.9.9', 'http://[::1]:8080'])(
    'never concern %s',
    (address) => {
      expect(proxyOf({ HTTP_PROXY: 'a:1', HTTPS_PROXY: 'a:1', NO_PROXY: 'x' }, address)).toBeUndefined();
    },
  );

  it.each([
    ['*', 'https://api.example.com', true],
    ['a.com, *', 'https://api.example.com', true],
    ['example.com', 'https://example.com', true],
    ['example.com', 'https://API.Example.com', true],
    ['.example.com', 'https://api.example.com', true],
    ['*.example.com', 'https://api.example.com', true],
    ['other.com example.com', 'https://api.example.com', true],
    ['example.com', 'https://badexample.com', false],
    ['api.example.com', 'https://example.com', false],
    ['example.com:443', 'https://example.com', true],
    ['example.com:80', 'http://example.com', true],
    ['example.com:8443', 'https://example.com', false],
    ['example.com:8443', 'https://example.com:8443', true],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.0.0.0/99', 'https://10.1.2.3', false],
    ['10.1.2.3', 'https://10.1.2.3', true],
    ['2001:db8::1', 'https://[2001:db8::1]', true],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]:8443', true],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]', false],
    ['2001:db8::/32', 'https://[2001:db8::5]', true],
    ['', 'https://example.com', false],
  ])('NO_PROXY=%s excludes %s: %s', (list, address, isExcluded) => {
    expect(proxyOf({ HTTPS_PROXY: 'p:1', HTTP_PROXY: 'p:1', NO_PROXY: list }, address) === undefined).toBe(isExcluded);
    expect(
      proxyOf({ HTTPS_PROXY: 'p:1', HTTP_PROXY: 'p:1', NO_PROXY: 'x', no_proxy: list || 'y' }, address) === undefined,
    ).toBe(isExcluded);
  });

  it.each(['socks5://kim:secret-word@p:1', 'http://', 'not an address', 'http://kim:%E0%A4%A@p:1'])(
    'cannot be %s',
    (text) => {
      const problem = {
        code: 'proxy-address',
        message: 'HTTPS_PROXY is not the address of a proxy',
        hint: expect.stringContaining('SOCKS is not supported'),
      };
      const proxyFor = proxiesIn({ HTTPS_PROXY: text });
      expect(() => make({ resourceUrl: 'https://service.example', proxyFor })).toThrow(
        expect.objectContaining({ exit: 3, problems: [expect.objectContaining(problem)] }),
      );
    },
  );

  it('do not matter where no proxy is used', () => {
    const env = { HTTPS_PROXY: 'socks5://p:1', HTTP_PROXY: 'socks5://p:1', NO_PROXY: 'service.example' };
    expect(() => make({ resourceUrl: 'http://127.0.0.1:9', proxyFor: proxiesIn(env) })).not.toThrow();
    expect(() => make({ resourceUrl: 'https://service.example', proxyFor: proxiesIn(env) })).not.toThrow();
  });

  it('hide a password also in an address that cannot be used', () => {
    expect(proxySecrets({ HTTPS_PROXY: 'socks5://kim:secret-word@p:1' })).toEqual(['secret-word']);
  });
});
