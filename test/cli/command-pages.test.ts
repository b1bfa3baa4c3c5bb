import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { viewOf } from './streams.ts';

/** Each command has a page in docs/commands/, made of its help. `npx vitest run test/cli/command-pages.test.ts -u` writes them. */

const FOLDER = join(import.meta.dirname, '../../docs/commands');

/** What to read about a command, as links of its page. A new command needs a row. */
const MORE: Readonly<Record<string, string>> = {
  apply:
    '[plan files](../plan.md), [what a plan may do](../cli.md#what-a-plan-may-do), [the receipt](../cli.md#the-receipt), [exit codes](../cli.md#exit-codes)',
  catalog: '[the catalog](../catalog.md)',
  completion: '[completion](../cli.md#completion)',
  diff: '[environments](../cli.md#the-environment)',
  doctor: '[what doctor checks](../cli.md#what-doctor-checks)',
  emulator: '[the emulator](../emulator.md)',
  explain: '[problems](../errors.md), [lint rules](../lint.md)',
  fmt: '[the layout of manifests](../cli.md#the-layout-of-manifests)',
  get: '[what the account has](../cli.md#what-the-account-has)',
  group: '[sender profiles](../cli.md#sender-profiles)',
  import: '[import](../import.md), [adopt the templates of an account](../how-to/adopt-an-account.md)',
  init: '[a new project](../cli.md#a-new-project), [tutorial](../tutorial.md)',
  lsp: '[editor](../editor.md)',
  plan: '[concepts](../concepts.md#plan), [plan files](../plan.md), [what a plan may do](../cli.md#what-a-plan-may-do), [scale](../scale.md)',
  preview: '[previews](../cli.md#previews)',
  profile: '[sender profiles](../cli.md#sender-profiles)',
  report: '[messages that were sent earlier](../cli.md#messages-that-were-sent-earlier)',
  send: '[test sends](../send.md), [a message is sent once](../cli.md#a-message-is-sent-once)',
  state: '[the state](../state.md)',
  stats: '[statistics](../stats.md)',
  status: '[who moved](../cli.md#who-moved), [fix a rejection](../how-to/fix-a-rejection.md)',
  validate: '[manifests](../manifests.md), [problems](../errors.md), [lint rules](../lint.md)',
  wait: '[signals](../cli.md#signals), [exit codes](../cli.md#exit-codes)',
};

async function helpOf(words: readonly string[]): Promise<string> {
  const view = viewOf();
  expect([await runProgram([...words, '--help'], view), view.err()]).toEqual([0, '']);
  return view.out();
}

/** The commands that the help of a command lists. */
function commandsIn(help: string): string[] {
  const [, listed = ''] = help.split('\nCommands:\n');
  return Array.from(listed.matchAll(/^ {2}([a-z-]+)/gm), ([, name = '']) => name).filter((name) => name !== 'help');
}

/** A section about a command, without the options that all commands have. */
function section(level: string, words: readonly string[], help: string): string {
  const own = help.replace(/\nGlobal Options:\n(?: {2}.*\n)+/, '').trimEnd();
  return `${level} notiform ${words.join(' ')}\n\n\`\`\`text\n${own}\n\`\`\`\n`;
}

it('each command has a page made of its help', async () => {
  const program = await helpOf([]);
  const names = commandsIn(program).sort();
  expect(names).toEqual(Object.keys(MORE).sort());
  for (const name of names) {
    const help = await helpOf([name]);
    const below = await Promise.all(
      commandsIn(help).map(async (child) => section('##', [name, child], await helpOf([name, child]))),
    );
    const page = [section('#', [name], help), ...below, `Read more: ${MORE[name]}. [All commands](README.md)\n`].join(
      '\n',
    );
    await expect(page).toMatchFileSnapshot(join(FOLDER, `${name}.md`));
  }
  const rows = names.map((name) => {
    const [, about = ''] = new RegExp(`^ {2}${name}\\b.*? {2,}(.*(?:\\n {10,}.*)*)`, 'm').exec(program) ?? [];
    return `| [${name}](${name}.md) | ${about.replaceAll(/\s+/g, ' ')} |`;
  });
  const index = `# Commands

Each page is made of the command's own \`--help\`. Exit codes, streams and \`--json\`: [the command line](../cli.md).

| command | does |
|---|---|
${rows.join('\n')}

## Options of all commands

\`\`\`text
${program.slice(0, program.indexOf('\nCommands:')).trimEnd()}
\`\`\`
`;
  await expect(index).toMatchFileSnapshot(join(FOLDER, 'README.md'));
  expect((await readdir(FOLDER)).sort()).toEqual(['README.md', ...names.map((name) => `${name}.md`)].sort());
});
