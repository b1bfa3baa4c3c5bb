/** `${env:NAME}`, its escape `$${`, or a `${` that is neither. */
export const REFERENCE = /\$(\$?)\{(?:env:([A-Za-z_][A-Za-z0-9_]*)\})?/g;
