import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../core/duration.ts';
import { EVERY_INTERFACE, HOST_NAME, NAME_A_HOST } from '../core/host-name.ts';
import type { Shard } from '../core/plan.ts';
import type { RegisteredProfile } from '../emulator/emulator.ts';

/** Parsers of option values; what they refuse is a usage error. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** The one risk of a send. */
export function sendRisk(value: string, before: string[] = []): string[] {
  if (value !== 'locks-text') throw new InvalidArgumentError('The only risk of a send is locks-text.');
  return [...before, value];
}

export function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(value);
}

/** A count of at least one. */
export function count(value: string): number {
  const number = wholeNumber(value);
  if (number < 1) throw new InvalidArgumentError('Expected 1 or more.');
  return number;
}

export function port(value: string): number {
  const number = wholeNumber(value);
  if (number > 65_535) throw new InvalidArgumentError('Expected a port, at most 65535.');
  return number;
}

/** A host name without scheme and port; given again, one more. */
export function host(value: string, before: string[] = []): string[] {
  if (value === EVERY_INTERFACE) throw new InvalidArgumentError(`${NAME_A_HOST}.`);
  if (!HOST_NAME.test(value))
    throw new InvalidArgumentError('Expected a host name, for example emulator, without http:// and port.');
  return [...before, value];
}

export function webAddress(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new InvalidArgumentError('Expected a web address, for example http://127.0.0.1:8080/results.');
  return value;
}

/** `shop=KEY`, or `mall=KEY:G` for a group. */
export function profile(value: string, before: RegisteredProfile[] = []): RegisteredProfile[] {
  const [, alias = '', key = '', type] = /^([a-z0-9-]+)=([\w-]{1,40})(?::([SG]))?$/.exec(value) ?? [];
  if (alias === '') throw new InvalidArgumentError('Expected an alias and a key: shop=KEY, or mall=KEY:G for a group.');
  return [...before, { alias, key, type: type === 'G' ? 'G' : 'S' }];
}

/** A phone number, with hyphens or without. */
export function phoneNumber(value: string, before: string[] = []): string[] {
  if (!/^\d(?:-?\d){7,15}$/.test(value))
    throw new InvalidArgumentError('Expected a phone number, for example 15880000.');
  return [...before, value];
}

/** The form of a published number for opting out (resource API 4.3, assumption 114). */
export function optOutNumber(longest: number): (value: string) => string {
  return (value) => {
    if (/^\d+(?:-\d+)*$/.test(value) && value.length <= longest) return value;
    throw new InvalidArgumentError(`Expected digits, with hyphens between groups; ${longest} characters or fewer.`);
  };
}

export function duration(value: string): number {
  const ms = parseDuration(value);
  if (ms === undefined) throw new InvalidArgumentError('Expected a duration: 90s, 30m, 2h or 14d.');
  return ms;
}

/** `2/8` */
export function shard(value: string): Shard {
  const [, index = 0, of = 0] = (/^(\d{1,5})\/(\d{1,5})$/.exec(value) ?? []).map(Number);
  if (index < 1 || index > of) throw new InvalidArgumentError('Expected a part: 2/8 is the second of eight.');
  return { index, of };
}

export const SHARD_HELP = 'only one part of the profiles, for example 2/8 (docs/scale.md)';

function limit(value: string): string {
  if (!/^(?:\d{1,9}%?|none)$/.test(value))
    throw new InvalidArgumentError('Expected a number, a percentage (30%) or none.');
  return value;
}

/** The option of commands that take the lock of the state, or whose result a run with the lock makes stale. */
export function addLockTimeout(command: Command): Command {
  return command.option('--lock-timeout <time>', 'wait for the lock of another run, for example 10m', duration);
}

/** Options of `plan`, and of `apply` without a plan file: selection and POLICY (docs/cli.md). */
export function addPlanOptions(command: Command): Command {
  command
    .option('--target <glob>', 'only these addresses and their dependencies (repeatable)', collect)
    .option('--exclude <glob>', 'skip these addresses (repeatable)', collect)
    .option('--shard <i/n>', SHARD_HELP, shard)
    .option('--concurrency <n>', 'limit of concurrent requests', count)
    .addOption(
      new Option(
        '--refresh <how>',
        'read only resources that changed since the last apply (index, the default) or all (full)',
      ).choices(['index', 'full']),
    )
    .addOption(
      new Option('--allow <risk...>', 'risks that the plan may take').choices([
        'queues-again',
        'loses-approval',
        'interrupts-sending',
        'destroys',
      ]),
    )
    .option('--resubmit <glob>', 'request inspection of a rejected text again, unchanged (repeatable)', collect)
    .option('--reupload <glob>', 'upload these images again (repeatable)', collect)
    .option('--max-deletes <n>', 'refuse to delete more resources: a number, 30%, or none', limit)
    .option('--max-updates <n>', 'refuse to update more resources: a number, 30%, or none', limit)
    .option('--allow-empty', 'accept a project without manifests')
    .option('--accept-account', 'accept that the account, or the key of a profile, has changed')
    .option('--unprotect <address>', 'allow deleting or stopping this protected resource (repeatable)', collect);
  return addLockTimeout(command);
}
