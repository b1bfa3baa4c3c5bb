import type { Command } from 'commander';
import { FILTER_VALUES, PRODUCTS } from '../account/statistics/question.ts';
import type { CommandRow } from './command-tree.ts';
import { choice, collect, format } from './options.ts';

const PERIOD_HELP =
  'A day is written as 2026-11-01, today, yesterday or 7d (7 days ago), a month as 2026-11. They are Korean, and both ends are\nincluded. notiform cuts a long period into requests of the allowed length, one a second.';

function addProduct(command: Command): Command {
  return command
    .addOption(choice('--product <product>', 'whose numbers', PRODUCTS).makeOptionMandatory())
    .option('--profile <alias>', 'only of this sender profile (repeatable; default: every one)', collect);
}

function addForms(command: Command): Command {
  return command.addOption(format('output format', 'table', 'csv'));
}

function addPeriod(command: Command): Command {
  return addForms(
    addProduct(command)
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
      .addOption(choice('--receive-user-type <type>', 'only this type of receiver', FILTER_VALUES.receiveUserType)),
  );
}

function addTemplate(command: Command): Command {
  return command
    .option('--template <code>', 'only of this template: a code, or the id or address for all its versions')
    .option('--tag <key>', 'only of this group tag (brand): a key, or the id or address of a tag');
}

export const statsCommands: readonly CommandRow[] = [
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
