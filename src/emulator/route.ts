import type { Json, JsonObject } from '../core/json.ts';
import type { Machine } from './machine.ts';
import { array, object, read } from './members.ts';
import { type Fields, firstOf, type Shape } from './shape.ts';

/** How routes of the control API and seeds are declared. */

export interface ControlRequest {
  /** The parameters of the query, in the types of the route. */
  query: JsonObject;
  /** `{}` if the request has no body. */
  body: JsonObject;
  /** The value of `:name` in the path; "" if the path has none. */
  name: string;
  /** Aborted when the client disconnects. */
  gone: AbortSignal;
}

/** A control request that was refused: HTTP status and a sentence. */
export interface Rejected {
  rejected: 400 | 404 | 405 | 408 | 409 | 413;
  message: string;
}

/** The members of an answer, without `ok`. */
export type ControlAnswer = JsonObject | Rejected;

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** What it does, for the OpenAPI document. */
  does: string;
  /** Behind `/_emulator`: `/inbox`, `/inbox/:name`. */
  path: string;
  /** The parameters that the query may have. */
  query: Shape;
  /** The members of the body. `seeds`: lists of everything that can be seeded. */
  body?: Shape | 'seeds';
  handle(machine: Machine, request: ControlRequest): ControlAnswer | Promise<ControlAnswer>;
}

type Handler<S> = (
  machine: Machine,
  given: Fields<S>,
  request: ControlRequest,
) => ControlAnswer | Promise<ControlAnswer>;

/** A GET or DELETE, whose query has a shape. */
function ofQuery(method: 'GET' | 'DELETE') {
  return <const S extends Shape>(path: string, does: string, handle: Handler<S>, query: S): Route => ({
    ...{ method, path, does, query },
    handle: (machine, request) => handle(machine, request.query as Fields<S>, request), // checked by the shape
  });
}

export const get = ofQuery('GET');
export const remove = ofQuery('DELETE');

/** A POST whose body has a shape. */
export function post<const S extends Shape>(path: string, does: string, shape: S, handle: Handler<S>): Route {
  return {
    ...{ method: 'POST', path, does, query: {}, body: shape },
    handle: (machine, request) => {
      const fields = read(request.body, shape);
      return typeof fields === 'string' ? reject(400, fields) : handle(machine, fields, request);
    },
  };
}

/**
 * Stores entities as they are. A seed is checked for types only, and not by the rules of the service. Returns a
 * sentence that names the wrong member if an entity cannot be stored. `list` is the member of the seed request.
 */
export interface Seeder {
  shape: Shape;
  plant(machine: Machine, seeds: readonly JsonObject[], list: string): string | undefined;
}

/** A seeder whose elements have a shape. `plant` stores one; `at` is its place, `videos[3]`. */
export function seeder<const S extends Shape>(
  shape: S,
  plant: (machine: Machine, seed: Fields<S>, at: string) => string | undefined,
): Seeder {
  return {
    shape,
    plant: (machine, seeds, list) => {
      const flaw = read({ [list]: [...seeds] }, { [list]: array(object(shape)) });
      if (typeof flaw === 'string') return flaw;
      return firstOf(seeds, (seed, index) => plant(machine, seed as Fields<S>, `${list}[${index}]`)); // checked by the shape
    },
  };
}

export function reject(rejected: Rejected['rejected'], message: string): Rejected {
  return { rejected, message };
}

export function isRejected(value: unknown): value is Rejected {
  return typeof value === 'object' && value !== null && 'rejected' in value;
}

export function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json; // our own data: every JSON text is Json
}
