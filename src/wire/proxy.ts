import { BlockList, isIP } from 'node:net';
import { Exit } from '../core/exit.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { isLoopback } from './base.ts';
import { type ProxyEnv, proxyAddress } from './proxy-address.ts';

export interface ProxyRoute {
  /** With user and password, if it has them. Never shown. */
  url: URL;
  /** The variable that names it: `HTTPS_PROXY`. */
  variable: string;
}

/**
 * Returns the proxy for an address; undefined for a direct connection. Throws a NotiformError (exit 3) if the variable of that
 * proxy is no address.
 */
export type ProxyFor = (address: URL) => ProxyRoute | undefined;

/**
 * Reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY; the lower-case names count first. Without HTTPS_PROXY, HTTP_PROXY is used for https:
 * too. This machine is never called through a proxy. Returns undefined without a proxy.
 */
export function proxiesIn(env: ProxyEnv): ProxyFor | undefined {
  const http = proxyIn(env, 'HTTP_PROXY');
  const https = proxyIn(env, 'HTTPS_PROXY') ?? http;
  if (!http && !https) return undefined;
  const isExcluded = exclusionsOf(env['no_proxy'] || env['NO_PROXY'] || '');
  return (address) => {
    if (isLoopback(address) || isExcluded(address)) return undefined;
    const proxy = address.protocol === 'https:' ? https : http;
    return proxy && usable(proxy);
  };
}

/** A proxy as its variable names it; without a URL if that is no address. */
type NamedProxy = { url: URL | undefined; variable: string };

function proxyIn(env: ProxyEnv, name: string): NamedProxy | undefined {
  const variable = env[name.toLowerCase()] ? name.toLowerCase() : name;
  const text = env[variable]?.trim() ?? '';
  return text === '' ? undefined : { url: proxyAddress(text), variable };
}

function usable({ url, variable }: NamedProxy): ProxyRoute {
  if (url) return { url, variable };
  throw new NotiformError(
    errorProblem(
      'proxy-address',
      `${variable} is not the address of a proxy`,
      'Write it as http://HOST:PORT, or http://USER:PASSWORD@HOST:PORT. Percent-encode special characters of user and password. SOCKS is not supported',
    ),
    Exit.problems,
  );
}

/**
 * Reads NO_PROXY: hosts separated by commas or blanks. `example.com`, `.example.com` and `*.example.com` include every host below
 * it, `host:8080` only that port, `10.0.0.0/8` a network, `*` everything.
 */
function exclusionsOf(list: string): (address: URL) => boolean {
  const entries = list
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== '');
  const networks = new BlockList();
  const hosts: { name: string; port: string }[] = [];
  for (const entry of entries) {
    const [, network = '', bits = ''] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? [];
    const family = isIP(network);
    if (family !== 0 && Number(bits) <= (family === 4 ? 32 : 128))
      networks.addSubnet(network, Number(bits), typeOf(family));
    const [, name = entry, port = ''] = isIP(entry) === 6 ? [] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
    hosts.push({ name: bare(name).replace(/^\*?\./, ''), port });
  }
  return ({ hostname, port, protocol }) => {
    if (entries.includes('*')) return true;
    const host = bare(hostname.toLowerCase()).replace(/\.$/, '');
    const family = isIP(host);
    if (family !== 0 && networks.check(host, typeOf(family))) return true;
    const called = port || (protocol === 'https:' ? '443' : '80');
    return hosts.some(
      (one) => (one.port === '' || one.port === called) && (host === one.name || host.endsWith(`.${one.name}`)),
    );
  };
}

function typeOf(family: number): 'ipv4' | 'ipv6' {
  return family === 4 ? 'ipv4' : 'ipv6';
}

/** An IPv6 address without its brackets. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
