import type { Json, JsonObject } from '../../../src/core/json.ts';
import { checkBrand } from '../../../src/send/channels/brand/form.ts';
import { basic, free, fullBodies } from '../../emulator/brand-message-bodies.ts';

export const IMAGE = 'https://img.example.com/1.png';

/** A FREE message of each type, with everything that the type has. */
export const freeMessages: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  Object.entries(fullBodies(() => IMAGE)).map(([type, body]) => [type, { ...free, ...body }]),
);

/** A BASIC message without variables. */
export const basicMessage: JsonObject = basic;

/** Each failure as `code path: message`. */
export function sentences(type: string, content: JsonObject): string[] {
  return checkBrand(type, content).map(({ code, path, message }) => `${code} ${path}: ${message}`);
}

/** A text of some characters. Each counts as one, although UTF-16 has two units for it. */
export function characters(count: number): string {
  return '😀'.repeat(count);
}

/** A text of some line breaks. */
export function lines(breaks: number): string {
  return `가${'\n가'.repeat(breaks)}`;
}

/** A web address of some characters. */
export function web(count: number): string {
  return `https://shop.example.com/${'a'.repeat(count)}`.slice(0, count);
}

export function times<T extends Json>(count: number, one: T): T[] {
  return Array.from({ length: count }, () => one);
}
