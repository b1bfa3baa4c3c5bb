/** Message variables, the service's own `#{name}` (resource API 2.2, message API 2.9). */

export interface VariableSpan {
  name: string;
  /** Offsets into the text in UTF-16 units, `end` exclusive. */
  start: number;
  end: number;
}

const VARIABLE = /#\{([^#{}]+)\}/g;

/** Every `#{name}` of a text, in order of place. */
export function findVariables(text: string): VariableSpan[] {
  const found: VariableSpan[] = [];
  // Every text of a project is searched, and `matchAll` copies the pattern for each.
  VARIABLE.lastIndex = 0;
  for (let match = VARIABLE.exec(text); match; match = VARIABLE.exec(text)) {
    const whole = match[0];
    found.push({ name: whole.slice(2, -1), start: match.index, end: match.index + whole.length });
  }
  return found;
}

/** The distinct names of the variables in some texts, in order of first sight. */
export function variableNames(texts: Iterable<string>): string[] {
  const names = new Set<string>();
  for (const text of texts) for (const span of findVariables(text)) names.add(span.name);
  return [...names];
}

export interface Filled {
  text: string;
  /** Variables without a value, in order of first sight. `text` contains their `#{name}`. */
  missing: string[];
  /** Variables whose value is the empty string: the service treats those as a mismatch. */
  empty: string[];
}

/** Puts values in place of `#{name}`. Values are taken as they are; a variable inside a value is not filled again. */
export function fillVariables(text: string, values: ReadonlyMap<string, string>): Filled {
  const missing = new Set<string>();
  const empty = new Set<string>();
  const filled = text.replace(VARIABLE, (whole, name: string) => {
    const value = values.get(name);
    if (value === undefined) missing.add(name);
    else if (value === '') empty.add(name);
    return value ?? whole;
  });
  return { text: filled, missing: [...missing], empty: [...empty] };
}

/** Length in code points, the unit of every limit of both specs. */
export function length(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
