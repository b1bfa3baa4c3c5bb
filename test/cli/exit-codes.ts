import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The exit codes that every command can have. */
const COMMON = [0, 1, 64, 70, 130];

const page = readFileSync(join(import.meta.dirname, '../../docs/cli.md'), 'utf8');

/** The table of exit codes in docs/cli.md: the codes of each command, or of a command with its subcommands. */
export const exitTable: ReadonlyMap<string, readonly number[]> = new Map(
  (page.split('\n| command | 2 | 3 |')[1]?.split('\n\n')[0] ?? '').split('\n').flatMap((line): [string, number[]][] => {
    const [, names = '', ...cells] = line.split('|');
    const codes = cells.flatMap((cell, index) => (cell.includes('✓') ? [index + 2] : []));
    return Array.from(names.matchAll(/`([^`]+)`/g), ([, name = '']) => [name, codes]);
  }),
);

/** Throws if the table lacks the exit code of a command that was run. @param text what the command wrote */
export function checkExit(words: readonly string[], exit: number, text: string): void {
  // Every command can have this one on an emulator, as the page says below the table.
  if (COMMON.includes(exit) || (exit === 7 && text.includes('emulator-untrusted'))) return;
  const first = words.findIndex((word, index) => isCommand(word) && !/^-(?:e|c)$/.test(words[index - 1] ?? ''));
  const [command = '', sub = ''] = words.slice(first);
  const codes = exitTable.get(`${command} ${sub}`) ?? exitTable.get(command);
  if (!codes?.includes(exit)) throw new Error(`The table in docs/cli.md has no exit code ${exit}: ${words.join(' ')}`);
}

function isCommand(word: string): boolean {
  return [...exitTable.keys()].some((name) => name === word || name.startsWith(`${word} `));
}
