import type { Command } from 'commander';
import { ADDRESS_HELP, type Add } from './command-tree.ts';
import { collect } from './options.ts';

/** What notiform remembers: which live resource belongs to which address. */
export function addState(program: Command, add: Add): void {
  const state = program
    .command('state')
    .summary('Look at what notiform remembers of live resources, and put it right')
    .description(
      'Look at what notiform remembers of live resources, and put it right. None of this changes anything at the service.',
    );
  add(
    state,
    'show [address...]',
    'Show which live resource each address is bound to',
    async () => (await import('./commands/state.ts')).show,
  ).addHelpText('after', ADDRESS_HELP);
  add(
    state,
    'bind <address> <name>',
    'Say which live resource a manifest is about',
    async () => (await import('./commands/state-bind.ts')).bind,
  )
    .option('--accept-account', 'the account, or the key of a profile, is another than before, and that is meant')
    .option('-y, --yes', 'do not ask before another live resource takes the place of the one that is bound')
    .addHelpText(
      'after',
      '\nNAME is the code or key of a live resource. Example: notiform state bind BrandTemplate/shop/sale BT_20261120_01',
    );
  add(
    state,
    'move <address> <newaddress>',
    'Give what is bound to one address to another one of its kind and profile',
    async () => (await import('./commands/state-edit.ts')).move,
  ).addHelpText(
    'after',
    '\nAll versions of a template move along. In a manifest `renamedFrom` says the same, and needs no command.',
  );
  add(
    state,
    'forget <address...>',
    'Forget which live resource an address is bound to',
    async () => (await import('./commands/state-edit.ts')).forget,
  )
    .option('--unprotect <address>', 'this protected resource may be forgotten (again for more)', collect)
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'after',
      '\nADDRESS may be a pattern; it stands for all versions of a template. What a manifest still declares is found again by the next plan; all else is not ours any more.',
    );
  add(
    state,
    'unlock [profile]',
    'Break the lock that a run left behind; whoever held it can write no more',
    async () => (await import('./commands/state-unlock.ts')).unlock,
  )
    .option('--all', 'the locks of all profiles of the environment')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'after',
      '\nName PROFILE or pass --all. The lock of a run that died on this machine needs no command: the next run takes it over.',
    );
  add(
    state,
    'export',
    'Print everything that is remembered of the environment as one JSON document',
    async () => (await import('./commands/state.ts')).exportAll,
  ).option('--out <file>', 'write it to a file instead');
}
