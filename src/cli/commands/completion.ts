import type { Command } from 'commander';
import { usageError } from '../../core/problem.ts';
import { candidatesOf } from '../completion/project.ts';
import { SHELLS, scripts } from '../completion/scripts.ts';
import { type Completion, wantedAt } from '../completion/wanted.ts';
import type { Invocation } from '../invocation.ts';
import { done, type Outcome } from '../outcome.ts';

/** The words of the command line that name the environment and the configuration of the candidates. */
const CHOOSE = ['-e', '--environment', '-c', '--config'];

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
    const found = await candidatesAt(invocation, words, program);
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

async function candidatesAt(invocation: Invocation, words: readonly string[], program: Command): Promise<Completion[]> {
  const wanted = wantedAt(program, words);
  const { flags } = invocation;
  const [environment, config] = [chosen(words, CHOOSE.slice(0, 2)), chosen(words, CHOOSE.slice(2))];
  const within: Invocation = {
    ...invocation,
    flags: { ...flags, ...(environment ? { environment } : {}), ...(config ? { config } : {}) },
  };
  return candidatesOf(within, wanted);
}

/** The value of an option among the words before the cursor. */
function chosen(words: readonly string[], names: readonly string[]): string | undefined {
  const before = words.slice(0, -1);
  const index = before.findLastIndex((word) => names.includes(word));
  return index === -1 ? undefined : before[index + 1];
}
