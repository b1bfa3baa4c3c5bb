import type { JsonObject } from '../core/json.ts';

/** The content type of every answer (resource API 2.1, message API 2.1). */
export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** Result codes of the resource API: 200 and 429, and those of a similar public service (assumption 12). */
export const result = {
  ok: '200',
  unknownUser: '101',
  invalidKey: '102',
  suspended: '103',
  notAllowed: '403',
  parameters: '405',
  tooMany: '429',
  codeTaken: '504',
  nameTaken: '505',
  bodyTooLong: '506',
  profile: '507',
  notFound: '508',
  state: '509',
  buttons: '510',
  links: '511',
  category: '525',
  plugin: '530',
  image: '600',
  file: '610',
  fileSize: '611',
  fileType: '612',
  fileCount: '613',
} as const;

export const TOO_MANY = 'the number of requests is exceeded';

export type ResultCode = (typeof result)[keyof typeof result];

export interface Refused {
  refused: ResultCode;
  message: string;
}

export function refuse(refused: ResultCode, message: string): Refused {
  return { refused, message };
}

export function isRefused(value: unknown): value is Refused {
  return typeof value === 'object' && value !== null && 'refused' in value;
}

export type Answer = JsonObject | Refused;

/** `{code: "200", …}`. Only failures have a `message` (resource API 2.1). */
export function accept(members: JsonObject = {}): JsonObject {
  return { code: result.ok, ...members };
}

export function refusal({ refused, message }: Refused): JsonObject {
  return { code: refused, message };
}

/** Codes of the message API with their HTTP status (message API 7). */
export const messageErrors = {
  2000: { status: 400, description: 'invalid message' },
  3000: { status: 400, description: 'no allowed IP is registered' },
  3001: { status: 400, description: 'invalid Basic authentication' },
  3002: { status: 400, description: 'invalid token' },
  3003: { status: 400, description: 'invalid IP' },
  3005: { status: 400, description: 'expired token' },
  3006: { status: 400, description: 'no such account' },
  3007: { status: 400, description: 'invalid password' },
  3008: { status: 400, description: 'too many concurrent connections' },
  3009: { status: 400, description: 'account suspended' },
  3010: { status: 400, description: 'IP differs from the registered ones' },
  3014: { status: 400, description: 'data format error' },
  3015: { status: 400, description: 'unsupported send type' },
  5002: { status: 429, description: 'too many requests' },
  5003: { status: 502, description: 'temporary infrastructure error' },
  5004: { status: 503, description: 'too many connections' },
  5005: { status: 504, description: 'gateway timeout' },
  9000: { status: 500, description: 'internal server error' },
} as const satisfies Record<number, { status: number; description: string }>;

type MessageErrorCode = keyof typeof messageErrors;

/** An error of the message API (message API 2.2). */
export interface MessageError {
  error: MessageErrorCode;
  /** Details, added to the description of the code. */
  detail?: string;
  /** The `refkey` of the request, if it could be read. */
  refkey?: string;
}

export function messageError(error: MessageErrorCode, detail?: string): MessageError {
  return detail === undefined ? { error } : { error, detail };
}

export function isMessageError(value: unknown): value is MessageError {
  return typeof value === 'object' && value !== null && 'error' in value;
}
