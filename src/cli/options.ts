import { type Command, InvalidArgumentError, Option } from 'commander';
import { ADDRESS_PATTERN } from '../core/address.ts';
import { parseDuration } from '../core/duration.ts';
import { HOST_NAME } from '../core/host-name.ts';
import { instantOf } from '../core/instant.ts';
import { PLAN_RISKS, RISKS_OF_ONE, type Shard } from '../core/plan.ts';
import { KOREAN_OFFSET_MS } from '../core/zone.ts';
import type { RegisteredProfile } from '../emulator/emulator.ts';
import type { Allowance } from './plan/planning.ts';

/** Parsers of option values; what they refuse is a usage error. */
type Parser<T> = (value: string) => T;

/** The parser of an option that may be given more than once. */
function many<T>(parse: Parser<T>): (value: string, before?: T[]) => T[] {
  return (value, before = []) => [...before, parse(value)];
}

/** Takes the values that match. @param expected what to say of the others */
function matching(pattern: RegExp, expected: string): Parser<string> {
  return (value) => {
    if (pattern.test(value)) return value;
    throw new InvalidArgumentError(expected);
  };
}

export const collect = many((value) => value);

export const sendRisk = many(matching(/^locks-text$/, 'The only risk of a send is locks-text.'));

const digits = matching(/^\d{1,9}$/, 'Expected a whole number.');

export function wholeNumber(value: string): number {
  return Number(digits(value));
}

function count(value: string): number {
  const number = wholeNumber(value);
  if (number < 1) throw new InvalidArgumentError('Expected 1 or more.');
  return number;
}

export function port(value: string): number {
  const number = wholeNumber(value);
  if (number > 65_535) throw new InvalidArgumentError('Expected a port, at most 65535.');
  return number;
}

const hostName = matching(HOST_NAME, 'Expected a host name, for example emulator, without http:// and port.');

/** Host names without scheme and port. */
export const host = many(hostName);

export function webAddress(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new InvalidArgumentError('Expected a web address, for example http://127.0.0.1:8080/results.');
  return value;
}

/** `shop=KEY`, or `mall=KEY:G` for a group. */
export const profile = many((value): RegisteredProfile => {
  const [, alias = '', key = '', type] = /^([a-z0-9-]+)=([\w-]{1,40})(?::([SG]))?$/.exec(value) ?? [];
  if (alias === '')
    throw new InvalidArgumentError(
      'Expected an alias and a key: shop=KEY, or mall=KEY:G for a group. KEY has 1 to 40 letters, digits, _ and -.',
    );
  return { alias, key, type: type === 'G' ? 'G' : 'S' };
});

/** Phone numbers, with hyphens or without. */
export const phoneNumber = many(matching(/^\d(?:-?\d){7,15}$/, 'Expected a phone number, for example 15880000.'));

/** The form of a published number for opting out (resource API 4.3, assumption 114). */
export function optOutNumber(longest: number): Parser<string> {
  const expected = `Expected digits, with hyphens between groups; ${longest} characters or fewer.`;
  return matching(new RegExp(`^(?=.{1,${longest}}$)\\d+(?:-\\d+)*$`), expected);
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

const limit = matching(/^(?:\d{1,9}%?|none)$/, 'Expected a number, a percentage (30%) or none.');

export function choice(flags: string, about: string, words: readonly string[]): Option {
  return new Option(flags, about).choices([...words]);
}

export function format(about: string, ...words: string[]): Option {
  return choice('--format <format>', about, words);
}

export function timeout(about: string, ms: number, word: string): Option {
  return new Option('--timeout <time>', about).argParser(duration).default(ms, word);
}

/** `destroys`, or `destroys=GroupTag/shop/vip` for one resource. */
const allowance = many((value): Allowance => {
  const everywhere = PLAN_RISKS.find((one) => value === one);
  if (everywhere) return { risk: everywhere };
  const risk = RISKS_OF_ONE.find((one) => value.startsWith(`${one}=`));
  const address = value.slice(`${risk}=`.length);
  if (risk && ADDRESS_PATTERN.test(address)) return { risk, address };
  throw new InvalidArgumentError(
    `Expected RISK or RISK=ADDRESS, with one of the risks ${PLAN_RISKS.join(', ')}, or takes-over=ADDRESS.`,
  );
});

const ALLOW_HELP = 'risks that the plan may take, or RISK=ADDRESS for one resource';
const REFRESH_HELP = 'read only resources that changed since the last apply (index, the default) or all (full)';

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
    .addOption(choice('--refresh <how>', REFRESH_HELP, ['index', 'full']))
    .addOption(choice('--allow <risk...>', ALLOW_HELP, RISKS_OF_ONE).argParser(allowance))
    .option('--resubmit <glob>', 'request inspection of a rejected text again, unchanged (repeatable)', collect)
    .option('--reupload <glob>', 'upload these images again, unless a live template shows them (repeatable)', collect)
    .option('--max-deletes <n>', 'refuse to delete more resources: a number, 30%, or none', limit)
    .option('--max-updates <n>', 'refuse to update more resources: a number, 30%, or none', limit)
    .option('--allow-empty', 'accept a project without manifests')
    .option('--accept-account', 'accept that the account, or the key of a profile, has changed')
    .option('--unprotect <address>', 'allow deleting or stopping this protected resource (repeatable)', collect);
  return addLockTimeout(command);
}

/** `emulator approve` */
export function nameOf(command: Command): string {
  const above = command.parent;
  return above?.parent ? `${nameOf(above)} ${command.name()}` : command.name();
}

export function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}

/** A moment of the command line: how long ago (`24h`), a Korean day before today (`yesterday`), or ISO 8601 (Korean time without an offset). */
export type Since = { ago: number } | { at: number } | { daysAgo: number; isEnd?: boolean };

/** Days that have a name, with their distance from today. */
const DAYS: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['yesterday', 1],
]);

/** Parses the begin of a period. A day is its first second. */
export function since(text: string): Since {
  const ago = parseDuration(text);
  if (ago !== undefined) return { ago };
  const daysAgo = DAYS.get(text);
  if (daysAgo !== undefined) return { daysAgo };
  const at = instantOf(text);
  if (at === undefined)
    throw new InvalidArgumentError('Expected a time: 24h, 7d, yesterday, 2026-12-01 or 2026-12-01T09:00+09:00.');
  return { at };
}

/** Parses the end of a period. A day is its last second. */
export function until(text: string): Since {
  const given = since(text);
  if ('daysAgo' in given) return { ...given, isEnd: true };
  return 'at' in given && /^\d{4}-\d{2}-\d{2}$/.test(text) ? { at: given.at + DAY_MS - 1000 } : given;
}

const DAY_MS = 86_400_000;

/** Returns the moment in milliseconds since the epoch. */
export function beginOf(given: Since, now: number): number {
  // A `Date` has no time for every duration.
  if ('ago' in given) return Math.max(0, now - given.ago);
  if ('at' in given) return given.at;
  const today = now - ((now + KOREAN_OFFSET_MS) % DAY_MS);
  return today - given.daysAgo * DAY_MS + (given.isEnd ? DAY_MS - 1000 : 0);
}

/** Returns the Korean day of `today`, `yesterday`, `7d` or `24h` as `yyyy-MM-dd`, and any other text unchanged. */
export function dayText(text: string, now: number): string {
  if (parseDuration(text) === undefined && !DAYS.has(text)) return text;
  return new Date(beginOf(since(text), now) + KOREAN_OFFSET_MS).toISOString().slice(0, 10);
}

/** Parses a moment of the past or the future. */
export function instant(text: string): number {
  const at = instantOf(text);
  if (at === undefined)
    throw new InvalidArgumentError('Expected a time: 2030-01-15, "2030-01-15 21:00" or 2030-01-15T21:00+09:00.');
  return at;
}
