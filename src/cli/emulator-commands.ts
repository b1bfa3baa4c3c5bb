import { type Command, Option } from 'commander';
import type { Add } from './command-tree.ts';
import { host, phoneNumber, port, profile, webAddress } from './options.ts';

const WAITING_HELP =
  '\nADDRESS is an address, a code or a pattern of what `notiform emulator requests` lists: templates, and profiles that applied for\nbrand messages. `"*"` is all of it, `"NotificationTemplate/**"` the templates alone.';

/** The emulator, and what its inspector and its phone do. */
export function addEmulator(program: Command, add: Add): void {
  const emulator = add(
    program,
    'emulator',
    'Run both APIs of the service on this machine',
    async () => (await import('./commands/emulator.ts')).serve,
  )
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
    .option('--profile <alias=key>', 'a profile that is registered, mall=KEY:G for a group (again for more)', profile)
    .option('--sender <number>', 'a registered sender number (again for more)', phoneNumber)
    .option('--recipient <number>', 'a phone that exists, and no other does (again for more)', phoneNumber)
    .addHelpText(
      'after',
      '\nIn a project it is the emulator of an environment. Without one it has a profile of its own. See docs/emulator.md.',
    );
  add(
    emulator,
    'requests',
    'List what waits for a verdict',
    async () => (await import('./commands/inspector.ts')).requests,
  );
  add(
    emulator,
    'approve <address...>',
    'Approve what waits, as an inspector would',
    async () => (await import('./commands/inspector.ts')).approve,
  )
    .option('--comment <text>', 'what the inspector says')
    .addHelpText('after', WAITING_HELP);
  add(
    emulator,
    'reject <address...>',
    'Reject what waits, as an inspector would',
    async () => (await import('./commands/inspector.ts')).reject,
  )
    .requiredOption('--comment <text>', 'why')
    .addHelpText('after', WAITING_HELP);
  add(emulator, 'inbox', 'List the messages that arrived', async () => (await import('./commands/inspector.ts')).inbox);
}
