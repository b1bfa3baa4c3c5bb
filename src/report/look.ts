/** A text as it looks: letters composed, without the signs that choose between the forms of a character. */
export function look(text: string): string {
  return text.normalize('NFC').replace(/[\ufe0e\ufe0f]/g, '');
}
