import type { Command } from 'commander';
import { usageError } from '../../core/problem.ts';
import { SHELLS, scripts } from '../completion/scripts.ts';
import { type Completion, candidatesOf, wantedAt } from '../completion/words.ts';
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

async function candidatesAt(invocation: Invocation, given: readonly string[], program: Command): Promise<Completion[]> {
  const words = parted(given);
  const wanted = wantedAt(program, words);
  const environment = chosen(words, '-e', '--environment');
  const config = chosen(words, '-c', '--config');
  const flags = { ...invocation.flags, ...(environment ? { environment } : {}), ...(config ? { config } : {}) };
  return candidatesOf({ ...invocation, flags }, wanted);
}

/** The words with an option and its value apart: `--option=value` is one word, of which bash makes three. */
function parted(words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1).flatMap((word) => /^(--[\w-]+)=(.*)$/s.exec(word)?.slice(1) ?? [word]);
  return [...before.filter((word) => word !== '='), last === '=' ? '' : last];
}

/** The value of an option among the words before the cursor. */
function chosen(words: readonly string[], ...names: string[]): string | undefined {
  const before = words.slice(0, -1);
  const index = before.findLastIndex((word) => names.includes(word));
  return index === -1 ? undefined : before[index + 1];
}
