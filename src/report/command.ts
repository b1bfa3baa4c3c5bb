import { splitVersion } from '../core/address.ts';
import type { RecordedPolicy } from '../core/plan.ts';
import type { Naming, Style } from './style.ts';

/**
 * Starts the notiform that is installed in a project. `--no` keeps npx from fetching a package of that name from a registry;
 * without `--` npm takes the flags that follow (`-e`, `-q`) for its own.
 */
export const NPX = 'npx --no -- notiform';

/** Quotes a word for a shell if it needs that. */
export function quoted(word: string): string {
  return /^[\p{L}\p{N}_./@:=,%+-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** `notiform -e production -c shop/notiform.yaml wait`: a command line about the same project, to be copied. */
export function commandLine({ naming = {} }: Style, environment: string, words: readonly string[]): string {
  return [programOf(naming), ...[...flagsOf({ ...naming, environment }), ...words].map(quoted)].join(' ');
}

/**
 * `emulator approve order-paid` with its lead: decides the verdicts of an emulator's environment. Undefined if the user decides nothing.
 */
export function approvalOf(
  style: Pick<Style, 'isEmulator'>,
  waiting: readonly { address: string; waitsFor: string | null }[],
): { lead: string; words: string[] } | undefined {
  const decided = waiting.filter(({ waitsFor }) => waitsFor === 'verdict' || waitsFor === 'approval');
  const [first, another] = style.isEmulator ? decided : [];
  if (!first) return undefined;
  if (another) return { lead: 'You are the inspector. To approve all: ', words: ['emulator', 'approve', '*'] };
  const { of } = splitVersion(first.address);
  const id = of.slice(of.lastIndexOf('/') + 1);
  return { lead: 'You are the inspector: ', words: ['emulator', 'approve', id] };
}

/** The name under which a shell finds notiform: npm finds one that is installed in a project. */
export function programOf({ program = 'notiform' }: Naming = {}): string {
  return program;
}

/**
 * Completes the commands of a text (`` `notiform plan` ``) so that a copy works: with the program, environment, configuration
 * and language of this run. A flag that a command has already is left unchanged.
 */
export function withNaming(text: string, naming: Naming = {}): string {
  return text.replace(/`notiform ([^`]+)`/g, (_, rest: string) => `\`${named(rest, naming)}\``);
}

/** `notiform explain too-long`: the command that prints the page of a problem code or of a lint rule. */
export function explainCommand(
  code: string,
  { naming, language = 'en' }: Pick<Style, 'naming' | 'language'> = {},
): string {
  return `${programOf(naming)} explain ${code}${language === 'en' ? '' : ` --language ${language}`}`;
}

/** What allows a change: `plan --target x --allow destroys`. */
const ALLOWS = /^plan (?=(?:.* )?--(?:allow|resubmit|reupload|unprotect|max-deletes|max-updates) )/;

function named(given: string, naming: Naming): string {
  const { environment, config, language, isApply } = naming;
  const rest = isApply ? given.replace(ALLOWS, 'apply ') : given;
  const words = rest.split(' ');
  const has = (...flags: string[]): boolean => flags.some((flag) => words.includes(flag));
  if (has('--help') || /^(?:init|explain)\b/.test(rest)) return `${programOf(naming)} ${rest}`;
  const flags = flagsOf({
    ...(environment === undefined || has('-e', '--environment') ? {} : { environment }),
    ...(config === undefined || has('-c', '--config') ? {} : { config }),
    ...(language === undefined || has('--language') ? {} : { language }),
  });
  return [programOf(naming), ...flags.map(quoted), rest].join(' ');
}

function flagsOf({ environment, config, language }: Naming): string[] {
  return Object.entries({ '-e': environment, '-c': config, '--language': language }).flatMap(([flag, value]) =>
    value === undefined ? [] : [flag, value],
  );
}

/** The flags that limit a plan to a part of its environment: `--shard 2/8 --target 'order-*'`. */
export function choosingFlags({
  shard,
  targets,
  excludes,
}: Pick<RecordedPolicy, 'shard' | 'targets' | 'excludes'>): string[] {
  return [
    ...(shard === undefined ? [] : ['--shard', `${shard.index}/${shard.of}`]),
    ...targets.flatMap((glob) => ['--target', glob]),
    ...excludes.flatMap((glob) => ['--exclude', glob]),
  ];
}

/** The risks that single resources may take, as `--allow` writes them. */
export function allowedForOne({ allowFor = {} }: Pick<RecordedPolicy, 'allowFor'>): string[] {
  return Object.entries(allowFor).flatMap(([address, risks]) => risks.map((risk) => `${risk}=${address}`));
}

/** The same flags as text; undefined if the plan covers the whole environment. */
export function partOf(policy: RecordedPolicy): string | undefined {
  const flags = choosingFlags(policy);
  return flags.length === 0 ? undefined : flags.map(quoted).join(' ');
}
