import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { version } from '../../src/core/version.ts';
import { exitTable } from './exit-codes.ts';
import { openProject } from './project.ts';
import { viewOf } from './streams.ts';

const COMMANDS = [
  [],
  ['init'],
  ['validate'],
  ['fmt'],
  ['explain'],
  ['plan'],
  ['preview'],
  ['apply'],
  ['status'],
  ['diff'],
  ['wait'],
  ['import'],
  ['send'],
  ['report'],
  ['catalog'],
  ['get'],
  ['doctor'],
  ['completion'],
  ['stats'],
  ['stats', 'send'],
  ['stats', 'template'],
  ['profile'],
  ['profile', 'token'],
  ['profile', 'create'],
  ['profile', 'recover'],
  ['profile', 'apply-brand'],
  ['state'],
  ['state', 'show'],
  ['state', 'bind'],
  ['state', 'move'],
  ['state', 'forget'],
  ['state', 'unlock'],
  ['state', 'export'],
  ['lsp'],
  ['emulator'],
  ['emulator', 'requests'],
  ['emulator', 'approve'],
  ['emulator', 'reject'],
  ['emulator', 'inbox'],
  ['emulator', 'clock'],
];

/** Commands that do not read the project, and `doctor`, which reports its mistakes. */
const WITHOUT_PROJECT = ['init', 'explain', 'doctor', 'completion', 'lsp'];

/** Commands that ask, although some or all of them have no `--yes`. */
const MAY_REFUSE = ['profile create'];

/** What the commands require. */
const ARGUMENTS: Readonly<Record<string, string[]>> = {
  explain: ['usage'],
  diff: ['a', 'b'],
  report: ['key'],
  get: ['templates'],
  completion: ['bash'],
  stats: ['send', '--product', 'brand', '--by', 'day'],
  'state bind': ['a', 'b'],
  'state move': ['a', 'b'],
  'state forget': ['a'],
  'state unlock': ['--all'],
  'profile create': ['@a', '--phone', '010', '--category', '1'],
  'profile token': ['@a', '--phone', '010'],
  'profile recover': ['a'],
  'profile apply-brand': ['a'],
};

async function helpOf(words: readonly string[]): Promise<string> {
  const view = viewOf();
  expect(await runProgram([...words, '--help'], view)).toBe(0);
  expect(view.err()).toBe('');
  return view.out();
}

/** The commands that the help of a command lists. */
function commandsIn(help: string): string[] {
  const [, listed = ''] = help.split('\nCommands:\n');
  return Array.from(listed.matchAll(/^ {2}([a-z-]+)/gm), ([, name = '']) => name).filter((name) => name !== 'help');
}

describe('the command line', () => {
  it('is all on the page of its help', async () => {
    const found: string[] = [];
    for (const words of COMMANDS) {
      for (const name of commandsIn(await helpOf(words))) found.push([...words, name].join(' '));
    }
    const listed = COMMANDS.map((words) => words.join(' ')).filter((words) => words !== '');
    expect(found.sort()).toEqual(listed.sort());
  });

  it('has every command in the table of exit codes, with those of its options', async () => {
    const all = COMMANDS.filter(({ length }) => length > 0);
    expect([...exitTable.keys()].filter((name) => !all.some((words) => words.join(' ') === name))).toEqual([]);
    for (const words of all) {
      const help = await helpOf(words);
      const codes = exitTable.get(words.join(' ')) ?? exitTable.get(words[0] ?? '');
      if (codes === undefined) {
        expect([words, help]).toEqual([words, expect.stringContaining('\nCommands:\n')]);
        continue;
      }
      const has = (option: RegExp): boolean => option.test(help.split('\nGlobal Options:')[0] ?? '');
      if (has(/--yes/)) expect([words, codes]).toEqual([words, expect.arrayContaining([7])]);
      if (words.length > 1 && !exitTable.has(words.join(' '))) continue;
      const ofApply = has(/--wait\b|--from-manifests/);
      expect([words, codes]).toEqual([
        words,
        [
          ...(has(/--detailed-exitcode/) ? [2] : []),
          ...(WITHOUT_PROJECT.includes(words[0] ?? '') ? [] : [3]),
          ...(ofApply ? [4] : []),
          ...(ofApply || words[0] === 'wait' ? [5] : []),
          ...(has(/--lock-timeout|--from-manifests/) ? [6] : []),
          ...(has(/--yes|--accept-account|--plan <file>|--from-manifests/) || MAY_REFUSE.includes(words.join(' '))
            ? [7]
            : []),
          ...(['send', 'report'].includes(words[0] ?? '') ? [8, 9] : []),
        ],
      ]);
    }
  });

  it.each([...exitTable].filter(([name]) => !['lsp', 'state', 'profile'].includes(name)))(
    '%s exits with 3 in a broken project, if the table has 3: %j',
    async (name, codes) => {
      const project = await openProject('environments: [\n', {});
      const { exit } = await project.run([...name.split(' '), ...(ARGUMENTS[name] ?? [])]);
      expect(exit === 3).toBe(codes.includes(3));
    },
  );

  it('lists the options of a command and the global ones, and none of the command above it', async () => {
    const listed = (help: string): string[] =>
      Array.from(help.matchAll(/^ {2}.*?(--[a-z-]+)/gm), ([, name = '']) => name);
    const globals = listed((await helpOf(['plan'])).split('Global Options:')[1] ?? '');
    expect(globals).toContain('--json');
    for (const words of COMMANDS.filter(({ length }) => length > 0))
      expect([words, listed((await helpOf(words)).split('Global Options:')[1] ?? '')]).toEqual([words, globals]);
  });

  it.each([
    [
      ['emulator', 'reject'],
      '[options] --comment <text> <address...>',
      '--comment <text> reason for the rejection (required)',
    ],
    [
      ['profile', 'create'],
      '[options] --phone <number> --category <code> <channel>',
      '--category <code> code of a profile category (required)',
    ],
  ])('shows which options are required: %j', async (words, usage, option) => {
    const help = (await helpOf(words)).replace(/ +/g, ' ');
    expect(help).toContain(`Usage: notiform ${words.join(' ')} ${usage}\n`);
    expect(help).toContain(` ${option}`);
  });

  it.each([
    [['--version', '--json'], { version }],
    [['--json', '--version'], { version }],
    [['help', '--json'], { help: expect.stringContaining('Usage: notiform ') }],
    [['--help', '--json'], { help: expect.stringContaining('Usage: notiform ') }],
    [['help', 'plan', '--json'], { help: expect.stringContaining('Usage: notiform plan ') }],
    [['state', 'show', '--json', '-h'], { help: expect.stringContaining('Usage: notiform state show ') }],
  ])('prints one document for %j', async (words, members) => {
    const view = viewOf();
    expect(await runProgram(words, view)).toBe(0);
    expect(JSON.parse(view.out())).toEqual({
      schemaVersion: 1,
      command: 'notiform',
      ok: true,
      ...members,
      problems: [],
    });
    expect(view.err()).toBe('');
  });

  it('prints its version', async () => {
    const view = viewOf();
    expect(await runProgram(['--version'], view)).toBe(0);
    expect(view.out()).toMatch(/^\S+\n$/);
  });

  it.each([
    [['plam'], "unknown command 'plam'", 'Did you mean `plan`? See `notiform --help`'],
    [['plan', '--refesh'], "unknown option '--refesh'", 'Did you mean `--refresh`? See `notiform plan --help`'],
    [['plan', '--jsno'], "unknown option '--jsno'", 'Did you mean `--json`? See `notiform plan --help`'],
    [['emulator', 'approve', 'x', '--prot', '1'], "unknown option '--prot'", 'See `notiform emulator approve --help`'],
    [
      ['apply', '--max-deletes', 'many'],
      "option '--max-deletes <n>' argument 'many' is invalid. Expected a number, a percentage (30%) or none",
      'See `notiform apply --help`',
    ],
    ...['fun', 'destroys=', 'destroys=order-*', 'destroys=GroupTag/*/vip', 'fun=GroupTag/shop/vip', 'takes-over'].map(
      (word): [string[], string, string] => [
        ['plan', '--allow', word],
        `option '--allow <risk...>' argument '${word}' is invalid. Expected RISK or RISK=ADDRESS, with one of the risks queues-again, loses-approval, interrupts-sending, destroys, reverses, older, or takes-over=ADDRESS`,
        'See `notiform plan --help`',
      ],
    ),
    ...(
      [
        ['get templates', 'table, csv'],
        ['stats send --product brand', 'table, csv'],
        ['status', 'markdown'],
        ['validate', 'sarif, github'],
      ] as const
    ).map(([line, choices]): [string[], string, string] => [
      [...line.split(' '), '--format', 'json'],
      `option '--format <format>' argument 'json' is invalid. Allowed choices are ${choices}`,
      `Did you mean \`--json\`? See \`notiform ${/^(?:stats send|\w+)/.exec(line)?.[0]} --help\``,
    ]),
    [
      ['send', '--allow', 'locks_text'],
      "option '--allow <risk>' argument 'locks_text' is invalid. The only risk of a send is locks-text",
      'See `notiform send --help`',
    ],
    [
      ['wait', '--timeout', 'soon'],
      "option '--timeout <time>' argument 'soon' is invalid. Expected a duration: 90s, 30m, 2h or 14d",
      'See `notiform wait --help`',
    ],
    ...['0', '-1', '1.5', 'many'].map((n): [string[], string, string] => [
      ['plan', '--concurrency', n],
      `option '--concurrency <n>' argument '${n}' is invalid. ${n === '0' ? 'Expected 1 or more' : 'Expected a whole number'}`,
      'See `notiform plan --help`',
    ]),
    [
      ['emulator', 'aprove', 'x'],
      '`notiform emulator` has no command `aprove`',
      'Did you mean `approve`? There are: requests, approve, reject, inbox, clock. See `notiform emulator --help`',
    ],
    [
      ['plan', 'welcome'],
      "too many arguments for 'plan'. Expected 0 arguments but got 1",
      'Select a resource with `--target welcome`, an environment with `-e welcome`. See `notiform plan --help`',
    ],
    [['plan', '--env', 'x'], "unknown option '--env'", 'Did you mean `--environment`? See `notiform plan --help`'],
    [
      ['apply', '--dry-run'],
      "unknown option '--dry-run'",
      'Run `notiform plan` to see the changes. See `notiform apply --help`',
    ],
    [['apply', '-auto-approve'], "unknown option '-auto-approve'", 'Did you mean `--yes`? See `notiform apply --help`'],
    [['fmt', '-check'], "unknown option '-check'", 'Did you mean `--check`? See `notiform fmt --help`'],
    [['plan', '-quiet'], "unknown option '-quiet'", 'Did you mean `--quiet`? See `notiform plan --help`'],
    [['workspace'], "unknown command 'workspace'", 'Choose an environment with `-e NAME`. See `notiform --help`'],
    [['plan', '-o', 'x'], "unknown option '-o'", 'Did you mean `--out`? See `notiform plan --help`'],
    [
      ['emulator', 'start'],
      '`notiform emulator` has no command `start`',
      '`notiform emulator` starts the emulator. There are: requests, approve, reject, inbox, clock. See `notiform emulator --help`',
    ],
    ...(
      [
        ['list', '`notiform get templates` lists the templates of the account.'],
        ['approve', 'You are the inspector of an emulator: `notiform emulator approve` or `notiform emulator reject`.'],
        ['delete', 'To delete a resource, remove its manifest and run `notiform apply`.'],
        ['render', 'Did you mean `preview`?'],
      ] as const
    ).map(([word, hint]): [string[], string, string] => [
      [word],
      `unknown command '${word}'`,
      `${hint} See \`notiform --help\``,
    ]),
    [['emulator', '--port', '1', 'inbox'], "unknown option '--port'", 'See `notiform emulator inbox --help`'],
  ])('does not understand %j', async (words, said, mend) => {
    const view = viewOf({ env: { COLUMNS: '300' } });
    expect(await runProgram(words, view)).toBe(64);
    expect(view.out()).toBe('');
    expect(view.err()).toBe(`error: ${said}\n  help: ${mend}\n\n1 error\n`);
  });

  it('takes a value that looks like a long option with one dash', async () => {
    const view = viewOf();
    expect(await runProgram(['emulator', 'reject', 'x', '--comment', '-quiet'], view)).not.toBe(64);
    expect(view.err()).not.toContain('unknown option');
  });

  it.each([
    ['notiform', ['plam'], "unknown command 'plam'", 'Did you mean `plan`? See `notiform --help`'],
    ['notiform', [], '`notiform` needs a subcommand', 'See `notiform --help`'],
    [
      'state',
      ['state'],
      '`notiform state` needs a subcommand',
      'There are: show, bind, move, forget, unlock, export. See `notiform state --help`',
    ],
    ['plan', ['plan', '--refesh'], "unknown option '--refesh'", 'Did you mean `--refresh`? See `notiform plan --help`'],
  ])('names the command %s and the mistake in one document with --json', async (command, words, message, hint) => {
    const view = viewOf();
    expect(await runProgram([...words, '--json'], view)).toBe(64);
    expect(view.err()).toBe('');
    expect(JSON.parse(view.out())).toEqual({
      schemaVersion: 1,
      command,
      ok: false,
      problems: [{ code: 'usage', severity: 'error', message, hint }],
    });
  });

  it('shows its help, and calls it a mistake, where no command is given', async () => {
    const view = viewOf();
    expect(await runProgram([], view)).toBe(64);
    expect(view.err()).toContain('Usage: notiform');
  });

  it('calls its own failure a bug, with the stack where it is asked for', async () => {
    const files = { ...viewOf().ports.files, size: () => Promise.reject(new Error('the disk is on fire')) };
    const view = viewOf({ ports: { ...viewOf().ports, files } });
    expect(await runProgram(['validate', '--verbose'], view)).toBe(70);
    expect(view.err()).toContain('This is a bug in notiform: the disk is on fire');
  });

  it('is interrupted where the signal came', async () => {
    const stop = Object.assign(new Error('aborted'), { name: 'AbortError' });
    const files = { ...viewOf().ports.files, size: () => Promise.reject(stop) };
    const view = viewOf({ ports: { ...viewOf().ports, files }, signal: AbortSignal.abort('SIGINT') });
    expect(await runProgram(['validate'], view)).toBe(130);
    expect(view.err()).toContain('Interrupted');
  });

  it('tells a bug although it was interrupted', async () => {
    const files = { ...viewOf().ports.files, size: () => Promise.reject(new Error('the disk is on fire')) };
    const view = viewOf({ ports: { ...viewOf().ports, files }, signal: AbortSignal.abort('SIGINT') });
    expect(await runProgram(['validate'], view)).toBe(70);
    expect(view.err()).toContain('the disk is on fire');
  });
});
