import type { Json } from '../../core/json.ts';

/** Tests of the control API's members. */
export type Test = (value: Json) => boolean;

/** One test for each member that a type has. */
export type Shape<T> = { [K in keyof Required<T>]: Test };

export const isText: Test = (value) => typeof value === 'string';
export const isFlag: Test = (value) => typeof value === 'boolean';

export function isOneOf(...words: readonly string[]): Test {
  return (value) => words.some((word) => word === value);
}

export function isListOf(test: Test): Test {
  return (value) => Array.isArray(value) && value.every(test);
}
