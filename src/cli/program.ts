import { Option } from 'commander';
import { MAX_RECIPIENTS } from '../core/test-send.ts';
import { type CommandRow, type ProcessView, runCommandLine } from './command-tree.ts';
import {
  addPlanOptions,
  collect,
  duration,
  host,
  optOutNumber,
  phoneNumber,
  port,
  profile,
  SHARD_HELP,
  shard,
  webAddress,
  wholeNumber,
} from './options.ts';
import { since } from './since.ts';

const ADDRESS_HELP =
  'ADDRESS is `Kind/profile/id` or a pattern: `*` stands for any run inside one part, `**` for any run; everything if left out.';

const WAITING_HELP =
  'ADDRESS is an address, a code or a pattern of what `notiform emulator requests` lists: templates, and profiles that applied for\nbrand messages. `"*"` is all of it, `"NotificationTemplate/**"` the templates alone.';

const phone = 'the phone of the channel’s admin: a number, or the name of a recipient of the environment';

/** Every command, in the order of the help. A parent command is above the commands below it. */
const commandTable: readonly CommandRow[] = [
  {
    usage: 'init',
    summary: 'Start a project here that works at once on the emulator',
    load: async () => (await import('./commands/init.ts')).init,
    help: 'It overwrites nothing: where a file stands in its way, it lists it and creates nothing.',
  },
  {
    usage: 'validate [path...]',
    summary: 'Check the manifests offline, without credentials',
    load: async () => (await import('./commands/validate.ts')).validate,
    options: (command) =>
      command
        .addOption(
          new Option('--format <format>', 'how problems are written, for a pipeline').choices(['sarif', 'github']),
        )
        .option('--rules', 'list the lint rules: what each finds, what to do, who says so'),
    help: 'PATH is a file, a folder or a glob; the project’s manifests if left out.',
  },
  {
    usage: 'fmt [path...]',
    summary: 'Put manifests into canonical layout; comments and the styles of texts stay',
    load: async () => (await import('./commands/fmt.ts')).fmt,
    options: (command) => command.option('--check', 'change nothing; exit 1 where something would change'),
    help: 'PATH is a file, a folder or a glob; `-` is stdin, formatted to stdout; the project’s manifests if left out.',
  },
  {
    usage: 'explain <code>',
    summary: 'Print what a problem, a lint rule or a result code means, and what to do',
    load: async () => (await import('./commands/explain.ts')).explain,
    help: 'CODE is the code of a problem, as too-long, the id of a lint rule, as AT19, or a result code of the service, as 7322.',
  },
  {
    usage: 'plan',
    summary: 'Show what would change, and what cannot',
    load: async () => (await import('./commands/plan.ts')).plan,
    options: (command) =>
      addPlanOptions(command)
        .option('--out <file>', 'write the plan to a file, for `apply PLANFILE`')
        .addOption(new Option('--format <format>', 'how the plan is drawn, for a comment').choices(['markdown']))
        .option('--detailed-exitcode', 'exit 2 where there are changes or blocked resources'),
  },
  {
    usage: 'status [address...]',
    summary: 'Show inspection and service states, and the inspectors’ comments',
    load: async () => (await import('./commands/status.ts')).status,
    options: (command) =>
      command
        .option('--since <time>', 'only what was modified since: 24h, or a time', since)
        .option('--shard <i/n>', SHARD_HELP, shard),
    help: ADDRESS_HELP,
  },
  {
    usage: 'import [address...]',
    summary: 'Write manifests for live resources, and bind them',
    load: async () => (await import('./commands/import.ts')).importLive,
    options: (command) =>
      command
        .option('--match <glob>', 'only those whose address, code, key or name meets it (again for more)', collect)
        .option('--kind <kind>', 'only resources of this kind (again for more)', collect)
        .option('--profile <alias>', 'only resources of this profile (again for more)', collect)
        .option('--out <dir>', 'where the manifests are written: a folder inside that of the project’s manifests')
        .option('--update', 'rewrite what drifted in the manifests of these addresses')
        .option('--accept-account', 'the account, or the key of a profile, is another than before, and that is meant'),
    help: 'ADDRESS is an address, a pattern of addresses, a code or a key; everything if left out. --update requires one, or --match.\nNo file is ever overwritten.',
  },
  {
    usage: 'apply [planfile]',
    summary: 'Do what the plan shows, in order',
    load: async () => (await import('./commands/apply.ts')).apply,
    options: (command) =>
      addPlanOptions(command)
        .option('-y, --yes', 'do not ask')
        .option('--wait', 'wait for verdicts, encodings and approvals, and carry out what waits for them')
        .option('--timeout <time>', 'how long to wait, as 30m', duration)
        .option('--receipt <file>', 'write the receipt to a file, as JSON')
        .option('--detailed-exitcode', 'exit 2 if a resource is left blocked')
        .option('--new-state', 'there is no state yet, and that is meant (in CI, with a state in files)')
        .option('--max-age <time>', 'refuse a PLANFILE that is older, as 24h', duration),
    help: 'PLANFILE is what `notiform plan --out` wrote: what it approves is done, and nothing else. It records what was\nplanned and allowed, so only --yes, --wait, --timeout, --receipt,\n--detailed-exitcode, --new-state, --concurrency and --max-age can stand beside it (docs/plan.md).',
  },
  {
    usage: 'wait [address...]',
    summary: 'Wait until no verdict, encoding or approval is outstanding',
    load: async () => (await import('./commands/wait.ts')).wait,
    options: (command) =>
      command.addOption(
        new Option('--timeout <time>', 'give up after this time, as 45m').argParser(duration).default(1_800_000, '30m'),
      ),
    help: ADDRESS_HELP,
  },
  {
    usage: 'send [what]',
    summary: 'Send a test message from an approved template and wait for its result',
    load: async () => (await import('./commands/send.ts')).send,
    options: (command) =>
      command
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
        .option('--max-recipients <n>', 'refuse more recipients than this', wholeNumber, MAX_RECIPIENTS),
    help: 'WHAT is a file, a folder, the id or address of a test send, or the address of a template, in full or its last parts\n(shop/order-paid, order-paid); all test sends if left out. A template requires --to, and --from without a default sender.',
  },
  {
    usage: 'profile',
    summary: 'Register a sender profile, and do what needs a person',
    description:
      'Register a sender profile, and do what needs a person. What lasts belongs into a SenderProfile manifest.',
  },
  {
    usage: 'profile token <channel>',
    summary: 'Have a verification token sent to the phone of the channel’s admin',
    load: async () => (await import('./commands/profile.ts')).token,
    options: (command) => command.requiredOption('--phone <number>', phone),
  },
  {
    usage: 'profile create <channel>',
    summary: 'Register the sender profile of a channel and print its key; the token comes by stdin or prompt',
    load: async () => (await import('./commands/profile.ts')).create,
    options: (command) =>
      command
        .requiredOption('--phone <number>', phone)
        .requiredOption('--category <code>', 'code of a profile category')
        .option('--unsubscribe-phone <number>', 'the free number for opting out', optOutNumber(13))
        .option('--unsubscribe-auth <number>', 'the number that tells the sender there', optOutNumber(10)),
    help: 'CHANNEL is the channel’s id, as @shop. Example: notiform profile create @shop --phone qa --category 00300010001 < token.txt',
  },
  {
    usage: 'profile recover <alias>',
    summary: 'Release the dormancy of a profile',
    load: async () => (await import('./commands/profile.ts')).recover,
  },
  {
    usage: 'profile unsubscribe <alias>',
    summary: 'Set the free number for opting out of brand messages',
    load: async () => (await import('./commands/profile.ts')).unsubscribe,
    options: (command) =>
      command
        .requiredOption('--phone <number>', 'the number that is called', optOutNumber(13))
        .option('--auth <number>', 'the number that tells the sender; without it there is none', optOutNumber(10)),
  },
  {
    usage: 'profile consent <alias> <file>',
    summary: 'Upload the proof of marketing consent: PNG or JPEG, 5 MB at most',
    load: async () => (await import('./commands/profile.ts')).consent,
  },
  {
    usage: 'profile apply-brand <alias>',
    summary: 'Apply for brand messages to consenting members; a proof of consent is uploaded before',
    load: async () => (await import('./commands/profile.ts')).applyBrand,
  },
  {
    usage: 'group',
    summary: 'Put a sender profile into a group, or take it out',
    description:
      'Put a sender profile into a group, or take it out. Where `groups` of its SenderProfile manifest says it, the next apply puts that back.',
  },
  {
    usage: 'group add <profile> <group>',
    summary: 'Put a profile into a group',
    load: async () => (await import('./commands/group.ts')).add,
  },
  {
    usage: 'group remove <profile> <group>',
    summary: 'Take a profile out of a group',
    load: async () => (await import('./commands/group.ts')).remove,
    options: (command) => command.option('-y, --yes', 'do not ask'),
  },
  {
    usage: 'state',
    summary: 'Look at what notiform remembers of live resources, and put it right',
    description:
      'Look at what notiform remembers of live resources, and put it right. None of this changes anything at the service.',
  },
  {
    usage: 'state show [address...]',
    summary: 'Show which live resource each address is bound to',
    load: async () => (await import('./commands/state.ts')).show,
    help: ADDRESS_HELP,
  },
  {
    usage: 'state bind <address> <name>',
    summary: 'Say which live resource a manifest is about',
    load: async () => (await import('./commands/state-bind.ts')).bind,
    options: (command) =>
      command
        .option('--accept-account', 'the account, or the key of a profile, is another than before, and that is meant')
        .option('-y, --yes', 'do not ask before another live resource takes the place of the one that is bound'),
    help: 'NAME is the code or key of a live resource. Example: notiform state bind BrandTemplate/shop/sale BT_20261120_01',
  },
  {
    usage: 'state move <address> <newaddress>',
    summary: 'Give what is bound to one address to another one of its kind and profile',
    load: async () => (await import('./commands/state-edit.ts')).move,
    help: 'All versions of a template move along. In a manifest `renamedFrom` says the same, and needs no command.',
  },
  {
    usage: 'state forget <address...>',
    summary: 'Forget which live resource an address is bound to',
    load: async () => (await import('./commands/state-edit.ts')).forget,
    options: (command) =>
      command
        .option('--unprotect <address>', 'this protected resource may be forgotten (again for more)', collect)
        .option('-y, --yes', 'do not ask'),
    help: 'ADDRESS may be a pattern; it stands for all versions of a template. What a manifest still declares is found again by the next plan; all else is not ours any more.',
  },
  {
    usage: 'state unlock [profile]',
    summary: 'Break the lock that a run left behind; whoever held it can write no more',
    load: async () => (await import('./commands/state-unlock.ts')).unlock,
    options: (command) =>
      command.option('--all', 'the locks of all profiles of the environment').option('-y, --yes', 'do not ask'),
    help: 'Name PROFILE or pass --all. The lock of a run that died on this machine needs no command: the next run takes it over.',
  },
  {
    usage: 'state export',
    summary: 'Print the whole state of the environment as one JSON document',
    load: async () => (await import('./commands/state.ts')).exportAll,
    options: (command) => command.option('--out <file>', 'write it to a file instead'),
  },
  {
    usage: 'emulator',
    summary: 'Run both APIs of the service on this machine',
    load: async () => (await import('./commands/emulator.ts')).serve,
    options: (command) =>
      command
        .option('--port <n>', 'port (a free one if left out)', port)
        .option(
          '--host <name>',
          'a name under which other machines call it; it listens on every interface then (again for more)',
          host,
        )
        .option('--mask', 'mask phone numbers on the desk and in the control API')
        .addOption(new Option('--inspect <mode>', 'who gives verdicts').choices(['auto', 'manual']))
        .option(
          '--data <file>',
          'where its data is kept (default: .notiform/emulator-data.json; without a project: nowhere)',
        )
        .option('--webhook <url>', 'where results are pushed to', webAddress)
        .option(
          '--profile <alias=key>',
          'a profile that is registered, mall=KEY:G for a group (again for more)',
          profile,
        )
        .option('--sender <number>', 'a registered sender number (again for more)', phoneNumber)
        .option('--recipient <number>', 'a phone that exists, and no other does (again for more)', phoneNumber),
    help: 'In a project it is the emulator of an environment. Without one it has a profile of its own. See docs/emulator.md.',
  },
  {
    usage: 'emulator requests',
    summary: 'List what waits for a verdict',
    load: async () => (await import('./commands/inspector.ts')).requests,
  },
  {
    usage: 'emulator approve <address...>',
    summary: 'Approve what waits, as an inspector would',
    load: async () => (await import('./commands/inspector.ts')).approve,
    options: (command) => command.option('--comment <text>', 'what the inspector says'),
    help: WAITING_HELP,
  },
  {
    usage: 'emulator reject <address...>',
    summary: 'Reject what waits, as an inspector would',
    load: async () => (await import('./commands/inspector.ts')).reject,
    options: (command) => command.requiredOption('--comment <text>', 'why'),
    help: WAITING_HELP,
  },
  {
    usage: 'emulator inbox',
    summary: 'List the messages that arrived',
    load: async () => (await import('./commands/inspector.ts')).inbox,
  },
];

/** Runs one command line and returns the exit code. Never throws: every failure is reported (docs/cli.md). */
export function runProgram(argv: readonly string[], view: ProcessView): Promise<number> {
  return runCommandLine(commandTable, argv, view);
}
