import type { Command } from 'commander';
import type { Add } from './command-tree.ts';
import { optOutNumber } from './options.ts';

/** Account work that has no manifest: what it changes is told by its arguments alone. */
export function addAccount(program: Command, add: Add): void {
  const profile = program
    .command('profile')
    .summary('Register a sender profile, and do what needs a person')
    .description(
      'Register a sender profile, and do what needs a person. What lasts belongs into a SenderProfile manifest.',
    );
  const phone = 'the phone of the channel’s admin: a number, or the name of a recipient of the environment';
  add(
    profile,
    'token <channel>',
    'Have a verification token sent to the phone of the channel’s admin',
    async () => (await import('./commands/profile.ts')).token,
  ).requiredOption('--phone <number>', phone);
  add(
    profile,
    'create <channel>',
    'Register the sender profile of a channel and print its key; the token comes by stdin or prompt',
    async () => (await import('./commands/profile.ts')).create,
  )
    .requiredOption('--phone <number>', phone)
    .requiredOption('--category <code>', 'code of a profile category')
    .option('--unsubscribe-phone <number>', 'the free number for opting out', optOutNumber(13))
    .option('--unsubscribe-auth <number>', 'the number that tells the sender there', optOutNumber(10))
    .addHelpText(
      'after',
      '\nCHANNEL is the channel’s id, as @shop. Example: notiform profile create @shop --phone qa --category 00300010001 < token.txt',
    );
  add(
    profile,
    'recover <alias>',
    'Release the dormancy of a profile',
    async () => (await import('./commands/profile.ts')).recover,
  );
  add(
    profile,
    'unsubscribe <alias>',
    'Set the free number for opting out of brand messages',
    async () => (await import('./commands/profile.ts')).unsubscribe,
  )
    .requiredOption('--phone <number>', 'the number that is called', optOutNumber(13))
    .option('--auth <number>', 'the number that tells the sender; without it there is none', optOutNumber(10));
  add(
    profile,
    'consent <alias> <file>',
    'Upload the proof of marketing consent: PNG or JPEG, 5 MB at most',
    async () => (await import('./commands/profile.ts')).consent,
  );
  add(
    profile,
    'apply-brand <alias>',
    'Apply for brand messages to consenting members; a proof of consent is uploaded before',
    async () => (await import('./commands/profile.ts')).applyBrand,
  );
  const group = program
    .command('group')
    .summary('Put a sender profile into a group, or take it out')
    .description(
      'Put a sender profile into a group, or take it out. Where `groups` of its SenderProfile manifest says it, the next apply puts that back.',
    );
  add(
    group,
    'add <profile> <group>',
    'Put a profile into a group',
    async () => (await import('./commands/group.ts')).add,
  );
  add(
    group,
    'remove <profile> <group>',
    'Take a profile out of a group',
    async () => (await import('./commands/group.ts')).remove,
  ).option('-y, --yes', 'do not ask');
}
