import * as z from 'zod';
import { sendAnswer, tokenAnswer } from './shape/message.ts';
import type { CallKind, Endpoint } from './transport/endpoint.ts';

/** Every endpoint of the message API that notiform calls, as data (message API 4). */

function endpoint<T>(name: string, path: string, kind: CallKind, answer: z.ZodType<T>): Endpoint<T> {
  return { api: 'message', name, path, kind, answer };
}

export const messageEndpoints = {
  /** Issuing a second token does no harm, so it is repeated like a read. */
  token: endpoint('token', '/v1/token', 'read', tokenAnswer),
  send: endpoint('send', '/v3/message', 'once', sendAnswer),
  /** Its shape is not shown: `report.ts` looks for the result in it. */
  report: endpoint('report', '/v2/report', 'read', z.looseObject({})),
};
