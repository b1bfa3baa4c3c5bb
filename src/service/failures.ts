import type { ProblemCode } from '../core/codes.ts';
import { type FailureKind, ServiceFailure } from '../core/failure.ts';
import type { Problem } from '../core/problem.ts';
import type { Dialect, Words } from './dialect.ts';
import type { CallKind } from './endpoint.ts';
import type { NetworkFault } from './network.ts';
import type { Failed } from './outcome.ts';
import type { Redaction } from './redaction.ts';
import { visible } from './visible.ts';

/** What a failure is told about: enough to name the call and the other side, no secret. */
export interface Told {
  /** `template.add` */
  name: string;
  kind: CallKind;
  host: string;
  /** The setting that holds the address: `resourceUrl`. */
  setting: string;
  dialect: Dialect;
  timeoutMs: number;
  tries: number;
  redaction: Redaction;
}

const LOOK_FIRST = 'It may have been done. Run the same command again: it looks at what is there before it goes on';
const SENT_PERHAPS =
  'It may have been accepted, so it is not sent again by itself. Look for it in the service’s send inquiry';

/** The failure of a call, in a sentence that a person can act on. */
export function failureOf(failed: Failed, told: Told): ServiceFailure {
  switch (failed.is) {
    case 'refused':
    case 'busy':
      return refused(failed.words, told);
    case 'throttled':
      return throttled(failed.words, told);
    case 'wait-too-long':
      return tooLong(failed.waitMs, told);
    case 'down':
      return down(failed.status, failed.words, told);
    case 'lost':
      return lost(failed.fault, told);
    case 'unsent':
      return unsent(failed.fault, told);
    case 'misfit':
      return unfit(`${failed.misfit.path}: ${failed.misfit.why}`, failed.words, told);
    case 'garbled':
    case 'foreign':
      return foreign(failed.why, failed.quote, told);
    case 'interrupted':
      return interrupted(failed.sent, told);
  }
}

/** Words of somebody else, fit to be shown. */
export function shown(text: string, redaction: Redaction, most?: number): string {
  return visible(redaction.clean(text), most);
}

function failure(
  kind: FailureKind,
  code: ProblemCode,
  message: string,
  hint: string,
  service?: Problem['service'],
): ServiceFailure {
  const said = service ? { service } : {};
  return new ServiceFailure(kind, { code, severity: 'error', message, hint, ...said });
}

function cleaned(words: Words, redaction: Redaction): { code: string; message: string } {
  return { code: shown(words.code, redaction, 40), message: shown(words.message, redaction) };
}

function quoted(words: { code: string; message: string }): string {
  return words.message === '' ? `code ${words.code}` : `${words.message} (code ${words.code})`;
}

function refused(raw: Words, told: Told): ServiceFailure {
  const words = cleaned(raw, told.redaction);
  if (told.dialect.credentials.includes(raw.code)) {
    return failure(
      'refused',
      'service-credentials',
      `The ${told.dialect.title} at ${told.host} does not accept who asks: ${quoted(words)}`,
      'Check the environment’s credentials, and that this machine’s IP address is registered for the account',
      words,
    );
  }
  return failure(
    'refused',
    'service-refused',
    `The service refused ${told.name}: ${quoted(words)}`,
    'The words are the service’s own; look at the resource with `notiform status`',
    words,
  );
}

/** Nobody looked at the request, so this is no refusal of what was asked: absence cannot be read from it. */
function throttled(raw: Words | undefined, told: Told): ServiceFailure {
  const words = raw && cleaned(raw, told.redaction);
  return failure(
    'unreachable',
    'service-throttled',
    `The ${told.dialect.title} at ${told.host} turned ${told.name} away ${times(told.tries)}: too many requests`,
    'Nothing was done. Wait a minute, or lower `limits.perSecond` of the environment',
    words,
  );
}

function tooLong(waitMs: number, told: Told): ServiceFailure {
  return failure(
    'unreachable',
    'service-throttled',
    `The ${told.dialect.title} at ${told.host} asks to wait ${seconds(waitMs)}, longer than this command may take`,
    'Nothing was done. Run the command again after that time',
  );
}

function down(status: number, raw: Words | undefined, told: Told): ServiceFailure {
  const words = raw && cleaned(raw, told.redaction);
  const said = words ? `${quoted(words)}, HTTP ${status}` : `HTTP ${status}`;
  return failure(
    'unclear',
    'service-unclear',
    `The ${told.dialect.title} at ${told.host} failed at ${told.name}${afterTries(told)}: ${said}`,
    unclearHint(told.kind),
    words,
  );
}

function lost(fault: NetworkFault | 'time-out', told: Told): ServiceFailure {
  const message =
    fault === 'time-out'
      ? `${told.host} did not answer ${told.name} within ${seconds(told.timeoutMs)}${afterTries(told)}`
      : `The connection to ${told.host} broke before ${told.name} was answered${afterTries(told)} (${fault.code})`;
  return failure('unclear', 'service-unclear', message, unclearHint(told.kind));
}

function unclearHint(kind: CallKind): string {
  if (kind === 'once') return SENT_PERHAPS;
  return kind === 'write' ? LOOK_FIRST : 'Nothing was changed by it. Try again in a while';
}

function unsent(fault: NetworkFault | 'time-out', told: Told): ServiceFailure {
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
    `The certificate of ${host} is not trusted: ${shown(fault.detail ?? '', redaction, 160)} (${fault.code})`,
    `Check \`${setting}\`. A company’s own authority is trusted by NODE_EXTRA_CA_CERTS; ` +
      'only an environment marked `test: true` may say `insecureTls: true`',
  );
}

function unfit(what: string, raw: Words | undefined, told: Told): ServiceFailure {
  const done = told.kind === 'read' ? '' : '. The service may have done what was asked';
  return failure(
    'unfit',
    'service-unfit',
    `The answer to ${told.name} does not have the documented shape: ${what}`,
    `Report it with this text if the service is the documented one${done}`,
    raw && cleaned(raw, told.redaction),
  );
}

function foreign(why: string, quote: string | undefined, told: Told): ServiceFailure {
  const words = quote === undefined ? '' : shown(quote, told.redaction, 80);
  const done = told.kind === 'read' ? '' : '. What was asked may have been done all the same';
  return failure(
    'unfit',
    'service-unfit',
    `${told.host} answered ${told.name} with ${why}${words === '' ? '' : `: “${words}”`}, not with JSON of the ${told.dialect.title}`,
    `Check \`${told.setting}\`: a proxy, a login page or another server may stand there${done}`,
  );
}

/** Its problem's code tells the two apart: `service-unclear` where it may have been done. */
function interrupted(sent: boolean, told: Told): ServiceFailure {
  if (sent && told.kind !== 'read') {
    return failure(
      'interrupted',
      'service-unclear',
      `Stopped while ${told.name} was under way`,
      unclearHint(told.kind),
    );
  }
  return failure(
    'interrupted',
    'interrupted',
    `Stopped before ${told.name} was done`,
    'Nothing was changed by it. Run the same command again',
  );
}

function afterTries(told: Told): string {
  return told.tries > 1 ? `, ${times(told.tries)}` : '';
}

function times(tries: number): string {
  return tries === 1 ? 'once' : `${tries} times`;
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
