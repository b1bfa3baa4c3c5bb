import * as z from 'zod';
import { ServiceFailure } from '../core/failure.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import { errorProblem } from '../core/problem.ts';
import type { Client } from '../wire/client.ts';
import type { CallKind, Endpoint } from '../wire/endpoint.ts';
import type { Upload } from '../wire/outgoing.ts';
import { informative, resultNumber, text, words } from '../wire/shape.ts';
import { koreanTime } from '../wire/token.ts';
import { type DeliveryResult, readReport } from './report.ts';

/** Endpoints and shapes of the message API (2.2 to 2.4, 4, 6). */

const tokenAnswer = z.looseObject({
  accesstoken: z.string().regex(/^[\x21-\x7e]+$/, 'cannot stand in a header'),
  type: informative(z.string()),
  expired: z.string().refine((time) => !Number.isNaN(koreanTime(time)), 'is not a time of the form yyyyMMddHHmmss'),
});

const sendAnswer = z.looseObject({
  code: resultNumber,
  description: words,
  messagekey: text,
  refkey: informative(z.string()),
});

const fileAnswer = z.looseObject({ filekey: z.string().min(1).max(40) });

type SendAnswer = z.infer<typeof sendAnswer>;

function endpoint<T>(name: string, path: string, kind: CallKind, answer: z.ZodType<T>): Endpoint<T> {
  const help = 'Run `notiform explain CODE` with the code of the answer';
  return { api: 'message', name, path, kind, answer, help };
}

export const messageEndpoints = {
  /** A second token does no harm, so the call is repeated like a read. */
  token: endpoint('token', '/v1/token', 'read', tokenAnswer),
  send: {
    ...endpoint('send', '/v3/message', 'once', sendAnswer),
    conceals: { to: 'number' } as const,
    clean: (answer: SendAnswer, clean: (text: string) => string) => ({
      ...answer,
      description: clean(answer.description),
    }),
  },
  /** The spec does not show its shapes (assumption 92). The call is repeated like a read (assumption 318). */
  file: endpoint('file', '/v2/file', 'read', fileAnswer),
  /** The spec does not show its shape: `readReport` looks for the result. */
  report: endpoint('report', '/v2/report', 'read', z.looseObject({})),
};

/** The envelope of a send (message API 2.4). The client adds the account. */
export type SendRequest = {
  type: string;
  from: string;
  to: string;
  /** At most 32 bytes of UTF-8. The service does not detect a repeated one. */
  refkey: string;
  country?: string;
  userinfo?: string;
  resellercode?: string;
  sendtime?: string;
  /** Holds exactly one member, named as `type`. */
  content: JsonObject;
  resend?: JsonObject;
  recontent?: JsonObject;
};

/** The calls of a test send (message API 4.2 to 4.4). All throw `ServiceFailure`. */
export interface MessageApi {
  /**
   * Sends once. The client repeats the call only if the service clearly did not accept it. After a failure of kind
   * `unclear`, `unfit` or `interrupted` the message may have been sent.
   * @param mayBegin is asked before each try. False ends the call as `interrupted`
   */
  send(payload: SendRequest, signal: AbortSignal, mayBegin?: () => boolean): Promise<SendAnswer>;
  /** Requests the result of an accepted message, up to 35 days later. There is none yet if `result` is missing. */
  report(messagekey: string, signal: AbortSignal): Promise<{ result?: DeliveryResult }>;
  /** Uploads an image of an mms. Returns its key. */
  upload(image: Upload, signal: AbortSignal): Promise<string>;
}

export function messageApi(client: Client): MessageApi {
  return {
    send: (payload, signal, mayBegin) => client.call(messageEndpoints.send, payload, signal, mayBegin),
    upload: async (image, signal) => (await client.upload(messageEndpoints.file, {}, 'file', [image], signal)).filekey,
    report: async (messagekey, signal) => {
      const answer: unknown = await client.call(messageEndpoints.report, { messagekey }, signal);
      const read = readReport(isObject(answer) ? answer : {}, messagekey);
      if (!('misfit' in read)) return read;
      const message = `The answer to report does not have the shape of a delivery result: ${read.misfit}`;
      const hint = 'Report it with this text if the service is the documented one';
      throw new ServiceFailure('unfit', errorProblem('service-unfit', message, hint));
    },
  };
}
