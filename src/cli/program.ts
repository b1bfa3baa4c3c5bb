import { Option } from 'commander';
import { MAX_RECIPIENTS } from '../core/test-send.ts';
import { accountCommands } from './account-commands.ts';
import { type CommandRow, commandTree, type ProcessView, runCommandLine } from './command-tree.ts';
import {
  addLockTimeout,
  addPlanOptions,
  choice,
  collect,
  duration,
  format,
  host,
  instant,
  phoneNumber,
  port,
  profile,
  SHARD_HELP,
  sendRisk,
  shard,
  since,
  timeout,
  webAddress,
  wholeNumber,
} from './options.ts';

const ADDRESS_HELP =
  'ADDRESS is `Kind/profile/id` or a pattern: `*` matches within one part, `**` across parts. Default: every resource.';

const WAITING_HELP =
  'ADDRESS is an address, a code or a pattern of a request that `notiform emulator requests` lists: templates, and profiles\nthat applied for brand messages. `"*"` is every request,\n`"NotificationTemplate/**"` every template.';

/** Every command, in the order of the help. A parent command is above the commands below it. */
const commandTable: readonly CommandRow[] = [
  {
    usage: 'init',
    summary: 'Create a project in this folder, ready to run on the emulator',
    load: async () => (await import('./commands/init.ts')).init,
    options: (command) =>
      command.option('--workflow', 'print the GitHub workflow of an existing project, and create nothing'),
    help: 'Existing files are never overwritten. If a file already exists, init lists it and creates nothing.',
  },
  {
    usage: 'validate [path...]',
    summary: 'Check the manifests offline, without credentials',
    load: async () => (await import('./commands/validate.ts')).validate,
    options: (command) =>
      command
        .addOption(format('output format for CI', 'sarif', 'github'))
        .option('--rules', 'list every lint rule with its help and its source'),
    help: 'PATH is a file, a folder or a glob. Default: every manifest of the project.',
  },
  {
    usage: 'fmt [path...]',
    summary: 'Format manifests. Comments and the quoting of texts are kept',
    load: async () => (await import('./commands/fmt.ts')).fmt,
    options: (command) => command.option('--check', 'write nothing; exit with 1 if a file is not formatted'),
    help: 'PATH is a file, a folder or a glob, or `-` to format stdin to stdout. Default: every manifest of the project.',
  },
  {
    usage: 'preview [address...]',
    summary: 'Draw templates and test sends as the phone will show them, offline',
    load: async () => (await import('./commands/preview.ts')).preview,
    options: (command) =>
      command
        .addOption(format('boxes of text, a picture for each template and sample, or one page', 'text', 'svg', 'html'))
        .option('--out <path>', 'where to write: a folder, or one file that ends in .html or .svg')
        .option('--sample <name>', 'only the values of this sample')
        .option('--plan <file>', 'draw the changes of a plan file, before and after'),
    help: 'ADDRESS is the address of a template or of a test send (`TestSend/ID`), a pattern, or a file or folder of\nmanifests. `*` matches within one part, `**` across parts. Default: every template.',
  },
  {
    usage: 'explain <code>',
    summary: 'Explain a problem, a lint rule, a result code, a state, a risk, or a field',
    load: async () => (await import('./commands/explain.ts')).explain,
    help: 'CODE is a problem (too-long), a lint rule (AT19), a result code of the service (7322), a state (REJ), a risk\n(queues-again), or a field (NotificationTemplate.buttons, environments.guard).',
  },
  {
    usage: 'plan',
    summary: 'Show the changes that apply would make, and what is blocked',
    load: async () => (await import('./commands/plan.ts')).plan,
    options: (command) =>
      addPlanOptions(command)
        .option('--out <file>', 'write the plan to a file, for `apply PLANFILE`')
        .addOption(format('output format, for a comment on a pull request', 'markdown'))
        .addOption(choice('--fail-on <what>', 'exit with 7 if a change of the manifests is blocked', ['blocked']))
        .option('--detailed-exitcode', 'exit with 2 if there are changes or blocked resources'),
  },
  {
    usage: 'status [address...]',
    summary: 'Show the state of live resources, with the inspectors’ comments',
    load: async () => (await import('./commands/status.ts')).status,
    options: (command) =>
      command
        .option('--since <time>', 'only resources modified since: 24h, yesterday, or a time', since)
        .addOption(format('draw the states for a comment or a summary', 'markdown'))
        .option('--shard <i/n>', SHARD_HELP, shard)
        .option('--detailed-exitcode', 'exit with 2 if there is something to do'),
    help: ADDRESS_HELP,
  },
  {
    usage: 'diff <env1> <env2> [address...]',
    summary: 'Show what two environments differ in',
    load: async () => (await import('./commands/diff.ts')).diff,
    options: (command) =>
      command
        .option('--declared', 'compare what the manifests declare for each, offline')
        .option('--detailed-exitcode', 'exit with 2 if something differs'),
    help: 'Compares the live resources that the manifests declare or the state knows, by address. ADDRESS is an address or a pattern.\nDefault: every resource.',
  },
  {
    usage: 'import [address...]',
    summary: 'Write manifests for live resources and bind them',
    load: async () => (await import('./commands/import.ts')).importLive,
    options: (command) =>
      addLockTimeout(command)
        .option('--kind <kind>', 'only resources of this kind (repeatable)', collect)
        .option('--profile <alias>', 'only resources of this profile (repeatable)', collect)
        .option('--out <dir>', 'write the manifests to this folder, inside the folder of the project’s manifests')
        .option('--update', 'update the manifests of these addresses to the live content')
        .option('--dry-run', 'list what would be written, and write nothing')
        .option('--accept-account', 'accept that the account, or the key of a profile, has changed'),
    help: 'ADDRESS is an address, a code, a key, or a pattern of one of them or of a name. Default: every live resource. --update requires ADDRESS.\nWithout --update, no existing file is changed.',
  },
  {
    usage: 'apply [planfile]',
    summary: 'Make the changes of a plan, in order',
    load: async () => (await import('./commands/apply.ts')).apply,
    options: (command) =>
      addPlanOptions(command)
        .option('-y, --yes', 'do not ask')
        .option('--wait', 'wait for verdicts, encodings and approvals, then make the changes that depend on them')
        .option('--timeout <time>', 'how long to wait, for example 30m', duration)
        .option('--receipt <file>', 'write the receipt to a file, as JSON')
        .option('--detailed-exitcode', 'exit with 2 if a resource is still blocked')
        .option('--new-state', 'allow a run without an existing state (required in CI with file state)')
        .option('--max-age <time>', 'refuse an older PLANFILE, for example 24h', duration),
    help: 'PLANFILE is a file that `notiform plan --out` wrote. Only its changes are made. It already contains the selection and the\npolicy, so only these options work with it: --yes, --wait, --timeout, --receipt, --detailed-exitcode, --new-state,\n--concurrency, --lock-timeout and --max-age (docs/plan.md).',
  },
  {
    usage: 'wait [address...]',
    summary: 'Wait until no verdict, encoding or approval is pending',
    load: async () => (await import('./commands/wait.ts')).wait,
    options: (command) => command.addOption(timeout('give up after this time, for example 45m', 1_800_000, '30m')),
    help: ADDRESS_HELP,
  },
  {
    usage: 'send [what]',
    summary: 'Send a test message and wait for its result',
    load: async () => (await import('./commands/send.ts')).send,
    options: (command) =>
      command
        .option('--to <name>', 'a recipient of the environment (repeatable)', collect)
        .option('--from <name>', 'a sender of the environment')
        .option('--profile <alias>', 'the sender profile')
        .option('--var <name=value>', 'a value for a variable (repeatable)', collect)
        .option('--sample <name>', 'fill the variables with the values of this sample')
        .option('--at <time>', 'send later: an ISO 8601 time, at most 30 days ahead')
        .option('--dry-run', 'check and draw the message, send nothing')
        .option('--no-wait', 'do not wait for the result')
        .addOption(timeout('how long to wait for the result after the call, for example 90s', 300_000, '5m'))
        .option('-y, --yes', 'do not ask')
        .option('--allow <risk>', 'locks-text: send although the text cannot be edited afterwards', sendRisk)
        .addOption(
          new Option(
            '--check <file>',
            'check a payload that another program built (`-` for stdin), send nothing (repeatable)',
          )
            .argParser(collect)
            .conflicts(['to', 'from', 'profile', 'var', 'sample', 'at', 'wait', 'yes', 'allow', 'unlessSent']),
        )
        .addOption(format('output format', 'junit'))
        .option('--unless-sent <time>', 'skip messages that were sent within this time, for example 24h', duration)
        .option('--max-recipients <n>', 'refuse more recipients than this', wholeNumber, MAX_RECIPIENTS),
    help: 'WHAT is a file, a folder, the id or address of a test send, or the address of a template. Its last parts are enough\n(shop/order-paid, order-paid). Default: every test send.\nA template requires --to, and --from if there is no default sender.',
  },
  {
    usage: 'report [key]',
    summary: 'Show messages that were sent earlier, and request their results',
    load: async () => (await import('./commands/report.ts')).report,
    options: (command) =>
      command
        .option('--since <time>', 'list the messages sent since: 24h, yesterday, or a time', since)
        .option('--offline', 'show the journal only, request nothing'),
    help: 'KEY is a message key, a refkey (a reference), or a test send or template, which means its last message to each recipient.\nThe messages are those of .notiform/sends.jsonl. A message key of another machine is requested too. The service keeps\nmessages for 35 days.',
  },
  {
    usage: 'catalog',
    summary: 'List the notification templates that applications can send, or write them as code',
    load: async () => (await import('./commands/catalog.ts')).catalog,
    options: (command) =>
      command
        .addOption(format('JSON, or a TypeScript module that renders messages', 'json', 'ts'))
        .option('--out <file>', 'write it to a file, if it changed; without --format the name decides: .json, .ts'),
    help: 'For other languages than TypeScript and JavaScript, use `--format json` (docs/catalog.md has a Python example).\n\nThe generated module needs no other package: render(code, variables, senderKey) returns the type and content of a message\nthat the approved template accepts, or throws a RenderError (docs/catalog.md).',
  },
  ...accountCommands,
  {
    usage: 'completion <shell> [word...]',
    summary: 'Print the completion script of a shell: bash, zsh or fish',
    load: async () => {
      const { completion } = await import('./commands/completion.ts');
      return (invocation, words) => completion(invocation, words, commandTree(commandTable));
    },
    help: 'It completes commands, options, environments, files, and the addresses and ids of the project.\nIn ~/.bashrc: source <(notiform completion bash)',
  },
  {
    usage: 'state',
    summary: 'Show and repair the state: which live resources the manifests manage',
    more: ' These commands never change anything on the service.',
  },
  {
    usage: 'state show [address...]',
    summary: 'Show which live resource each address is bound to',
    load: async () => (await import('./commands/state.ts')).show,
    help: ADDRESS_HELP,
  },
  {
    usage: 'state bind <address> <name>',
    summary: 'Bind an address to a live resource',
    load: async () => (await import('./commands/state-edit.ts')).bind,
    options: (command) =>
      addLockTimeout(command)
        .option('--accept-account', 'accept that the account, or the key of a profile, has changed')
        .option('-y, --yes', 'do not ask before replacing an existing binding'),
    help: 'NAME is the code or key of a live resource. Example: notiform state bind BrandTemplate/shop/sale BT_20261120_01',
  },
  {
    usage: 'state move <alias> <newalias>',
    summary: 'Move the state of a profile whose alias was renamed',
    load: async () => (await import('./commands/state-edit.ts')).move,
    options: addLockTimeout,
    help: 'The key must be the same. With the same alias twice, the state of a moved repository is taken over.\nTo rename a resource, write `renamedFrom` into its manifest.',
  },
  {
    usage: 'state forget <address...>',
    summary: 'Remove the binding of an address',
    load: async () => (await import('./commands/state-edit.ts')).forget,
    options: (command) =>
      addLockTimeout(command)
        .option('--unprotect <address>', 'allow it for this protected resource (repeatable)', collect)
        .option('-y, --yes', 'do not ask'),
    help: 'ADDRESS may be a pattern. All versions of a template are included. The next plan finds a resource again if a manifest still\ndeclares it. Every other resource becomes unmanaged.',
  },
  {
    usage: 'state unlock [profile]',
    summary: 'Break the lock that a run left behind. That run can no longer write the state',
    load: async () => (await import('./commands/state.ts')).unlock,
    options: (command) =>
      command.option('--all', 'break the locks of all profiles of the environment').option('-y, --yes', 'do not ask'),
    help: 'Name PROFILE or pass --all. You need no command if a run died on this machine: the next run takes over its lock.',
  },
  {
    usage: 'state export',
    summary: 'Print the state of the environment as one JSON document',
    load: async () => (await import('./commands/state.ts')).exportAll,
  },
  {
    usage: 'lsp',
    summary: 'Run the language server of editors on stdin and stdout',
    load: async () => (await import('./commands/lsp.ts')).lsp,
    options: (command) => command.option('--stdio', 'no effect: some editors pass it to every language server'),
    help: 'An editor starts this command. It shows the problems of `validate` while you type. See docs/editor.md.',
  },
  {
    usage: 'emulator',
    summary: 'Run both APIs of the service on this machine',
    load: async () => (await import('./commands/emulator.ts')).serve,
    options: (command) =>
      command
        .option('--port <n>', 'port (default: a free port)', port)
        .option(
          '--host <name>',
          'host name that other machines use; the emulator then listens on every interface (repeatable)',
          host,
        )
        .option('--mask', 'mask phone numbers on the desk and in the control API')
        .addOption(choice('--inspect <mode>', 'who decides about inspections', ['auto', 'manual']))
        .option('--data <file>', 'data file (default: .notiform/emulator-data.json; without a project, memory only)')
        .option('--skip-damaged', 'leave out damaged lines of the data file, and keep a copy of it')
        .option('--keep <n>', 'keep this many messages (default: 50000)', wholeNumber)
        .option('--webhook <url>', 'push results to this address', webAddress)
        .option('--seed <file>', 'start with the entities of this file, JSON or YAML: a body of `POST seed`')
        .option('--from-manifests', 'apply the manifests of the project, and approve every inspection')
        .option('--profile <alias=key>', 'register a profile; mall=KEY:G is a group (repeatable)', profile)
        .option('--sender <number>', 'register a sender number (repeatable)', phoneNumber)
        .option(
          '--recipient <number>',
          'register a phone; unregistered phones then do not exist (repeatable)',
          phoneNumber,
        )
        .option('--end-with-stdin', 'stop when stdin closes, as it does when the program that started this one ends'),
    help: 'In a project, this is the emulator of the environment. Without a project, the emulator has one profile. See docs/emulator.md.\nIn a project, `--from-manifests` changes the data of the project’s own emulator. To keep that data and its state, name another file\nwith `--data`: the commands of the project then use that file, and the state beside it.\nFor a second emulator, run `notiform emulator` in a folder outside the project.',
  },
  {
    usage: 'emulator requests',
    summary: 'List the requests that wait for a verdict',
    load: async () => (await import('./commands/inspector.ts')).requests,
  },
  {
    usage: 'emulator approve <address...>',
    summary: 'Approve requests, as an inspector would',
    load: async () => (await import('./commands/inspector.ts')).approve,
    options: (command) => command.option('--comment <text>', 'comment of the inspector'),
    help: WAITING_HELP,
  },
  {
    usage: 'emulator reject <address...>',
    summary: 'Reject requests, as an inspector would',
    load: async () => (await import('./commands/inspector.ts')).reject,
    options: (command) => command.requiredOption('--comment <text>', 'reason for the rejection'),
    help: WAITING_HELP,
  },
  {
    usage: 'emulator inbox',
    summary: 'List the messages that arrived',
    load: async () => (await import('./commands/inspector.ts')).inbox,
  },
  {
    usage: 'emulator clock',
    summary: 'Show the clock of the running emulator, or move it',
    load: async () => (await import('./commands/inspector.ts')).clock,
    options: (command) =>
      command
        .addOption(
          new Option('--forward <time>', 'move it forward, for example 30m or 1d')
            .argParser(duration)
            .conflicts(['to', 'real']),
        )
        .addOption(
          new Option(
            '--to <time>',
            'set it: 2030-01-15, "2030-01-15 21:00" or 2030-01-15T21:00+09:00; Korean time without an offset',
          )
            .argParser(instant)
            .conflicts('real'),
        )
        .option('--real', 'return to real time'),
    help: 'Everything that becomes due happens immediately: results, verdicts of `inspect: auto`, webhooks.',
  },
];

/** Runs one command line and returns the exit code. Never throws: every failure is reported (docs/cli.md). */
export function runProgram(argv: readonly string[], view: ProcessView): Promise<number> {
  return runCommandLine(commandTable, argv, view);
}
