import { programOf, quoted } from '../report/command.ts';
import type { Invocation } from './invocation.ts';

/**
 * Returns the command line of this run for a shell, with its environment named and more flags at the end. It keeps every
 * flag, so that repeating it has the same result.
 */
export function repeated({ words, flags, terminal }: Invocation, environment: string, more: readonly string[]): string {
  const named = flags.environment === undefined ? ['-e', environment] : [];
  const program = programOf(terminal.style('stderr').naming);
  // After `--`, a flag would be read as an address.
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  return [program, ...[...named, ...words.slice(0, end), ...more, ...words.slice(end)].map(quoted)].join(' ');
}
