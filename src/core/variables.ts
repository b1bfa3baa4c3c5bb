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

/** Puts values in place of `#{name}`. A variable without a value stays, and so does a variable inside a value. */
export function fillVariables(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(VARIABLE, (whole, name: string) => values.get(name) ?? whole);
}

/** Length in code points, the unit of every limit of both specs. */
export function length(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
