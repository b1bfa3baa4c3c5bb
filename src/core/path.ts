/** A place in a document: member names and element numbers from the root. */
export type Path = readonly (string | number)[];

/** `buttons[1].link.mobile` */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/** Reads a path in the form of `formatPath`. */
export function parsePath(text: string): Path {
  const parts = text.split(/[.[\]]+/).filter((part) => part !== '');
  return parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** Returns the value at a path, or undefined if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[part] : undefined),
    value,
  );
}
