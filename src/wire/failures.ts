import type { ServiceFailure } from '../core/failure.ts';
import type { Words } from './dialect.ts';
import type { CallKind } from './endpoint.ts';
import type { NetworkFault } from './network.ts';
import type { Failed } from './outcome.ts';
import { afterTries, cleaned, failure, quoted, seconds, shown, type Told, times } from './telling.ts';
import { unsent } from './unreachable.ts';

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
  return failure('refused', 'service-refused', `The service refused ${told.name}: ${quoted(words)}`, told.help, words);
}

/** The request never reached the service, so this error does not prove that the resource is missing. */
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
      : `The connection to ${told.host} broke before ${told.name} was answered${afterTries(told)} (${fault.code})${doubt(fault, told)}`;
  return failure('unclear', 'service-unclear', message, unclearHint(told.kind));
}

/** A port of https: closes a connection that begins with plain HTTP, and says nothing. */
function doubt({ silent }: NetworkFault, { isPlain, host }: Told): string {
  return silent && isPlain ? `. ${host} was called with http:; the port may expect https:` : '';
}

function unclearHint(kind: CallKind): string {
  if (kind === 'once') return SENT_PERHAPS;
  return kind === 'write' ? LOOK_FIRST : 'Nothing was changed by it. Try again in a while';
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
