/** Something in a text that was meant as a message variable and is not one: what it says, and why it is none. */
export interface Malformed {
  text: string;
  why: string;
  /** Where it begins, in UTF-16 units. */
  start: number;
}

/**
 * Every `#{…}` of a text that is not `#{name}`, and look-alikes (rule AT01): not closed, nested, without a name, with a
 * space at an end of the name, full-width signs as `＃{name}` and `｛name｝`, and the forms of other template languages, `{{name}}`,
 * `${name}`, `{name}` and `%name%`.
 */
export function malformedVariables(text: string): Malformed[] {
  const own = Array.from(text.matchAll(/#\{/g), ({ index: start }) => {
    const found = malformedAt(text, start);
    return found ? { ...found, start } : [];
  }).flat();
  const foreign = Array.from(
    text.matchAll(/\{\{[^{}]*\}\}|\$\{[^{}]*\}|(?<![#{$＃＄\w])\{[가-힣\w ]+\}(?!\})|([%$])[가-힣A-Za-z_]{1,20}\1/g),
    ({ 0: found, index: start }) => ({
      text: firstLine(found),
      why: 'is the form of another template language',
      start,
    }),
  );
  const wide = Array.from(
    text.matchAll(
      /＃[{｛][^{}｛｝＃]*[}｝]?|#｛[^{}｛｝#]*[}｝]?|＄[{｛][^{}｛｝]*[}｝]|(?<![#＃＄$])｛[가-힣\w]+[}｝]|％[가-힣A-Za-z_]{1,20}％/g,
    ),
    ({ 0: found, index: start }) => ({
      text: firstLine(found),
      why: 'is written with full-width signs',
      start,
    }),
  );
  return [...own, ...foreign, ...wide];
}

function malformedAt(text: string, start: number): Omit<Malformed, 'start'> | undefined {
  const rest = text.slice(start + 2);
  const name = rest.slice(0, rest.search(/[{}]|$/));
  const next = rest[name.length];
  const shown = `#{${name}${next ?? ''}`;
  if (next === undefined) return { text: firstLine(shown), why: 'is never closed' };
  if (next === '{') return { text: firstLine(shown), why: 'has another brace inside' };
  if (name === '') return { text: shown, why: 'has no name' };
  if (/\n/.test(name)) return { text: firstLine(shown), why: 'has a line break in its name' };
  if (name.trim() !== name) return { text: shown, why: 'has a space at an end of its name' };
  return name.includes('#') ? { text: shown, why: 'has a # in its name' } : undefined;
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line;
}
