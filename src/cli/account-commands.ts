import type { Command } from 'commander';
import { FILTER_VALUES, PRODUCTS } from '../account/statistics/question.ts';
import type { CommandRow } from './command-tree.ts';
import { choice, collect, format, optOutNumber, since, until } from './options.ts';

const PERIOD_HELP =
  'A day is written as 2026-11-01, today, yesterday or 7d (7 days ago), a month as 2026-11. They are Korean, and both ends are\nincluded. notiform cuts a long period into requests of the allowed length, one a second.';

function addPeriod(command: Command): Command {
  return command
    .addOption(choice('--product <product>', 'whose numbers', PRODUCTS).makeOptionMandatory())
    .option('--profile <alias>', 'only of this sender profile (repeatable; default: every one)', collect)
    .addOption(choice('--by <unit>', 'numbers by day or by month', ['day', 'month']).default('day'))
    .option('--from <day>', 'first day or month (default: the last 30 days, or the months of one request)')
    .option('--to <day>', 'last day or month (default: yesterday, or this month)')
    .addOption(choice('--message-type <type>', 'only this type (notification)', FILTER_VALUES.messageType))
    .addOption(choice('--message-spec <spec>', 'only with or without a template (brand)', FILTER_VALUES.messageSpec))
    .addOption(choice('--bubble <type>', 'only this bubble type (brand)', FILTER_VALUES.chatBubbleType))
    .addOption(choice('--targeting <target>', 'only this target (brand)', FILTER_VALUES.targeting))
    .addOption(
      choice('--friend-type <type>', 'only friends of the channel, or others (brand)', FILTER_VALUES.friendType),
    )
    .addOption(choice('--receive-user-type <type>', 'only this type of receiver', FILTER_VALUES.receiveUserType))
    .addOption(format('output format', 'table', 'csv'));
}

function addTemplate(command: Command): Command {
  return command
    .option('--template <code>', 'only of this template: a code, or the id or address for all its versions')
    .option('--tag <key>', 'only of this group tag (brand): a key, or the id or address of a tag');
}

const statsCommands: readonly CommandRow[] = [
  {
    usage: 'stats',
    summary: 'Show how many messages were sent, delivered, read and clicked',
    more: '\nExample: notiform stats send --product notification --from 7d\n\nThe numbers of a day exist from about 7 a.m. (Korean time) of the next day on.',
  },
  {
    usage: 'stats send',
    summary: 'Numbers of all sends, by day or month',
    load: async () => (await import('./commands/stats.ts')).sendStats,
    options: addPeriod,
    help: `${PERIOD_HELP}\nExample: notiform stats send --product notification --from 2026-01-01 --to 2026-06-30`,
  },
  {
    usage: 'stats template',
    summary: 'Numbers of each template, by day or month',
    load: async () => (await import('./commands/stats.ts')).templateStats,
    options: (command) => addTemplate(addPeriod(command)),
    help: `${PERIOD_HELP}\nExample: notiform stats template --product brand --by month --from 2026-01`,
  },
];

const phone = 'the phone of the channel’s admin: a number, or the name of a recipient of the environment';

export const accountCommands: readonly CommandRow[] = [
  {
    usage: 'get <thing> [name...]',
    summary: 'Show what the account has: templates, profiles, groups, tags, plugins, categories, videos',
    more: '\nExample: notiform get templates --state REJ',
    load: async () => (await import('./commands/get.ts')).get,
    options: (command) =>
      command
        .option(
          '--state <state>',
          'only in this state: REG, REQ, REJ, RDY or ACT (approved), STP, DMT, BLK (templates), A or S (brand-templates)',
        )
        .option('--category <code>', 'only of this category (templates; repeatable)', collect)
        .option(
          '--keyword <text>',
          'only with this text in code or name, 2 to 50 characters (templates, brand-templates)',
        )
        .option('--bubble <type>', 'only of this bubble type, for example IMAGE (brand-templates)')
        .option(
          '--from <time>',
          'created at this time or later: 24h, yesterday, or a time (templates, brand-templates)',
          since,
        )
        .option('--to <time>', 'created at this time or earlier (templates, brand-templates)', until)
        .option(
          '--since <time>',
          'released since: 24h, yesterday, or a time; default one day (public-templates)',
          since,
        )
        .option('--profile <alias>', 'only of this profile or group (repeatable)', collect)
        .option('--in-use', 'every profile that the account uses (profiles)')
        .addOption(format('output format', 'table', 'csv')),
    help: 'THING is templates, brand-templates, history (of a brand template), tags, plugins, profiles, groups, categories,\nprofile-categories, public-templates or video. NAME is a code, a key, an id, or the alias of a profile.\nhistory and video require NAME. Keys are masked. --json has every field.',
  },
  ...statsCommands,
  {
    usage: 'profile',
    summary: 'Register a sender profile, and manage what a manifest cannot',
    more: ' Groups, the opt-out number and the proof of consent belong in a SenderProfile manifest.',
  },
  {
    usage: 'profile token <channel>',
    summary: 'Request a verification token for the phone of the channel’s admin',
    load: async () => (await import('./commands/profile.ts')).token,
    options: (command) => command.requiredOption('--phone <number>', phone),
  },
  {
    usage: 'profile create <channel>',
    summary: 'Register a channel’s sender profile and print its key. The token is read from stdin or a prompt',
    load: async () => (await import('./commands/profile.ts')).create,
    options: (command) =>
      command
        .requiredOption('--phone <number>', phone)
        .requiredOption('--category <code>', 'code of a profile category')
        .option('--unsubscribe-phone <number>', 'the toll-free number for opting out', optOutNumber(13))
        .option('--unsubscribe-auth <number>', 'the code that identifies the sender at that number', optOutNumber(10)),
    help: 'CHANNEL is the id of the channel, for example @shop. Example: notiform profile create @shop --phone qa --category 00300010001 < token.txt',
  },
  {
    usage: 'profile recover <alias>',
    summary: 'Reactivate a dormant profile',
    load: async () => (await import('./commands/profile.ts')).recover,
  },
  {
    usage: 'profile apply-brand <alias>',
    summary: 'Apply for brand messages again. The first application belongs in a SenderProfile manifest',
    load: async () => (await import('./commands/profile.ts')).applyBrand,
  },
  {
    usage: 'doctor',
    summary: 'Check everything that a command needs: configuration, network, credentials, clock, state',
    load: async () => (await import('./commands/doctor.ts')).doctor,
    help: 'It only reads, and never sends a message. It exits with 1 if something has to be fixed.',
  },
];
