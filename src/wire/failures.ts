import type { ProblemCode } from '../core/codes.ts';
import { type FailureKind, MAY_BE_CHANGED, ServiceFailure } from '../core/failure.ts';
import type { Dialect } from './dialect.ts';
import type { CallKind } from './endpoint.ts';
import type { NetworkFault } from './network.ts';
import type { Failed } from './outcome.ts';
import { shown } from './shown.ts';
import { type CalledHost, unreachable } from './unreachable.ts';

/** A call that failed: enough to name the call and the other side, no secret. */
interface FailedCall extends CalledHost {
  /** `template.add` */
  name: string;
  kind: CallKind;
  /** The advice if the service refuses the call. */
  help: string;
  /** True if its address begins with http: */
  isPlain: boolean;
  dialect: Dialect;
  timeoutMs: number;
  tries: number;
}

/** Turns the outcome of a call into a failure: its kind, which decides what the callers do, and the code, message and help. */
export function failureOf(failed: Failed, call: FailedCall): ServiceFailure {
  const { name, host, dialect, redaction } = call;
  const isRead = call.kind === 'read';
  const api = `The ${dialect.title} at ${host}`;
  const times = call.tries === 1 ? 'once' : `${call.tries} times`;
  const afterTries = call.tries === 1 ? '' : `, ${times}`;
  const raw = 'words' in failed ? failed.words : undefined;
  const words = raw && { code: shown(raw.code, redaction, 40), message: shown(raw.message, redaction) };
  const answer = words ? quoted(words) : '';
  const fail = (kind: FailureKind, code: ProblemCode, message: string, hint: string): ServiceFailure =>
    new ServiceFailure(kind, { code, severity: 'error', message, hint, ...(words ? { service: words } : {}) });
  const turnedAway = (what: string, advice: string): ServiceFailure =>
    fail('unreachable', 'service-throttled', `${api} ${what}`, `Nothing was done. ${advice}`);
  const unclear = (message: string): ServiceFailure => fail('unclear', 'service-unclear', message, UNCLEAR[call.kind]);
  const unfit = (message: string, advice: string, doubt: string): ServiceFailure =>
    fail('unfit', 'service-unfit', message, isRead ? advice : `${advice}. ${doubt}`);

  switch (failed.is) {
    case 'refused':
      if (!dialect.credentials.includes(failed.words.code))
        return fail('refused', 'service-refused', `The service refused ${name}: ${answer}`, call.help);
      return fail(
        'refused',
        'service-credentials',
        `${api} does not accept these credentials: ${answer}`,
        'Check the environment’s credentials, and that this machine’s IP address is registered for the account. `notiform doctor` finds a blank or a line break around their values',
      );
    case 'throttled': {
      const advice = 'Wait a minute, or lower `limits.perSecond` of the environment';
      return turnedAway(`turned ${name} away ${times}: too many requests`, advice);
    }
    case 'busy':
      return turnedAway(`turned ${name} away ${times}: ${answer}`, 'Run the command again in a minute');
    case 'wait-too-long': {
      const what = `asks to wait ${seconds(failed.waitMs)}, longer than this command may take`;
      return turnedAway(what, 'Run the command again after that time');
    }
    case 'unsent': {
      const { code, message, help } = unreachable(failed.fault, call);
      return fail('unreachable', code, message, help);
    }
    case 'down': {
      const what = `${words ? `${answer}, ` : ''}HTTP ${failed.status}`;
      return unclear(`${api} failed at ${name}${afterTries}: ${what}`);
    }
    case 'undocumented': {
      const what = `${answer}, HTTP ${failed.status}, which is not a documented answer`;
      return unclear(`${api} answered ${name} with ${what}`);
    }
    case 'lost':
      return unclear(lostMessage(failed.fault, call, afterTries));
    case 'misfit': {
      const message = `The answer to ${name} does not have the documented shape: ${failed.misfit.path}: ${failed.misfit.why}`;
      const advice = 'Report it with this text if the service is the documented one';
      return unfit(message, advice, 'The service may have done what was asked');
    }
    case 'garbled':
    case 'foreign': {
      const quote = shown(failed.quote ?? '', redaction, 80);
      const what = quote === '' ? failed.why : `${failed.why}: “${quote}”`;
      const message = `${host} answered ${name} with ${what}, not with JSON of the ${dialect.title}`;
      const advice = `Check \`${call.setting}\`: a proxy, a login page or another server may answer there`;
      return unfit(message, advice, 'The service may still have done what was asked');
    }
    case 'interrupted':
      if (failed.sent && !isRead)
        return fail('interrupted', 'service-unclear', `Stopped while ${name} was in progress`, UNCLEAR[call.kind]);
      return fail('interrupted', 'interrupted', `Stopped before ${name} was done`, STOPPED);
  }
}

/** The help if a call was stopped before it changed anything. */
export const STOPPED = 'Nothing was changed. Run the same command again';

/** The help if nobody knows whether the service did what was asked. */
const UNCLEAR: Readonly<Record<CallKind, string>> = {
  read: 'Nothing was changed. Try again later',
  write: MAY_BE_CHANGED,
  once: 'The message may have been accepted, so it is not sent again automatically. Look for it in the service’s send inquiry',
};

function lostMessage({ code, silent }: NetworkFault, call: FailedCall, afterTries: string): string {
  const { host, name } = call;
  if (code === 'time-out') return `${host} did not answer ${name} within ${seconds(call.timeoutMs)}${afterTries}`;
  // An https: port closes a connection that begins with plain HTTP, without an answer.
  const doubt = silent && call.isPlain ? `. ${host} was called with http:; the port may expect https:` : '';
  return `The connection to ${host} broke before ${name} was answered${afterTries} (${code})${doubt}`;
}

function quoted(words: { code: string; message: string }): string {
  if (words.code === '') return words.message;
  return words.message === '' ? `code ${words.code}` : `${words.message} (code ${words.code})`;
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
