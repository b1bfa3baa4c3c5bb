import { isObject } from '../core/json.ts';

/** The result codes of one of the two APIs. */
export interface Dialect {
  /** For messages: `resource API`. */
  title: string;
  success: string;
  /** The member that contains the words of a refusal. */
  words: string;
  /** Too many requests: the service did not look at this one. */
  throttled: readonly string[];
  /** Turned away before anything was done. The call can be repeated. */
  busy: readonly string[];
  /** The server, or a gateway in front of it, fails. */
  down: readonly string[];
  /** The account is unknown or not allowed. Only improves the hint. */
  credentials: readonly string[];
}

/** Resource API 7. The codes of `credentials` are not in its document: they only choose a hint. */
export const resourceDialect: Dialect = {
  title: 'resource API',
  success: '200',
  words: 'message',
  throttled: ['429'],
  busy: [],
  down: [],
  credentials: ['101', '102', '103', '403'],
};

/** Message API 7. */
export const messageDialect: Dialect = {
  title: 'message API',
  success: '1000',
  words: 'description',
  throttled: ['5002'],
  busy: ['3008'],
  down: ['9000', '5003', '5004', '5005'],
  credentials: ['3000', '3001', '3002', '3003', '3004', '3005', '3006', '3007', '3009', '3010', '3011', '3012', '3013'],
};

/** The service's own code and message, raw. */
export interface Words {
  code: string;
  message: string;
}

/** Finds the code and message in a body. Returns undefined if the body has no code. */
export function wordsOf(dialect: Dialect, body: unknown): Words | undefined {
  if (!isObject(body)) return undefined;
  const { code } = body;
  // As `resultCode` reads it; every answer is looked at.
  if (!(typeof code === 'string' ? code !== '' : Number.isSafeInteger(code))) return undefined;
  const words = body[dialect.words];
  return { code: String(code), message: typeof words === 'string' ? words : '' };
}
