/** `${env:NAME}`, its escape `$${`, or a `${` that is neither. */
export const REFERENCE = /\$(\$?)\{(?:env:([A-Za-z_][A-Za-z0-9_]*)\})?/g;

export const BAD_REFERENCE = {
  message: 'contains a `${` that is not `${env:NAME}`',
  hint: 'Write `$${` for a literal `${`',
} as const;

/** True if a text contains a `${` that is neither `${env:NAME}` nor escaped. */
export function hasBadReference(text: string): boolean {
  return Array.from(text.matchAll(REFERENCE)).some(([, escaped, name]) => !escaped && name === undefined);
}
