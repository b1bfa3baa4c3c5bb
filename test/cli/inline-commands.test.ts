import { expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { pages } from '../packaging/snippets/pages.ts';
import { viewOf } from './streams.ts';

/** The commands that prose names exist, with their options, in English and Korean pages. */

const helps = new Map<string, string>();

async function helpOf(words: readonly string[]): Promise<string> {
  const key = words.join(' ');
  const known = helps.get(key);
  if (known !== undefined) return known;
  const view = viewOf();
  await runProgram([...words, '--help'], view);
  helps.set(key, view.out());
  return view.out();
}

function lists(help: string, name: string): boolean {
  const [, listed = ''] = help.split('\nCommands:\n');
  return new RegExp(`^ {2}${name}\\b`, 'm').test(listed);
}

/** What is wrong with a command of a page; undefined if it could be run. */
async function wrong(command: string): Promise<string | undefined> {
  const words = command.replace(/^(?:(?:-[ec]|--language) \S+ )+/, '').split(/\s+/);
  const [name = '', second = ''] = words;
  if (/^[A-Z…-]/.test(name)) return;
  if (!lists(await helpOf([]), name)) return `no command ${name}`;
  const own = await helpOf([name]);
  const help = lists(own, second) ? await helpOf([name, second]) : own;
  const flags = words.flatMap((word) => /^--[a-z][a-z-]*/.exec(word)?.[0] ?? []);
  const unknown = flags.filter((flag) => flag !== '--help' && !new RegExp(`${flag}\\b`).test(help));
  return unknown.length > 0 ? `no option ${unknown.join(' ')}` : undefined;
}

it('commands inside sentences exist, and have the options that are shown', async () => {
  const commands = pages().flatMap(({ page, text }) =>
    Array.from(
      text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`(?:npx --no -- )?notiform ([^`]+)`/g),
      ([, command = '']) => ({ page, command }),
    ),
  );
  expect(commands.length).toBeGreaterThan(100);
  const mistakes = await Promise.all(
    commands.map(async ({ page, command }) => ({ page, command, wrong: await wrong(command) })),
  );
  expect(mistakes.filter((mistake) => mistake.wrong !== undefined)).toEqual([]);
});
