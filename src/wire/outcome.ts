import { readBody } from './answer-body.ts';
import { type Dialect, type Words, wordsOf } from './dialect.ts';
import type { CallKind } from './endpoint.ts';
import type { Exchange, WireResponse } from './exchange.ts';
import type { Misfit } from './fit.ts';
import { faultOf, type NetworkFault, TIME_OUT } from './network.ts';
import { onceMeaning } from './once.ts';

/** How one try of a call ended. Texts are raw: `failureOf` cleans the ones that it shows. */
type CallOutcome = { is: 'good'; body: unknown; words?: Words | undefined } | Failed;

export type Failed =
  | { is: 'refused'; words: Words }
  /** Turned away for too many requests: the service did nothing. */
  | { is: 'throttled'; words?: Words | undefined }
  /** Turned away for another passing reason: the service did nothing. */
  | { is: 'busy'; words: Words }
  /** The server failed. The service may have carried out the request. */
  | { is: 'down'; status: number; words?: Words | undefined }
  /** The answer to a send has the service's form, and is none of the documented ones. The message may have been accepted. */
  | { is: 'undocumented'; status: number; words: Words }
  /** The body is not JSON, as after a cut connection. */
  | { is: 'garbled'; why: string; quote?: string | undefined }
  /** The answer is not one of the service: a proxy's page, a redirection. */
  | { is: 'foreign'; why: string; quote?: string | undefined }
  /** The answer does not have the documented shape. */
  | { is: 'misfit'; misfit: Misfit; words?: Words | undefined }
  /** The server read nothing of the request. */
  | { is: 'unsent'; fault: NetworkFault }
  /** The request was sent, and no complete answer came. */
  | { is: 'lost'; fault: NetworkFault }
  | { is: 'interrupted'; sent: boolean }
  /** The server asks for a longer wait than the command may take. Nothing was sent. */
  | { is: 'wait-too-long'; waitMs: number };

/** Classifies how an exchange ended. A send (`once`) has rules of its own. */
export function outcomeOf(dialect: Dialect, ended: Exchange, kind?: CallKind): CallOutcome {
  switch (ended.ended) {
    case 'answered':
      return kind === 'once' ? onceOutcome(dialect, ended.response) : answeredOutcome(dialect, ended.response);
    case 'interrupted':
      return { is: 'interrupted', sent: ended.sent };
    case 'timed-out':
      return { is: ended.sent ? 'lost' : 'unsent', fault: TIME_OUT };
    case 'too-long':
      return { is: 'foreign', why: 'more bytes than any answer of the service has' };
    case 'broken':
      return brokenOutcome(ended.sent, faultOf(ended.cause));
  }
}

/** Classifies an answer of either API (resource API 2.1 and 7, message API 2.2 and 7). The first rule that applies counts. */
function answeredOutcome(dialect: Dialect, response: WireResponse): CallOutcome {
  const { status } = response;
  const read = readBody(response);
  const words = 'body' in read ? wordsOf(dialect, read.body) : undefined;
  const isOneOf = (codes: readonly string[]): boolean => words !== undefined && codes.includes(words.code);

  if (status === 429 || isOneOf(dialect.throttled)) return { is: 'throttled', words };
  if (status >= 500 || isOneOf(dialect.down)) return { is: 'down', status, words };
  if (status >= 300 && status < 400) return { is: 'foreign', why: redirection(response) };
  if (!('body' in read)) return status < 300 ? read : { ...read, is: 'foreign' };
  if (words && isOneOf(dialect.busy)) return { is: 'busy', words };
  if (words && words.code !== dialect.success) return { is: 'refused', words };
  if (status < 300) return { is: 'good', body: read.body, words };
  return { is: 'foreign', why: `HTTP ${status} and no code of the service in it` };
}

/** Classifies an answer to a send: only the answers of the table `ONCE` prove that nothing was accepted. */
function onceOutcome(dialect: Dialect, response: WireResponse): CallOutcome {
  const { status } = response;
  if (status >= 300 && status < 400) return { is: 'foreign', why: redirection(response) };
  const read = readBody(response);
  if (!('body' in read)) return read;
  const words = wordsOf(dialect, read.body);
  if (!words) return { is: 'foreign', why: `HTTP ${status} and no code of the service in it` };
  if (status === 200 && words.code === dialect.success) return { is: 'good', body: read.body, words };
  const means = onceMeaning(status, read.body);
  if (means === undefined) return { is: 'undocumented', status, words };
  // The keeper of the token recognizes its codes among the refusals.
  return { is: means === 'token' ? 'refused' : means, words };
}

function redirection({ status, headers }: WireResponse): string {
  const to = headers.location;
  const host = to !== undefined && URL.canParse(to) ? ` to ${new URL(to).host}` : '';
  return `a redirection (HTTP ${status})${host}`;
}

function brokenOutcome(sent: boolean, fault: NetworkFault): Failed {
  if (fault.code === 'UND_ERR_DESTROYED' || fault.code === 'UND_ERR_CLOSED') return { is: 'interrupted', sent };
  // With TLS 1.3 the client may have sent the request when the server asks for a certificate, and refuses the connection before
  // it read the request. A TLS server reads nothing of plain HTTP.
  const isUnread = fault.tls === 'client-certificate' || fault.tls === 'plain';
  return { is: sent && !isUnread ? 'lost' : 'unsent', fault };
}
