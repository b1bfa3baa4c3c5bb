import { findVariables } from '../../core/variables.ts';

/** True if a text is the template with every variable filled by at least one character. Takes linear time. */
export function matchesTemplate(template: string, text: string): boolean {
  const [first = '', ...rest] = fixedParts(template);
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, from + 1);
    if (found < 0) return false;
    from = found + part.length;
  }
  return text.endsWith(last) && text.length - last.length > from;
}

/** The texts between the variables of a template: one more than it has variables. */
function fixedParts(template: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of findVariables(template)) {
    parts.push(template.slice(from, start));
    from = end;
  }
  return [...parts, template.slice(from)];
}
