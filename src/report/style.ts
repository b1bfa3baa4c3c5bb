import { styleText } from 'node:util';

/** How something is drawn. The one who prints decides both: whether that stream takes colour, and how wide it is. */
export interface Style {
  color: boolean;
  /** Columns of the terminal; East Asian wide characters take two. */
  width: number;
}

export type Tone = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan' | 'magenta' | 'inverse';

/** The text in the tones, where the style has colour; nothing else decides about it (no environment, no stream). */
export function paint(style: Style, text: string, ...tones: readonly Tone[]): string {
  if (!style.color || tones.length === 0 || text === '') return text;
  return styleText([...tones], text, { validateStream: false });
}

const byGrapheme = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/** What a reader takes for characters. */
export function graphemes(text: string): string[] {
  return Array.from(byGrapheme.segment(text), ({ segment }) => segment);
}
