import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../core/duration.ts';
import { EVERY_INTERFACE, HOST_NAME, NAME_A_HOST } from '../core/host-name.ts';
import type { Shard } from '../core/plan.ts';
import type { RegisteredProfile } from '../emulator/emulator.ts';

/** Parsers of option values; what they refuse is a usage error. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

export function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It is a whole number.');
  return Number(value);
}

/** A count of at least one. */
export function count(value: string): number {
  const number = wholeNumber(value);
  if (number < 1) throw new InvalidArgumentError('It is 1 at least.');
  return number;
}

export function port(value: string): number {
  const number = wholeNumber(value);
  if (number > 65_535) throw new InvalidArgumentError('It is a port, 65535 at most.');
  return number;
}

/** A host name without scheme and port; given again, one more. */
export function host(value: string, before: string[] = []): string[] {
  if (value === EVERY_INTERFACE) throw new InvalidArgumentError(`${NAME_A_HOST}.`);
  if (!HOST_NAME.test(value))
    throw new InvalidArgumentError('It is a host name as emulator, without http:// and port.');
  return [...before, value];
}

export function webAddress(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new InvalidArgumentError('It is an address as http://127.0.0.1:8080/results.');
  return value;
}

/** `shop=KEY`, or `mall=KEY:G` for a group. */
export function profile(value: string, before: RegisteredProfile[] = []): RegisteredProfile[] {
  const [, alias = '', key = '', type] = /^([a-z0-9-]+)=([\w-]{1,40})(?::([SG]))?$/.exec(value) ?? [];
  if (alias === '') throw new InvalidArgumentError('It is an alias and a key as shop=KEY, for a group mall=KEY:G.');
  return [...before, { alias, key, type: type === 'G' ? 'G' : 'S' }];
}

/** A phone number, with hyphens or without. */
export function phoneNumber(value: string, before: string[] = []): string[] {
  if (!/^[\d-]{3,16}$/.test(value)) throw new InvalidArgumentError('It is a number as 15880000.');
  return [...before, value];
}

/** The form of a published number for opting out (resource API 4.3, assumption 114). */
export function optOutNumber(longest: number): (value: string) => string {
  return (value) => {
    if (/^\d+(?:-\d+)*$/.test(value) && value.length <= longest) return value;
    throw new InvalidArgumentError(`It is digits, in groups that hyphens part; ${longest} characters at most.`);
  };
}

export function duration(value: string): number {
  const ms = parseDuration(value);
  if (ms === undefined) throw new InvalidArgumentError('It is a time as 90s, 30m or 2h.');
  return ms;
}

/** `2/8` */
export function shard(value: string): Shard {
  const [, index = 0, of = 0] = (/^(\d{1,5})\/(\d{1,5})$/.exec(value) ?? []).map(Number);
  if (index < 1 || index > of) throw new InvalidArgumentError('It is a part of all, as 2/8: the second of eight.');
  return { index, of };
}

export const SHARD_HELP = 'only the profiles of this part of all, as 2/8 (docs/scale.md)';

function limit(value: string): string {
  if (!/^(?:\d{1,9}%?|none)$/.test(value))
    throw new InvalidArgumentError('It is a number, a percentage as 30%, or none.');
  return value;
}

/** What `plan` takes, and `apply` without a plan file: selection and POLICY (docs/cli.md). */
export function addPlanOptions(command: Command): Command {
  return command
    .option('--target <glob>', 'only these addresses and what they need (again for more)', collect)
    .option('--exclude <glob>', 'all but these addresses (again for more)', collect)
    .option('--shard <i/n>', SHARD_HELP, shard)
    .option('--concurrency <n>', 'calls under way at once', count)
    .addOption(
      new Option('--refresh <how>', 'read what moved since an apply saw it (index, the default) or all (full)').choices(
        ['index', 'full'],
      ),
    )
    .addOption(
      new Option('--allow <risk...>', 'what a route may cost').choices([
        'queues-again',
        'loses-approval',
        'interrupts-sending',
        'destroys',
      ]),
    )
    .option('--resubmit <glob>', 'request the same rejected text again (again for more)', collect)
    .option('--reupload <glob>', 'upload these images again (again for more)', collect)
    .option('--max-deletes <n>', 'refuse to delete more: a number, 30%, or none', limit)
    .option('--max-updates <n>', 'refuse to update more: a number, 30%, or none', limit)
    .option('--allow-empty', 'there are no manifests, and that is meant')
    .option('--accept-account', 'the account, or the key of a profile, is another than before, and that is meant')
    .option('--unprotect <address>', 'this protected resource may be deleted or stopped (again for more)', collect);
}
