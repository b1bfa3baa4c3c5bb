import { programOf, quoted } from '../report/command.ts';
import type { Invocation } from './invocation.ts';

/**
 * The command line that was given, with its environment named and more flags behind it, as a shell takes it. Whoever
 * repeats it gets what was shown: no flag of it is lost.
 */
export function repeated({ words, flags, terminal }: Invocation, environment: string, more: readonly string[]): string {
  const named = flags.environment === undefined ? ['-e', environment] : [];
  const program = programOf(terminal.style('stderr').naming);
  // Behind `--` a flag would be an address.
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  return [program, ...[...named, ...words.slice(0, end), ...more, ...words.slice(end)].map(quoted)].join(' ');
}
