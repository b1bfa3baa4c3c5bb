import { ServiceFailure } from '../core/failure.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import type { Clock } from '../core/ports.ts';
import type { Redaction } from '../core/redaction.ts';
import type { MessageApi } from './api.ts';
import { messageEndpoints as at } from './message-endpoints.ts';
import { readReport } from './report.ts';
import { TokenKeeper } from './token.ts';
import type { Endpoint } from './transport/endpoint.ts';
import { jsonBody, noBody } from './transport/outgoing.ts';
import type { Transport } from './transport/transport.ts';

/** Token problems that a new token settles (message API 5). */
const STALE_TOKEN = ['3002', '3005'];

export interface MessageParts {
  transport: () => Transport;
  who: { account: string; password: string };
  clock: Clock;
  redaction: Redaction;
  closing: AbortSignal;
}

/** Message API 4.1 to 4.3. */
export function messageApi({ transport, who, clock, redaction, closing }: MessageParts): MessageApi {
  const basic = Buffer.from(`${who.account}:${who.password}`).toString('base64');
  redaction.hideInWords(basic);
  // shared by all callers, so it ends with the service and not with the first caller's signal
  const keeper = new TokenKeeper(clock, async () => {
    const answer = await transport().call(at.token, noBody({ authorization: `Basic ${basic}` }), closing);
    redaction.hide(answer.accesstoken);
    return answer;
  });

  const withToken = async <T>(endpoint: Endpoint<T>, body: object, signal: AbortSignal): Promise<T> => {
    const ask = async (token: string): Promise<T> =>
      transport().call(endpoint, jsonBody(body, { authorization: `Bearer ${token}` }), signal);
    const token = await forCaller(keeper.token(), signal);
    try {
      return await ask(token);
    } catch (error) {
      if (!isStale(error)) throw error;
      keeper.forget(token);
      return ask(await forCaller(keeper.token(), signal));
    }
  };

  return {
    send: async (payload, signal) => {
      redaction.mask(payload.to);
      const answer = await withToken(at.send, { ...payload, account: who.account }, signal);
      return answer;
    },
    report: async (messagekey, signal) => {
      const answer = await withToken(at.report, { account: who.account, messagekey }, signal);
      return report(answer, messagekey);
    },
    authenticate: async (signal) => {
      await forCaller(keeper.token(), signal);
    },
  };
}

function report(answer: unknown, messagekey: string): ReturnType<MessageApi['report']> {
  const read = readReport(asObject(answer), messagekey);
  if (!('misfit' in read)) return Promise.resolve(read);
  throw new ServiceFailure('unfit', {
    code: 'service-unfit',
    severity: 'error',
    message: `The answer to report does not have the shape of a delivery result: ${read.misfit}`,
    hint: 'Report it with this text if the service is the documented one',
  });
}

/** What JSON.parse made. */
function asObject(answer: unknown): JsonObject {
  return isObject(answer) ? answer : {};
}

function isStale(error: unknown): boolean {
  return (
    error instanceof ServiceFailure &&
    error.kind === 'refused' &&
    STALE_TOKEN.includes(error.problem.service?.code ?? '')
  );
}

/** A shared wait, left by the one caller whose signal is aborted. */
function forCaller<T>(work: Promise<T>, caller: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    // a signal of its own: a hundred callers of one signal would be taken for a leak of listeners
    const signal = AbortSignal.any([caller]);
    const stop = (): void => reject(stoppedBefore());
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function stoppedBefore(): ServiceFailure {
  return new ServiceFailure('interrupted', {
    code: 'interrupted',
    severity: 'error',
    message: 'Stopped before a token was issued',
    hint: 'Nothing was changed by it. Run the same command again',
  });
}
