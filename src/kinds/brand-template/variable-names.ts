/** Whatever stands between `#{` and the next `}` is a variable for the service (assumption 129). */
const VARIABLE = /#\{([^{}]*)\}/g;
const NAME = /^[\p{Script=Hangul}A-Za-z0-9_-]{1,20}$/u;

/** A variable whose name the service does not take, and where it begins, in UTF-16 units. */
export interface Misnamed {
  text: string;
  name: string;
  start: number;
}

/** Every variable of a text that has no name as resource API 2.4 wants it. */
export function misnamedIn(text: string): Misnamed[] {
  return Array.from(text.matchAll(VARIABLE), ({ 0: found, 1: name = '', index: start }) => ({
    text: found,
    name,
    start,
  })).filter(({ name }) => !NAME.test(name));
}
