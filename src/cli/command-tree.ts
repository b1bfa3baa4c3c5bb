import type { Readable } from 'node:stream';
import { Command, CommanderError, Help, type HelpConfiguration, Option } from 'commander';
import { Exit } from '../core/exit.ts';
import { isLanguage, LANGUAGES } from '../core/language.ts';
import type { Ports } from '../core/ports.ts';
import { errorProblem, type Problem } from '../core/problem.ts';
import { version } from '../core/version.ts';
import { Redaction } from '../text/redaction.ts';
import { suggest } from '../text/suggest.ts';
import { proxySecrets } from '../wire/proxy-address.ts';
import type { Outcome } from './finish.ts';
import { finish } from './finish.ts';
import { startedBy } from './init/manager.ts';
import type { GlobalFlags, Invocation } from './invocation.ts';
import { nameOf, rootOf } from './options.ts';
import { openTerminal, type TerminalStream } from './terminal.ts';

export interface ProcessView extends Pick<Invocation, 'narrow' | 'contains'> {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable & { isTTY?: boolean };
  stdout: TerminalStream;
  stderr: TerminalStream;
  ports: Ports;
  signal: AbortSignal;
  /** The path by which the program was started. */
  started?: string | undefined;
  /** Called before the result of a command is shown that has sent a message. */
  onSent?: () => void;
  /** Called with every secret of the run as soon as it is known. */
  onSecret?: (secret: string) => void;
}

/** A command's work: its arguments and options as commander read them. */
type CommandWork = (invocation: Invocation, args: string[], options: never) => Promise<Outcome>;

export interface CommandRow {
  /** The words of the command with those of its parent command, and its arguments. */
  usage: string;
  summary: string;
  /** What the description says after the summary. */
  more?: string;
  /** Loads the module that does the work when the command runs. Left out if the command only has commands below it. */
  load?: () => Promise<CommandWork>;
  options?: (command: Command) => Command;
  /** The text below the options. */
  help?: string;
}

type CommandStart = (invocation: Invocation) => Promise<Outcome>;

/** Runs one command line of the given commands and returns the exit code. Never throws: every failure is reported (docs/cli.md). */
export async function runCommandLine(
  table: readonly CommandRow[],
  argv: readonly string[],
  view: ProcessView,
): Promise<number> {
  let exit: number = Exit.done;
  const wantsJson = argv.includes('--json');
  const program = describe(table, async (command, work) => {
    const invocation = invocationOf(
      view,
      argv,
      flagsOf(command),
      nameOf(command) === 'apply' && command.args.length === 0,
    );
    exit = await finish(invocation, nameOf(command), async () => {
      const outcome = await work(invocation);
      if (outcome.sent) view.onSent?.();
      return outcome;
    });
  });
  let refusing = program;
  let help = '';
  for (const command of [program, ...allCommands(program)]) {
    command.exitOverride((error) => {
      refusing = command;
      throw error;
    });
    command.configureOutput({
      writeOut: (text) => {
        if (wantsJson) help += text;
        else view.stdout.write(text);
      },
      writeErr: (text) => {
        if (!wantsJson) view.stderr.write(text);
      },
      // A usage error is reported as every other problem is.
      outputError: () => undefined,
    });
  }
  try {
    refuseOneDash(program, argv);
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0 && !wantsJson) return Exit.done;
    if (error.exitCode === 0) {
      const json = error.code === 'commander.version' ? { version } : { help };
      return report(view, refusing, 'notiform', { exit: Exit.done, text: '', json, problems: [] }, wantsJson);
    }
    // Its help is shown already.
    if (error.code === 'commander.help' && !wantsJson) return Exit.usage;
    const problems = [usageProblem(error, refusing)];
    return report(view, refusing, nameOf(refusing), { exit: Exit.usage, text: '', json: {}, problems }, wantsJson);
  }
  return exit;
}

/** Shows the outcome if no command ran: a usage error, or with `--json` the help or the version. */
function report(view: ProcessView, command: Command, name: string, outcome: Outcome, json: boolean): Promise<number> {
  const flags = { ...flagsOf(command), environment: undefined, json };
  return finish(invocationOf(view, [], flags), name, () => Promise.resolve(outcome));
}

const RENAMING =
  'To rename a resource, write `renamedFrom` in its manifest. `notiform state move` renames the alias of a profile.';
const UNLOCKING = '`notiform state unlock PROFILE` removes a lock.';
const TEMPLATES = '`notiform get templates` lists the templates of the account.';
const INSPECTING = 'You are the inspector of an emulator: `notiform emulator approve` or `notiform emulator reject`.';
const DELETING = 'To delete a resource, remove its manifest and run `notiform apply`.';

/** What other tools call a command or an option: the first of these names that exists is meant, or the sentence. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  '--auto-approve': ['--yes'],
  '--destroy': [DELETING],
  '--dry-run': ['--check', 'Run `notiform plan` to see the changes.'],
  '--env': ['--environment'],
  '--force': ['--yes'],
  '--refresh-only': ['`notiform plan` shows what was changed outside notiform.'],
  '--var': ['--environment'],
  '-o': ['--out', '--json'],
  approve: [INSPECTING],
  create: ['apply', 'bind'],
  delete: ['remove', 'forget', DELETING],
  deploy: ['apply'],
  destroy: [DELETING],
  drift: ['plan'],
  edit: ['get'],
  'force-unlock': ['unlock', UNLOCKING],
  inbox: ['`notiform emulator inbox` lists the messages that an emulator received.'],
  lint: ['validate'],
  list: ['show', 'requests', TEMPLATES],
  ls: ['show', 'requests', TEMPLATES],
  mv: [RENAMING],
  pull: ['export', 'import'],
  push: ['apply'],
  refresh: ['status'],
  reject: [INSPECTING],
  rename: [RENAMING],
  render: ['preview'],
  rm: ['remove', 'forget', DELETING],
  rollback: ['Revert the commit of the manifests and run `notiform apply`.'],
  show: ['status'],
  start: ['`notiform emulator` starts the emulator.'],
  templates: [TEMPLATES],
  test: ['send'],
  unlock: [UNLOCKING],
  workspace: ['Choose an environment with `-e NAME`.'],
};

/** A usage error as a problem: commander's message, the word that was probably meant, and the help to read. */
function usageProblem({ code, message }: CommanderError, command: Command): Problem {
  const words = command.parent ? `notiform ${nameOf(command)}` : 'notiform';
  const names = command.commands.map((child) => child.name());
  const all = `There are: ${names.filter((name) => name !== 'help').join(', ')}`;
  const [word = ''] = command.args;
  // The value of an option that contains a key is not shown.
  const said = message.replace(/^error: (option '[^']*=key>' argument )'.*' is invalid/s, '$1is invalid');
  const text = said.replace(/^error: /, '').replace(/\.?(?:\n.*)?$/s, '');
  const usage = (mistake: string, ...hints: (string | undefined)[]): Problem =>
    errorProblem('usage', mistake, [...hints.filter(Boolean), `See \`${words} --help\``].join(' '));
  if (code === 'commander.help')
    return usage(`\`${words}\` needs a subcommand`, command.parent ? `${all}.` : undefined);
  if (code === 'commander.unknownOption') {
    const [, flag = ''] = /'(.*)'/.exec(text) ?? [];
    // Options of a parent command belong only to the parent.
    const options = [...command.options, ...rootOf(command).options].flatMap(({ long }) => long ?? []);
    // Other tools write long options with one dash.
    return usage(text, meant(flag.replace(/^-(?=\w\w)/, '--').replace(/=.*/s, ''), options));
  }
  if (code === 'commander.unknownCommand' || code === 'commander.excessArguments') {
    if (command.parent && names.length > 0)
      return usage(`\`${words}\` has no command \`${word}\``, meant(word, names), `${all}.`);
    // A name after `plan` or `apply`, as after `preview`, is meant to select a resource or an environment.
    const hasTarget = command.options.some(({ long }) => long === '--target');
    const selecting = `Select a resource with \`--target ${word}\`, an environment with \`-e ${word}\`.`;
    return usage(text, hasTarget ? selecting : meant(word, names));
  }
  return usage(
    text,
    /'--format <format>' argument 'json' is invalid/.test(text) ? 'Did you mean `--json`?' : undefined,
  );
}

/** Returns the hint for a mistyped word, or for one of another tool. */
function meant(word: string, names: readonly string[]): string | undefined {
  const other = Object.hasOwn(OTHER_NAMES, word) ? OTHER_NAMES[word] : [];
  const guess = other?.find((name) => names.includes(name) || name.includes(' ')) ?? suggest(word, names);
  return guess === undefined || guess.includes(' ') ? guess : `Did you mean \`${guess}\`?`;
}

function invocationOf(view: ProcessView, typed: readonly string[], given: GlobalFlags, isApply?: boolean): Invocation {
  const { env, cwd, ports, signal, narrow, contains } = view;
  const variable = given.environment === undefined ? env['NOTIFORM_ENVIRONMENT'] || undefined : undefined;
  const { NOTIFORM_LANGUAGE: language = '' } = env;
  const flags: GlobalFlags = {
    ...given,
    environment: given.environment ?? variable,
    language: given.language ?? (isLanguage(language) ? language : undefined),
  };
  const words = variable === undefined ? typed : ['-e', variable, ...typed];
  const { environment, config, color } = flags;
  const naming = { program: startedBy(env, view.started), environment, config, language: given.language, isApply };
  const redaction = new Redaction(view.onSecret);
  for (const secret of proxySecrets(env)) redaction.hide(secret);
  const known: Invocation['known'] = {};
  const terminal = openTerminal({ ...view, color, naming, known, language: flags.language, redaction });
  return { flags, words, cwd, env, terminal, ports, signal, redaction, known, narrow, contains, later: [] };
}

/** The global options. Commander keeps them at the root, wherever they were written. */
function flagsOf(command: Command): GlobalFlags {
  const { json = false, verbose = false, quiet = false, ...given } = rootOf(command).opts<Partial<GlobalFlags>>();
  return { ...given, json, verbose, quiet };
}

function allCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)]);
}

/** Refuses a long option with one dash, as other tools write it. Commander would read `-check` as `-c heck`. A value may look so. */
function refuseOneDash(program: Command, argv: readonly string[]): void {
  const words = argv.slice(0, [...argv, '--'].indexOf('--'));
  const commands = [program, ...allCommands(program).filter((one) => words.includes(one.name()))];
  const options = commands.flatMap((one) => one.options);
  const isMeant = (word: string): boolean => options.some(({ long }) => long === `-${word.replace(/=.*/s, '')}`);
  const takesValue = (word?: string): boolean =>
    options.some(({ required, short, long }) => required && (word === short || word === long));
  const word = words.find((one, index) => isMeant(one) && !takesValue(words[index - 1]));
  if (word) commands.at(-1)?.error(`error: unknown option '${word}'`, { code: 'commander.unknownOption' });
}

/** Refuses options of a parent command. Commander would accept them, but only global options are valid here. */
function refuseForeign(command: Command): void {
  const { parent } = command;
  if (!parent?.parent) return;
  const foreign = parent.options.find((option) => parent.getOptionValueSource(option.attributeName()) === 'cli');
  if (foreign) command.error(`error: unknown option '${foreign.long}'`, { code: 'commander.unknownOption' });
}

const plainHelp = new Help();

/** Marks required options in the help. Commander does not do that by default. */
const HELP: HelpConfiguration = {
  showGlobalOptions: true,
  // A long command in the list leaves less than commander's 40 columns.
  minWidthToWrap: 30,
  commandUsage: (command) => {
    const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => ` ${flags}`);
    return plainHelp.commandUsage(command).replace('[options]', `$&${required.join('')}`);
  },
  // The options of `emulator` are no options of `emulator approve`.
  visibleGlobalOptions: (command) => (command.parent ? [...rootOf(command).options] : []),
  optionDescription: (option) => `${plainHelp.optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
};

/** The command line as a tree. The modules of a command are loaded when it runs, not before. */
function describe(table: readonly CommandRow[], run: (command: Command, work: CommandStart) => Promise<void>): Command {
  const program = new Command('notiform')
    .description('Notification templates as code: validate, plan, apply, send.')
    .version(version, '--version', 'print the version')
    .option(
      '-e, --environment <name>',
      'environment of notiform.yaml (default: $NOTIFORM_ENVIRONMENT, then defaults.environment unless CI is set)',
    )
    .option('-c, --config <file>', 'configuration file (default: notiform.yaml here or in a folder above)')
    .addOption(
      new Option(
        '--language <language>',
        'language of results, problems and previews (default: $NOTIFORM_LANGUAGE, then language of notiform.yaml, then en)',
      ).choices([...LANGUAGES]),
    )
    .option('--json', 'print only one JSON document')
    .addOption(new Option('--color', 'always use color'))
    .addOption(new Option('--no-color', 'never use color'))
    .option('-v, --verbose', 'trace every request (without secrets and phone numbers)')
    .option('-q, --quiet', 'hide progress')
    .helpOption('-h, --help', 'show help')
    .showSuggestionAfterError(false)
    .configureHelp(HELP)
    .helpCommand('help [command]', 'show help')
    .addHelpText('after', '\nExit codes: docs/cli.md. --json: docs/json.md. About a problem: notiform explain CODE.');
  for (const row of table) addCommand(program, row, run);
  return program;
}

/** The commands as a tree, for completion. None of them can run. */
export function commandTree(table: readonly CommandRow[]): Command {
  return describe(table, () => Promise.resolve());
}

function addCommand(
  program: Command,
  { usage, summary, more = '', load, options, help }: CommandRow,
  run: (command: Command, work: CommandStart) => Promise<void>,
): void {
  const [first = '', ...rest] = usage.split(' ');
  const parent = program.commands.find((command) => command.name() === first);
  const command = parent ? parent.command(rest.join(' ')) : program.command(usage);
  command.summary(summary).description(`${summary}.${more}`);
  options?.(command);
  if (help !== undefined) command.addHelpText('after', `\n${help}`);
  if (!load) return;
  command.action(() => {
    refuseForeign(command);
    return run(command, async (invocation) => (await load())(invocation, command.args, command.opts<never>()));
  });
}
