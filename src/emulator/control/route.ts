import type { Json, JsonObject } from '../../core/json.ts';
import type { Machine } from '../machine.ts';

/** A request of the control API, taken apart. */
export interface ControlRequest {
  /** Only names that the route knows. */
  query: ReadonlyMap<string, string>;
  /** `{}` where the method has no body. */
  body: JsonObject;
  /** What stands at the place of `:name` in the path; "" where there is no such place. */
  name: string;
  /** Aborted when the one who asked has gone. */
  gone: AbortSignal;
}

/** A control request that cannot be done: HTTP status and a sentence. */
export interface Rejected {
  rejected: 400 | 404 | 408 | 409 | 413;
  message: string;
}

/** The members of an answer beside `ok`. */
export type Given = JsonObject | Rejected;

/** One line of the control API. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** Behind `/_emulator`: `/inbox`, `/inbox/:name`. */
  path: string;
  /** Names that may stand in the query; others are refused. */
  query?: readonly string[];
  /** True if a POST without a body is refused: it would do nothing. */
  needsBody?: boolean;
  handle(machine: Machine, request: ControlRequest): Given | Promise<Given>;
}

export function reject(rejected: Rejected['rejected'], message: string): Rejected {
  return { rejected, message };
}

export function isRejected(value: unknown): value is Rejected {
  return typeof value === 'object' && value !== null && 'rejected' in value;
}

/** What JSON makes of a plain value. */
export function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json; // our own data: every JSON text is Json
}

/** An integer of the query from `min` to `max`, `missing` where there is none. */
export function integerOf(
  query: ReadonlyMap<string, string>,
  name: string,
  { min, max, missing }: { min: number; max: number; missing: number },
): number | Rejected {
  const given = query.get(name);
  if (given === undefined) return missing;
  const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
  return value >= min && value <= max ? value : reject(400, `${name} must be an integer from ${min} to ${max}`);
}
