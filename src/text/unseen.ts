/** A text as it looks: letters composed, without the signs that choose how an emoji looks. */
export function look(text: string): string {
  return text.normalize('NFC').replace(/[\ufe0e\ufe0f]/g, '');
}

/** True if two texts differ and look the same. */
export function looksTheSame(before: string, after: string): boolean {
  return before !== after && look(before) === look(after);
}
