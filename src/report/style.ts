import { styleText } from 'node:util';
import type { Language } from '../core/language.ts';

/** The program, environment, configuration and language of this run, for command lines that a user copies. */
export interface Naming {
  /** The command that starts notiform; `notiform` by default. */
  program?: string | undefined;
  environment?: string | undefined;
  config?: string | undefined;
  /** Only from `--language`: a variable or a setting is there for the next command too. */
  language?: Language | undefined;
  /** True if `apply` made its own plan: what allows a change is then a flag of `apply`. */
  isApply?: boolean | undefined;
}

/** How text is drawn. The command line sets it for each stream. */
export interface Style {
  color: boolean;
  /** Columns of the terminal; East Asian wide characters take two. */
  width: number;
  /** True if a person reads it in a terminal, where long cells of a table are cut. */
  terminal?: boolean | undefined;
  /** The time zone of all times, an IANA name; Korea's if left out. */
  timezone?: string | undefined;
  /** The language of what a reviewer reads; English if left out. */
  language?: Language | undefined;
  /** For the commands that are shown. */
  naming?: Naming | undefined;
  /** True if the environment is an emulator, where the user is the inspector. */
  isEmulator?: boolean | undefined;
}

export type Tone = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan' | 'magenta' | 'inverse';

/** The text in the tones, if the style has colour. No environment variable and no stream changes this. */
export function paint(style: Style, text: string, ...tones: readonly Tone[]): string {
  if (!style.color || tones.length === 0 || text === '') return text;
  return styleText([...tones], text, { validateStream: false });
}
