import type { ServiceFailure } from '../../core/failure.ts';
import type { NetworkFault } from './network.ts';
import { failure, shown, type Told } from './telling.ts';

/** Nothing was sent: what stood in the way, and what to check. */
export function unsent(fault: NetworkFault | 'time-out', told: Told): ServiceFailure {
  if (fault !== 'time-out' && fault.tls) return untrusted(fault, told);
  const [message, hint] = unreachableWords(fault, told);
  return failure('unreachable', 'service-unreachable', message, hint);
}

function unreachableWords(fault: NetworkFault | 'time-out', { host, setting }: Told): [string, string] {
  const address = `Check \`${setting}\` of the environment`;
  const code = fault === 'time-out' ? 'ETIMEDOUT' : fault.code;
  switch (code) {
    case 'ECONNREFUSED':
      return [`Nothing listens at ${host} (ECONNREFUSED)`, `${address}; an emulator has to be running`];
    case 'ENOTFOUND':
      return [
        `There is no host of the name ${host} (ENOTFOUND)`,
        `${address} for a slip of the pen, and the network’s DNS`,
      ];
    case 'EAI_AGAIN':
      return [
        `The name ${host} could not be looked up just now (EAI_AGAIN)`,
        'Check that this machine is on line, and its DNS',
      ];
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return [`${host} did not take a connection in time`, `${address}, and whether a firewall lets this machine out`];
    default:
      return [`${host} could not be reached (${code})`, `${address}, and this machine’s network`];
  }
}

function untrusted(fault: NetworkFault, { host, setting, redaction }: Told): ServiceFailure {
  if (fault.code === 'EPROTO' || fault.code === 'ERR_SSL_WRONG_VERSION_NUMBER' || fault.code.startsWith('ERR_SSL_')) {
    return failure(
      'unreachable',
      'service-tls',
      `${host} does not speak TLS as it should (${fault.code})`,
      `Check host and port in \`${setting}\` of the environment`,
    );
  }
  return failure(
    'unreachable',
    'service-tls',
    `The certificate of ${host} is not trusted: ${shown(reasonOf(fault.detail), redaction, 160)} (${fault.code})`,
    `Check \`${setting}\`. A company’s own authority is trusted by NODE_EXTRA_CA_CERTS; ` +
      'only an environment marked `test: true` may say `insecureTls: true`',
  );
}

/** What is wrong with the certificate. What a newer Node adds to it is advice for its own command line. */
function reasonOf(detail: string | undefined): string {
  return (detail ?? '').split(';')[0] ?? '';
}
