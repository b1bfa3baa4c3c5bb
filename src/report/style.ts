import { styleText } from 'node:util';

/** What a command line begins with so that it is about the same project and environment, as it was given there. */
export interface Naming {
  /** What starts us: `notiform` where left out. */
  program?: string;
  environment?: string;
  config?: string;
}

/** How something is drawn. The one who prints decides it: whether that stream takes colour, how wide it is, what commands name. */
export interface Style {
  color: boolean;
  /** Columns of the terminal; East Asian wide characters take two. */
  width: number;
  /** The time zone of all times, an IANA name; Korea's if left out. */
  timezone?: string;
  /** What every command that is shown has to name, so that copying it works. */
  naming?: Naming;
}

export type Tone = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan' | 'magenta' | 'inverse';

/** The text in the tones, where the style has colour; nothing else decides about it (no environment, no stream). */
export function paint(style: Style, text: string, ...tones: readonly Tone[]): string {
  if (!style.color || tones.length === 0 || text === '') return text;
  return styleText([...tones], text, { validateStream: false });
}
