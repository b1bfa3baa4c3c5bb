import fc from 'fast-check';
import type { Style } from '../../src/report/style.ts';

// The same cases in every run: a failure of one machine is a failure of all.
fc.configureGlobal({ seed: 20_261_120 });

/** No colour, 80 columns unless said. */
export function plain(width = 80): Style {
  return { color: false, width };
}

export function colored(width = 80): Style {
  return { color: true, width };
}

const NAMES: Readonly<Record<string, string>> = {
  '1': 'bold',
  '2': 'dim',
  '7': 'inverse',
  '22': '/',
  '27': '/',
  '31': 'red',
  '32': 'green',
  '33': 'yellow',
  '34': 'blue',
  '35': 'magenta',
  '36': 'cyan',
  '39': '/',
};

/** Colour as tags that a test can show: `‹red›word‹/›`. */
export function tags(text: string): string {
  const code = new RegExp(`${String.fromCodePoint(27)}\\[(\\d+)m`, 'gu');
  return text.replace(code, (_, number: string) => `‹${NAMES[number] ?? number}›`);
}
