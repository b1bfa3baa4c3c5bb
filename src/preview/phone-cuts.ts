import { graphemes } from '../core/graphemes.ts';
import { findVariables } from '../core/variables.ts';

/** What a phone shows of an emphasis title and subtitle, in characters (assumption 80). */
const LONGEST = { title: 23, subtitle: 18 } as const;

/**
 * The text as far as a phone shows it, with `…` where it was cut. One with unfilled variables stays whole: nobody knows
 * how long it will be (assumption 81).
 */
export function shortened(text: string, place: keyof typeof LONGEST): string {
  const shown = graphemes(text);
  const longest = LONGEST[place];
  if (shown.length <= longest || findVariables(text).length > 0) return text;
  return `${shown.slice(0, longest).join('').trimEnd()}…`;
}
