import type { Naming, Style } from './style.ts';

/** A word as a shell takes it. */
export function quoted(word: string): string {
  return /^[\p{L}\p{N}_./@:=,%+-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** `notiform -e production -c shop/notiform.yaml wait`: a command line about the same project, to be copied. */
export function commandLine({ naming = {} }: Style, environment: string, words: readonly string[]): string {
  return ['notiform', ...flagsOf({ ...naming, environment }), ...words].map(quoted).join(' ');
}

/**
 * A text whose commands (`` `notiform plan` ``, or a text that is one) name the environment and the configuration that were
 * given, so that copying one works. What a command says of them itself stays.
 */
export function withNaming(text: string, naming: Naming = {}): string {
  return text
    .replace(/`notiform ([^`]+)`/g, (_, rest: string) => `\`${named(rest, naming)}\``)
    .replace(/^notiform (.+)$/, (_, rest: string) => named(rest, naming));
}

function named(rest: string, { environment, config }: Naming): string {
  const words = rest.split(' ');
  const says = (...flags: string[]): boolean => flags.some((flag) => words.includes(flag));
  if (says('--help') || rest.startsWith('init')) return `notiform ${rest}`;
  const flags = flagsOf({
    ...(environment === undefined || says('-e', '--environment') ? {} : { environment }),
    ...(config === undefined || says('-c', '--config') ? {} : { config }),
  });
  return ['notiform', ...flags.map(quoted), rest].join(' ');
}

function flagsOf({ environment, config }: Naming): string[] {
  return [...(environment === undefined ? [] : ['-e', environment]), ...(config === undefined ? [] : ['-c', config])];
}
