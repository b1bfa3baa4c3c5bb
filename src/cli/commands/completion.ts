import type { Command } from 'commander';
import { usageError } from '../../core/problem.ts';
import { candidatesAt, SHELLS, scripts } from '../completion.ts';
import type { Invocation } from '../invocation.ts';
import { done, type Outcome } from '../outcome.ts';

/**
 * `completion SHELL` prints the script of a shell. `completion words -- WORD…` is what the scripts call: it prints what may be
 * written at the end of the words, one candidate a line, with a tab before what it means.
 */
export async function completion(
  invocation: Invocation,
  [shell = '', ...words]: string[],
  program: Command,
): Promise<Outcome> {
  if (shell === 'words') {
    // Bash makes a word of its own of the `=` in `--option=value`.
    const typed = words.filter((word, index) => word !== '=' || index === words.length - 1);
    const line = typed.map((word) => (word === '=' ? '' : word));
    const environment = chosen(line, '-e', '--environment');
    const config = chosen(line, '-c', '--config');
    const flags = { ...invocation.flags, ...(environment ? { environment } : {}), ...(config ? { config } : {}) };
    const found = await candidatesAt({ ...invocation, flags }, program, line);
    const lines = found.map(({ value, about }) => (about ? `${value}\t${about}` : value));
    return done(lines.join('\n'), { candidates: found });
  }
  const known = SHELLS.find((name) => name === shell);
  if (!known || words.length > 0)
    throw usageError(
      `\`${[shell, ...words].join(' ')}\` is no shell with a script`,
      `Write one of ${SHELLS.join(', ')}`,
    );
  return done(scripts[known], { shell, script: scripts[known] });
}

/** The value of an option among the words before the cursor. */
function chosen(words: readonly string[], ...names: string[]): string | undefined {
  const index = words.slice(0, -1).findLastIndex((word) => names.includes(word));
  return index === -1 || index + 1 === words.length - 1 ? undefined : words[index + 1];
}
