import type { Naming, Style } from './style.ts';

/**
 * Starts the notiform that is installed in a project. `--no` keeps npx from fetching a package of that name from a registry;
 * without `--` npm takes the flags that follow (`-e`, `-q`) for its own.
 */
export const NPX = 'npx --no -- notiform';

/** A word as a shell takes it. */
export function quoted(word: string): string {
  return /^[\p{L}\p{N}_./@:=,%+-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** `notiform -e production -c shop/notiform.yaml wait`: a command line about the same project, to be copied. */
export function commandLine({ naming = {} }: Style, environment: string, words: readonly string[]): string {
  return [programOf(naming), ...[...flagsOf({ ...naming, environment }), ...words].map(quoted)].join(' ');
}

/** What a shell finds us under: where npm started us from a project, nothing but npm finds us there. */
export function programOf({ program = 'notiform' }: Naming = {}): string {
  return program;
}

/**
 * A text whose commands (`` `notiform plan` ``, or a text that is one) start us as we were started, and name the environment and
 * the configuration that were given, so that copying one works. What a command says of them itself stays.
 */
export function withNaming(text: string, naming: Naming = {}): string {
  return text
    .replace(/`notiform ([^`]+)`/g, (_, rest: string) => `\`${named(rest, naming)}\``)
    .replace(/^notiform (.+)$/, (_, rest: string) => named(rest, naming));
}

/** `notiform explain too-long`: the command that prints the page of a problem code or of a lint rule. */
export function explainCommand(code: string, naming?: Naming): string {
  return `${programOf(naming)} explain ${code}`;
}

function named(rest: string, naming: Naming): string {
  const { environment, config } = naming;
  const words = rest.split(' ');
  const says = (...flags: string[]): boolean => flags.some((flag) => words.includes(flag));
  if (says('--help') || /^(?:init|explain)\b/.test(rest)) return `${programOf(naming)} ${rest}`;
  const flags = flagsOf({
    ...(environment === undefined || says('-e', '--environment') ? {} : { environment }),
    ...(config === undefined || says('-c', '--config') ? {} : { config }),
  });
  return [programOf(naming), ...flags.map(quoted), rest].join(' ');
}

function flagsOf({ environment, config }: Naming): string[] {
  return [...(environment === undefined ? [] : ['-e', environment]), ...(config === undefined ? [] : ['-c', config])];
}
