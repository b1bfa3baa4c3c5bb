import type { ProblemCode } from '../core/codes.ts';
import { namesIn, type TlsFault } from '../core/tls.ts';
import type { Redaction } from '../text/redaction.ts';
import type { NetworkFault } from './network.ts';
import type { ProxyRoute } from './proxy.ts';
import { shown } from './shown.ts';

export interface CalledHost {
  host: string;
  /** The setting that contains the address: `resourceUrl`. */
  setting: string;
  /** The proxy between, if there is one. */
  proxy?: ProxyRoute | undefined;
  redaction: Redaction;
}

/** Words a connection that failed before the request was sent: what is wrong, and what to check. */
export function unreachable(
  fault: NetworkFault,
  called: CalledHost,
): { code: ProblemCode; message: string; help: string } {
  const { tls, code, detail = '' } = fault;
  const [message, help] = tls ? tlsWords(tls, detail, called) : networkWords(code, called);
  if (tls) return { code: 'service-tls', message: `${message} (${code})`, help };
  return { code: called.proxy ? 'service-proxy' : 'service-unreachable', message, help };
}

/** A proxy that cannot be reached, or refuses to connect. It looks up the name of the host, so DNS of this machine is not used. */
function proxyWords(code: string, host: string, { url, variable }: ProxyRoute): [string, string] {
  const [, tls] = /^PROXY_TLS_(.+)$/.exec(code) ?? [];
  if (tls !== undefined)
    return [
      `The TLS connection to the proxy ${url.host} failed (${tls})`,
      `Check \`${variable}\`: most proxies are written with http://. NODE_EXTRA_CA_CERTS adds the certificate authority of a company`,
    ];
  const [, status] = /^PROXY_(\d+)$/.exec(code) ?? [];
  if (status === undefined)
    return [
      `The proxy ${url.host} could not be reached (${code})`,
      `Check \`${variable}\`. If ${host} can be reached without a proxy, add it to \`NO_PROXY\``,
    ];
  if (status === '407') {
    const why = url.username === '' ? 'requires a user and a password' : 'does not accept its user and password';
    return [
      `The proxy ${url.host} ${why} (407)`,
      `Write \`${variable}\` as ${url.protocol}//USER:PASSWORD@${url.host}`,
    ];
  }
  return [
    `The proxy ${url.host} did not connect to ${host} (${status})`,
    `Ask the operator of the proxy to allow ${host}. If it can be reached without a proxy, add it to \`NO_PROXY\``,
  ];
}

function networkWords(code: string, { host, setting, proxy }: CalledHost): [string, string] {
  if (proxy) return proxyWords(code, host, proxy);
  const address = `Check \`${setting}\` of the environment`;
  switch (code) {
    case 'ECONNREFUSED':
      return [`Nothing listens at ${host} (ECONNREFUSED)`, `${address}. An emulator must be running`];
    case 'ENOTFOUND':
      return [
        `There is no host with the name ${host} (ENOTFOUND)`,
        `${address} for a typing mistake, and the network’s DNS`,
      ];
    case 'EAI_AGAIN':
      return [
        `The name ${host} could not be looked up just now (EAI_AGAIN)`,
        'Check that this machine is online, and its DNS',
      ];
    case 'time-out':
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return [`${host} did not take a connection in time`, `${address}, and that no firewall blocks this machine`];
    default:
      return [`${host} could not be reached (${code})`, `${address}, and this machine’s network`];
  }
}

function tlsWords(tls: TlsFault, detail: string, { host, setting, redaction }: CalledHost): [string, string] {
  const address = `Check host and port in \`${setting}\` of the environment`;
  switch (tls) {
    case 'expired':
      return [
        `The certificate of ${host} has expired`,
        `Ask the operator of ${host} for a new one, and check the date of this machine`,
      ];
    case 'not-yet-valid':
      return [`The certificate of ${host} is not valid yet`, 'Check the date of this machine'];
    case 'other-host': {
      const names = namesIn(detail);
      return [
        `The certificate of ${host} is for another host${names === undefined ? '' : `, ${shown(names, redaction, 160)}`}`,
        `Use a host name of the certificate in \`${setting}\` of the environment`,
      ];
    }
    case 'client-certificate':
      return [
        `${host} requires a client certificate, and notiform has none to present`,
        `${address}. The service’s documents ask for no client certificate; a gateway in front of it may`,
      ];
    case 'handshake':
      return [
        `${host} refused the TLS handshake`,
        `${address}. The server may require a client certificate, which notiform does not present, or may share no cipher with Node`,
      ];
    case 'protocol':
      return [`${host} does not answer with TLS`, `${address}. A port that serves http: cannot be called with https:`];
    case 'plain':
      return [`${host} expects https:, and was called with http:`, `Write https: in \`${setting}\``];
    case 'untrusted': {
      // A newer Node appends advice for its own command line.
      const [reason = ''] = detail.split(';');
      return [
        `The certificate of ${host} is not trusted: ${shown(reason, redaction, 160)}`,
        `Check \`${setting}\`. NODE_EXTRA_CA_CERTS adds the certificate authority of a company. ` +
          'Only an environment with `test: true` may set `insecureTls: true`',
      ];
    }
  }
}
