import type { Json } from '../../core/json.ts';

/** A type whose optional members may be null or undefined, as answers of the service have them. */
export type Nullable<T> = { [K in keyof T]?: T[K] | null | undefined };

/** Members of `T`, where the optional ones may be undefined. */
type Loose<T> = { [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] };

/** The members that are there: an undefined one is left out, as a request wants it. */
export function present<T extends object>(members: Loose<T>): T {
  // True by the filter: what is left out was optional in T.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

/** The value, or null where there is none. */
export function known(value: Json | undefined): Json {
  return value ?? null;
}

/** The object, unless it is empty. */
export function filled<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}
