import { createInterface } from 'node:readline';
import { addAbortSignal, type Readable, Writable } from 'node:stream';
import { Exit } from '../core/exit.ts';
import type { Language } from '../core/language.ts';
import { interruptedProblem, NotiformError } from '../core/problem.ts';
import { isRegularFile } from '../files/regular-file.ts';
import type { Naming, Style } from '../report/style.ts';
import { Redaction } from '../text/redaction.ts';
import { type ResultFormat, unheard, withoutCommands, withoutSecrets } from './runner-log.ts';

type ProcessEnv = Readonly<Record<string, string | undefined>>;

/** A stream that may be a terminal, as `process.stdout` is. */
export type TerminalStream = Writable & { isTTY?: boolean; columns?: number; fd?: number };

/** The streams of one run and their abilities. stdout has only the result (docs/cli.md). */
export interface Terminal {
  /** Writes to stdout. The last place that hides secrets and, in a GitHub job, commands of its runner. */
  result(text: string, format?: ResultFormat): void;
  /** Writes to stderr: progress, warnings, problems. As `result`, it hides secrets and commands. */
  say(text: string): void;
  style(stream: 'stdout' | 'stderr'): Style;
  /** True if stderr is a terminal that can be redrawn. */
  live: boolean;
  /** True if a person can be asked: stdin and stderr are terminals, and this is not CI. */
  canAsk: boolean;
  /** One line of answer; undefined at the end of input. Throws a NotiformError (`interrupted`, exit 130) on Ctrl-C. */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>;
  /**
   * The first line of stdin, where that is no terminal; else what a person types without being seen. Undefined where there is
   * neither, or nothing in it.
   */
  secret(question: string, signal: AbortSignal): Promise<string | undefined>;
  /** Reads stdin to its end, or until a little more than `most` bytes were read. Rejects when the signal is aborted. */
  input(most: number, signal: AbortSignal): Promise<Uint8Array>;
  /** Draws a line below everything that is said, in place of the one before. "" removes it. Only for a `live` terminal. */
  bottom(line: string): void;
  /** stdin and stdout for a protocol between programs. The protocol hides secrets, not the streams. */
  protocol: { input: Readable; output: Writable };
}

/** Removes the line of the cursor. */
const ERASED = '\r\u001B[2K';

const DEFAULT_WIDTH = 100;
const NARROWEST = 40;

/** `color` is the flag's word; undefined where no flag was given. `naming` is what the commands that are shown have to name. */
export function openTerminal(options: {
  stdin: Readable & { isTTY?: boolean };
  stdout: TerminalStream;
  stderr: TerminalStream;
  env: ProcessEnv;
  color: boolean | undefined;
  naming?: Naming;
  /** The time zone and the language of the run, as soon as they are known. */
  known?: { timezone?: string; language?: Language; isEmulator?: boolean };
  /** The language of the command line, which comes before that of the configuration. */
  language?: Language | undefined;
  redaction?: Redaction;
}): Terminal {
  const { stdin, stdout, stderr, env, naming, known = {}, language, redaction = new Redaction() } = options;
  const isHeard = (stream: TerminalStream): boolean => isRunnerLog(stream, env);
  const said = (text: string): string => {
    const hidden = redaction.withoutSecrets(text);
    return isHeard(stderr) ? unheard(hidden) : hidden;
  };
  const style = (stream: TerminalStream): Style => ({
    color: wantsColor(options.color, env, stream.isTTY === true),
    width: (stream.isTTY === true && stream.columns) || widthOf(env),
    terminal: stream.isTTY === true,
    naming,
    timezone: known.timezone,
    isEmulator: known.isEmulator,
    language: language ?? known.language,
  });
  let bottom = '';
  const canAsk = stdin.isTTY === true && stderr.isTTY === true && !isInCI(env);
  return {
    result: (text, format = 'text') => {
      const hidden = withoutSecrets(text, format, redaction);
      write(stdout, isHeard(stdout) ? withoutCommands(hidden, format) : hidden);
    },
    say: (text) => {
      if (bottom !== '') stderr.write(ERASED);
      write(stderr, said(text));
      if (bottom !== '') stderr.write(bottom);
    },
    bottom: (line) => {
      stderr.write(`${bottom === '' ? '' : ERASED}${said(line)}`);
      bottom = said(line);
    },
    style: (name) => style(name === 'stdout' ? stdout : stderr),
    live: stderr.isTTY === true && env['TERM'] !== 'dumb',
    canAsk,
    ask: (question, signal) => lineOf(stdin, stderr, said(question), signal, canAsk),
    secret: async (question, signal) => {
      if (stdin.isTTY === true && !canAsk) return undefined;
      if (canAsk) stderr.write(said(question));
      // Swallows the echo of what is typed.
      const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
      try {
        return (await lineOf(stdin, unseen, '', signal, canAsk))?.trim() || undefined;
      } finally {
        if (canAsk) stderr.write('\n');
      }
    },
    input: (most, signal) => inputOf(stdin, most, signal),
    protocol: { input: stdin, output: stdout },
  };
}

/** True if the runner of a GitHub job reads the stream. It reads neither a terminal nor a file. */
function isRunnerLog({ isTTY, fd }: TerminalStream, env: ProcessEnv): boolean {
  return Boolean(env['GITHUB_ACTIONS']) && isTTY !== true && !(fd !== undefined && isRegularFile(fd));
}

async function inputOf(stdin: Readable, most: number, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of addAbortSignal(signal, stdin) as AsyncIterable<Uint8Array | string>) {
    const bytes = Buffer.from(chunk as string); // bytes too: both are taken
    chunks.push(bytes);
    length += bytes.length;
    if (length > most) break;
  }
  return Buffer.concat(chunks, length);
}

function widthOf({ COLUMNS = '' }: ProcessEnv): number {
  return /^\d{2,4}$/.test(COLUMNS) ? Math.max(NARROWEST, Number(COLUMNS)) : DEFAULT_WIDTH;
}

/** One line; undefined at the end of input. A terminal sends Ctrl-C as a key while a line is read: no signal comes. */
async function lineOf(
  input: Readable,
  output: Writable,
  question: string,
  signal: AbortSignal,
  terminal: boolean,
): Promise<string | undefined> {
  const lines = createInterface({ input, output, signal, prompt: question, terminal });
  const answer = new Promise<string | undefined>((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(undefined));
    lines.once('SIGINT', () => {
      output.write('\n');
      reject(new NotiformError(interruptedProblem(), Exit.interrupted));
    });
  });
  lines.prompt();
  const line = await answer.finally(() => lines.close());
  signal.throwIfAborted();
  return line;
}

/** Flag, then NO_COLOR, then FORCE_COLOR, then TERM=dumb, then whether that stream is a terminal. */
export function wantsColor(flag: boolean | undefined, env: ProcessEnv, isTerminal: boolean): boolean {
  if (flag !== undefined) return flag;
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (env['TERM'] === 'dumb') return false;
  return isTerminal;
}

function write(stream: Writable, text: string): void {
  if (text !== '') stream.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** True if a CI system runs the program: `CI` is set to anything but `false`. */
export function isInCI({ CI = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return CI !== '' && CI !== 'false';
}
