import type { Language } from '../core/language.ts';
import type { Plan } from '../core/plan.ts';
import type { Ports } from '../core/ports.ts';
import { type Sources, usageError } from '../core/problem.ts';
import type { Contains } from '../engine/types.ts';
import { programOf, quoted } from '../report/command.ts';
import type { Redaction } from '../text/redaction.ts';
import type { Terminal } from './terminal.ts';

export interface GlobalFlags {
  /** From `-e`, else from NOTIFORM_ENVIRONMENT. */
  environment?: string | undefined;
  config?: string | undefined;
  /** From `--language`, else from NOTIFORM_LANGUAGE. */
  language?: Language | undefined;
  color?: boolean | undefined;
  json: boolean;
  verbose: boolean;
  quiet: boolean;
}

export interface Invocation {
  flags: GlobalFlags;
  /** The command line as it was given, without the program's name. Starts with `-e NAME` if NOTIFORM_ENVIRONMENT named the environment. */
  words: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  terminal: Terminal;
  ports: Ports;
  /** Aborted by the first SIGINT or SIGTERM. */
  signal: AbortSignal;
  /** The secrets of this run. They are removed from every text and all data that leave the run. */
  redaction: Redaction;
  /**
   * The environment, and the time zone and the language of the configuration, as soon as they are known: a failure names the
   * environment, and shows times in the zone. The texts of the files that were read last, which problems show.
   */
  known: {
    environment?: string | undefined;
    isEmulator?: boolean;
    timezone?: string;
    language?: Language;
    sources?: Sources;
  };
  /** Leaves out what an apply of a plan file may not change; all of the file is applied if left out. */
  narrow?: ((plan: Plan) => Plan) | undefined;
  /** Answers if git cannot: the Action asks GitHub. */
  contains?: Contains | undefined;
  /** Work to do after everything was shown, in reverse order. */
  later: (() => Promise<void>)[];
}

/** The language of what reviewers read: `--language`, NOTIFORM_LANGUAGE, `language` of notiform.yaml, else English. */
export function languageOf({ flags, known }: Pick<Invocation, 'flags' | 'known'>): Language {
  return flags.language ?? known.language ?? 'en';
}

/** The language of a page; undefined if neither the command line nor notiform.yaml chooses one, so that the browser does. */
export function pageLanguage({ flags, known }: Pick<Invocation, 'flags' | 'known'>): Language | undefined {
  return flags.language ?? (known.language === 'ko' ? 'ko' : undefined);
}

/** The time zone and the language of the desk of an emulator. */
export function deskSettings(invocation: Pick<Invocation, 'flags' | 'known'>) {
  return { timezone: invocation.known.timezone, language: pageLanguage(invocation) };
}

/** Throws a usage error if a result is requested in two forms. */
export function refuseTwoForms({ flags }: Pick<Invocation, 'flags'>, format: string | undefined): void {
  if (format === undefined || !flags.json) return;
  throw usageError('--format and --json cannot be combined', 'Choose one of them');
}

/**
 * Returns the command line of this run for a shell, with its environment named and more flags at the end. It keeps every
 * flag, so that repeating it has the same result.
 */
export function repeated({ words, flags, terminal }: Invocation, environment: string, more: readonly string[]): string {
  const named = flags.environment === undefined ? ['-e', environment] : [];
  const program = programOf(terminal.style('stderr').naming);
  // After `--`, a flag would be read as an address.
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  return [program, ...[...named, ...words.slice(0, end), ...more, ...words.slice(end)].map(quoted)].join(' ');
}
