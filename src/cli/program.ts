import type { Readable } from 'node:stream';
import { Command, CommanderError, Help, type HelpConfiguration, Option, type OptionValues } from 'commander';
import { Exit } from '../core/exit.ts';
import type { Ports } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import { Redaction } from '../core/redaction.ts';
import { suggest } from '../core/suggest.ts';
import { MAX_RECIPIENTS } from '../core/test-send.ts';
import { version } from '../core/version.ts';
import { NPX } from '../report/command.ts';
import { addAccount } from './account-commands.ts';
import { ADDRESS_HELP, type Add, type CommandWork } from './command-tree.ts';
import { addEmulator } from './emulator-commands.ts';
import { finish } from './finish.ts';
import type { GlobalFlags, Invocation } from './invocation.ts';
import { addPlanOptions, collect, duration, port, SHARD_HELP, shard, wholeNumber } from './options.ts';
import type { Outcome } from './outcome.ts';
import { since } from './since.ts';
import { addState } from './state-commands.ts';
import { openTerminal, type TerminalStream } from './terminal.ts';

export interface ProcessView {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable & { isTTY?: boolean };
  stdout: TerminalStream;
  stderr: TerminalStream;
  ports: Ports;
  signal: AbortSignal;
  /** Called before the result of a command is shown that has sent a message. */
  onSent?: () => void;
}

type CommandStart = (invocation: Invocation) => Promise<Outcome>;

/** Runs one command line and gives the exit code. Never throws: what fails is reported (docs/cli.md). */
export async function runProgram(argv: readonly string[], view: ProcessView): Promise<number> {
  let exit: number = Exit.done;
  const wantsJson = argv.includes('--json');
  const program = describe(async (command, work) => {
    const invocation = invocationOf(view, argv, flagsOf(command), colorOf(command));
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

/** Shows what no command has run for: a command line that is not understood, or with `--json` the help or the version. */
function report(view: ProcessView, command: Command, name: string, outcome: Outcome, json: boolean): Promise<number> {
  const flags: GlobalFlags = { json, verbose: false, quiet: false };
  return finish(invocationOf(view, [], flags, colorOf(command)), name, () => Promise.resolve(outcome));
}

/** A usage error as a problem: commander's message, the word that was probably meant, and the help to read. */
function usageProblem({ code, message }: CommanderError, command: Command): Problem {
  const words = command.parent ? `notiform ${nameOf(command)}` : 'notiform';
  const names = command.commands.map((child) => child.name());
  const see = `See \`${words} --help\``;
  const usage = (text: string, guess?: string, more = ''): Problem => {
    const hint = `${guess === undefined ? '' : `Did you mean \`${guess}\`? `}${more}${see}`;
    return { code: 'usage', severity: 'error', message: text, hint };
  };
  if (code === 'commander.help') return usage(`\`${words}\` is no command by itself`);
  const isOther = code === 'commander.unknownCommand' || code === 'commander.excessArguments';
  const [word = ''] = command.args;
  if (isOther && command.parent && names.length > 0)
    return usage(`\`${words}\` has no command \`${word}\``, suggest(word, names), `There are: ${names.join(', ')}. `);
  const [text = ''] = message.replace(/^error: /, '').split('\n');
  return usage(text.replace(/\.$/, ''), isOther ? suggest(word, names) : optionMeant(code, text, command));
}

/** The option that an unknown one was probably meant to be. The options of a parent command belong to the parent alone. */
function optionMeant(code: string, text: string, command: Command): string | undefined {
  if (code !== 'commander.unknownOption') return undefined;
  const [, flag = ''] = /'(.*)'/.exec(text) ?? [];
  return suggest(
    flag,
    [...command.options, ...rootOf(command).options].flatMap(({ long }) => long ?? []),
  );
}

function invocationOf(
  view: ProcessView,
  given: readonly string[],
  said: GlobalFlags,
  color: boolean | undefined,
): Invocation {
  const { stdin, stdout, stderr, env, cwd, ports, signal } = view;
  const variable = said.environment === undefined ? env['NOTIFORM_ENVIRONMENT'] || undefined : undefined;
  const flags = variable === undefined ? said : { ...said, environment: variable };
  const words = variable === undefined ? given : ['-e', variable, ...given];
  const { environment, config } = flags;
  const naming = {
    // npx and `npm exec` set this: the program is in the project, and no shell finds it.
    ...(env['npm_command'] === 'exec' ? { program: NPX } : {}),
    ...(environment === undefined ? {} : { environment }),
    ...(config === undefined ? {} : { config }),
  };
  const redaction = new Redaction();
  const known: Invocation['known'] = {};
  const terminal = openTerminal({ stdin, stdout, stderr, env, color, naming, known, redaction, ports });
  return { flags, words, cwd, env, terminal, ports, signal, redaction, known, later: [] };
}

function flagsOf(command: Command): GlobalFlags {
  const options = command.optsWithGlobals<Record<string, unknown>>();
  return {
    ...(typeof options['environment'] === 'string' ? { environment: options['environment'] } : {}),
    ...(typeof options['config'] === 'string' ? { config: options['config'] } : {}),
    json: options['json'] === true,
    verbose: options['verbose'] === true,
    quiet: options['quiet'] === true,
  };
}

function colorOf(command: Command): boolean | undefined {
  const color: unknown = command.optsWithGlobals<Record<string, unknown>>()['color'];
  return typeof color === 'boolean' ? color : undefined;
}

/** `emulator approve` */
function nameOf(command: Command): string {
  const above = command.parent;
  return above?.parent ? `${nameOf(above)} ${command.name()}` : command.name();
}

function allCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)]);
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}

/** Commander takes the options of a command for those of the commands below it. Only the global ones are theirs. */
function refuseForeign(command: Command): void {
  const { parent } = command;
  if (!parent?.parent) return;
  const foreign = parent.options.find((option) => parent.getOptionValueSource(option.attributeName()) === 'cli');
  if (foreign) command.error(`error: unknown option '${foreign.long}'`, { code: 'commander.unknownOption' });
}

const plainHelp = new Help();

/** Help that marks the options without which a command does nothing; commander's own does not. */
const HELP: HelpConfiguration = {
  showGlobalOptions: true,
  commandUsage: (command) => {
    const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => ` ${flags}`);
    return plainHelp.commandUsage(command).replace('[options]', `$&${required.join('')}`);
  },
  // The options of `emulator` are no options of `emulator approve`.
  visibleGlobalOptions: (command) => (command.parent ? [...rootOf(command).options] : []),
  optionDescription: (option) => `${plainHelp.optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
};

/** The command line as a tree. The modules of a command are loaded when it runs, not before. */
function describe(run: (command: Command, work: CommandStart) => Promise<void>): Command {
  const program = new Command('notiform')
    .description('Notification templates as code: validate, plan, apply, send.')
    .version(version, '--version', 'print the version')
    .option(
      '-e, --environment <name>',
      'environment of notiform.yaml (default: $NOTIFORM_ENVIRONMENT, then defaults.environment unless CI is set)',
    )
    .option('-c, --config <file>', 'configuration file (default: notiform.yaml here or in a folder above)')
    .option('--json', 'print one JSON document and nothing else')
    .addOption(new Option('--color', 'colour, whatever the terminal says'))
    .addOption(new Option('--no-color', 'no colour'))
    .option('-v, --verbose', 'trace every call (no secrets, no numbers)')
    .option('-q, --quiet', 'no progress')
    .helpOption('-h, --help', 'show help')
    .showSuggestionAfterError(false)
    .configureHelp(HELP)
    .helpCommand('help [command]', 'show help')
    .addHelpText(
      'after',
      '\nExit codes and the shape of --json: docs/cli.md. What a problem means: notiform explain CODE.',
    );
  const add = <O extends OptionValues>(
    parent: Command,
    usage: string,
    summary: string,
    load: () => Promise<CommandWork<O>>,
  ): Command => {
    const command = parent.command(usage).summary(summary).description(`${summary}.`);
    command.action(() => {
      refuseForeign(command);
      return run(command, async (invocation) => (await load())(invocation, command.args, command.opts<O>()));
    });
    return command;
  };
  addReading(program, add);
  addImport(program, add);
  addApplying(program, add);
  addSending(program, add);
  addAccount(program, add);
  addState(program, add);
  addEmulator(program, add);
  return program;
}

function addReading(program: Command, add: Add): void {
  add(
    program,
    'init',
    'Start a project here that works at once on the emulator',
    async () => (await import('./commands/init.ts')).init,
  ).addHelpText('after', '\nIt overwrites nothing: where a file stands in its way, it lists it and creates nothing.');
  add(
    program,
    'validate [path...]',
    'Check the manifests offline, without credentials',
    async () => (await import('./commands/validate.ts')).validate,
  )
    .addOption(new Option('--format <format>', 'how problems are written, for a pipeline').choices(['sarif', 'github']))
    .option('--rules', 'list the lint rules: what each finds, what to do, who says so')
    .addHelpText('after', '\nPATH is a file, a folder or a glob; the project’s manifests if left out.');
  add(
    program,
    'fmt [path...]',
    'Put manifests into canonical layout; comments and the styles of texts stay',
    async () => (await import('./commands/fmt.ts')).fmt,
  )
    .option('--check', 'change nothing; exit 1 where something would change')
    .addHelpText(
      'after',
      '\nPATH is a file, a folder or a glob; `-` is stdin, formatted to stdout; the project’s manifests if left out.',
    );
  add(
    program,
    'explain <code>',
    'Print what a problem or a lint rule means, and what to do',
    async () => (await import('./commands/explain.ts')).explain,
  ).addHelpText(
    'after',
    '\nCODE is the code of a problem, as too-long, the id of a lint rule, as AT19, or the result code of a message, as 7322.',
  );
  addPlanOptions(
    add(
      program,
      'plan',
      'Show what would change, and what cannot',
      async () => (await import('./commands/plan.ts')).plan,
    ),
  )
    .option('--out <file>', 'write the plan to a file, for `apply PLANFILE`')
    .addOption(new Option('--format <format>', 'how the plan is drawn, for a comment').choices(['markdown']))
    .option('--detailed-exitcode', 'exit 2 where there are changes or blocked resources');
  add(
    program,
    'status [address...]',
    'Show inspection and service states, and the inspectors’ comments',
    async () => (await import('./commands/status.ts')).status,
  )
    .option('--since <time>', 'only what was modified since: 24h, or a time', since)
    .option('--shard <i/n>', SHARD_HELP, shard)
    .addHelpText('after', ADDRESS_HELP);
}

function addImport(program: Command, add: Add): void {
  add(
    program,
    'import [address...]',
    'Write manifests for live resources, and bind them',
    async () => (await import('./commands/import.ts')).importLive,
  )
    .option('--match <glob>', 'only those whose address, code, key or name meets it (again for more)', collect)
    .option('--kind <kind>', 'only resources of this kind (again for more)', collect)
    .option('--profile <alias>', 'only resources of this profile (again for more)', collect)
    .option('--out <dir>', 'where the manifests are written: a folder inside that of the project’s manifests')
    .option('--update', 'rewrite what drifted in the manifests of these addresses')
    .option('--accept-account', 'the account, or the key of a profile, is another than before, and that is meant')
    .addHelpText(
      'after',
      '\nADDRESS is an address, a pattern of addresses, a code or a key; everything if left out. --update requires one, or --match.\nNo file is ever overwritten.',
    );
}

function addApplying(program: Command, add: Add): void {
  addPlanOptions(
    add(
      program,
      'apply [planfile]',
      'Do what the plan shows, in order',
      async () => (await import('./commands/apply.ts')).apply,
    ),
  )
    .option('-y, --yes', 'do not ask')
    .option('--wait', 'wait for verdicts, encodings and approvals, and carry out what waits for them')
    .option('--timeout <time>', 'how long to wait, as 30m', duration)
    .option('--receipt <file>', 'write the receipt to a file, as JSON')
    .option('--detailed-exitcode', 'exit 2 if a resource is left blocked')
    .option('--new-state', 'there is no state yet, and that is meant (in CI, with a state in files)')
    .option('--max-age <time>', 'refuse a PLANFILE that is older, as 24h', duration)
    .addHelpText(
      'after',
      '\nPLANFILE is what `notiform plan --out` wrote: what it approves is done, and nothing else. It records what was\nplanned and allowed, so only --yes, --wait, --timeout, --receipt,\n--detailed-exitcode, --new-state, --concurrency and --max-age can stand beside it (docs/plan.md).',
    );
  add(
    program,
    'wait [address...]',
    'Wait until no verdict, encoding or approval is outstanding',
    async () => (await import('./commands/wait.ts')).wait,
  )
    .addOption(
      new Option('--timeout <time>', 'give up after this time, as 45m').argParser(duration).default(1_800_000, '30m'),
    )
    .addHelpText('after', ADDRESS_HELP);
}

function addSending(program: Command, add: Add): void {
  add(
    program,
    'send [what]',
    'Send a test message from an approved template and wait for its result',
    async () => (await import('./commands/send.ts')).send,
  )
    .option('--to <name>', 'a recipient of the environment (again for more)', collect)
    .option('--from <name>', 'a sender of the environment')
    .option('--profile <alias>', 'the profile that sends')
    .option('--var <name=value>', 'a value for a variable (again for more)', collect)
    .option('--sample <name>', 'the values of a sample')
    .option('--at <time>', 'send later: ISO 8601, 30 days ahead at most')
    .option('--dry-run', 'prove the message, send nothing')
    .option('--no-wait', 'do not wait for the result')
    .addOption(
      new Option('--timeout <time>', 'how long to wait for the result, as 90s')
        .argParser(duration)
        .default(300_000, '5m'),
    )
    .option('--listen <port>', 'receive the result as a webhook on this port', port)
    .option('-y, --yes', 'do not ask')
    .option('--allow <risk>', 'locks-text: send although the text can never be edited afterwards', collect)
    .option(
      '--check <file>',
      'prove a payload that another program built, `-` for stdin; send nothing (again for more)',
      collect,
    )
    .addOption(new Option('--format <format>', 'how the result is written').choices(['junit']))
    .option('--max-recipients <n>', 'refuse more recipients than this', wholeNumber, MAX_RECIPIENTS)
    .addHelpText(
      'after',
      '\nWHAT is a file, a folder, the id or address of a test send, or the address of a template, in full or its last parts\n(shop/order-paid, order-paid); all test sends if left out. A template requires --to, and --from without a default sender.',
    );
}
