/** `${env:NAME}`, its escape `$${`, or a `${` that is neither. */
export const REFERENCE = /\$(\$?)\{(?:env:([A-Za-z_][A-Za-z0-9_]*)\})?/g;

/** Returns the names of the environment variables that a text names. */
export function variablesIn(text: string): string[] {
  return Array.from(text.matchAll(REFERENCE)).flatMap(([, escaped, name]) => (escaped || !name ? [] : [name]));
}
