import { quoted } from '../report/command.ts';
import type { Invocation } from './invocation.ts';

/**
 * The command line that was given, with its environment named and more flags behind it, as a shell takes it. Whoever
 * repeats it gets what was shown: no flag of it is lost.
 */
export function repeated({ words, flags }: Invocation, environment: string, more: readonly string[]): string {
  const named = flags.environment === undefined ? ['-e', environment] : [];
  return ['notiform', ...named, ...words, ...more].map(quoted).join(' ');
}
