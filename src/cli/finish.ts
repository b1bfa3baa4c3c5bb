import { isAbsolute, relative } from 'node:path';
import { Exit } from '../core/exit.ts';
import { ServiceFailure } from '../core/failure.ts';
import { errorProblem, isLint, NotiformError, type Problem, type Sources } from '../core/problem.ts';
import { FileFailure } from '../files/file-failure.ts';
import { withNaming } from '../report/command.ts';
import { jsonDocument } from '../report/json.ts';
import type { SourceTexts } from '../report/problems.ts';
import { counted } from '../text/counted.ts';
import type { Redaction } from '../text/redaction.ts';
import type { Invocation } from './invocation.ts';
import type { ResultFormat } from './runner-log.ts';

/**
 * Runs a command and shows its outcome: the result on stdout, problems on stderr, or one JSON document. Returns the
 * exit code. Thrown errors become problems here.
 */
export async function finish(invocation: Invocation, command: string, work: () => Promise<Outcome>): Promise<number> {
  const { signal, terminal } = invocation;
  const announce = (): void => terminal.say(STOPPING);
  signal.addEventListener('abort', announce, { once: true });
  if (signal.aborted) announce();
  const outcome = stoppedIn(invocation, await outcomeFrom(invocation, work));
  if (outcome.problems.length > 0) {
    const { learnLanguage } = await import('./config.ts');
    await learnLanguage(invocation);
  }
  // A server runs until a signal ends it: its end is no interruption.
  const isServer = outcome.after !== undefined;
  if (isServer) signal.removeEventListener('abort', announce);
  await show(invocation, command, outcome);
  const failed = outcome.after && (await failureOf(invocation, outcome.after));
  // What the command did is done and shown: a store that cannot be closed is reported, and the exit code stays.
  for (const close of invocation.later.reverse()) await failureOf(invocation, close);
  signal.removeEventListener('abort', announce);
  if (failed !== undefined) return failed;
  return signal.aborted && !isServer && outcome.exit !== Exit.bug ? Exit.interrupted : outcome.exit;
}

/** Runs what comes after the result was shown. Reports a failure on stderr and returns its exit code. */
async function failureOf(invocation: Invocation, work: () => Promise<void>): Promise<number | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const { exit, problems, sources } = explain(error, invocation);
    await tell(invocation, problems, sources);
    return exit;
  }
}

const STOPPING = 'Stopping: finishing what is in progress. Press Ctrl-C again to stop at once.';

/** An outcome of a run that a signal stopped. It exits with 130, whatever it still finished. */
function stoppedIn({ signal }: Invocation, outcome: Outcome): Outcome {
  const { exit, after, problems, sent = false } = outcome;
  if (!signal.aborted || after || exit === Exit.interrupted || exit === Exit.bug) return outcome;
  return { ...outcome, exit: Exit.interrupted, problems: [...problems, interrupted(sent ? SENT : undefined)] };
}

/** Shows an outcome. Its problems and data lose their secrets here, before anything is drawn from them. */
export async function show(invocation: Invocation, command: string, outcome: Outcome): Promise<void> {
  const { redaction, terminal, flags } = invocation;
  const { naming } = terminal.style('stderr');
  if (flags.json) {
    const { exit } = outcome;
    const { json, problems } = redaction.within({ json: outcome.json, problems: outcome.problems });
    const named = problems.map((problem) =>
      problem.hint === undefined ? problem : { ...problem, hint: withNaming(problem.hint, naming) },
    );
    const { environment } = invocation.known;
    const ok = exit === Exit.done || exit === Exit.changes;
    const head = { command, ok, ...(environment === undefined ? {} : { environment }) };
    terminal.result(jsonDocument({ ...head, ...json, problems: named }), 'json');
    return;
  }
  terminal.result(outcome.text, outcome.format);
  const shown = new Set(outcome.shown);
  // A report in Markdown usually goes to a file or to another program: the log of the job must still say why it failed.
  const isElsewhere = outcome.format === 'markdown' && !terminal.style('stdout').terminal;
  const isShown = (problem: Problem): boolean => shown.has(problem) && !(isElsewhere && problem.severity === 'error');
  const left = outcome.problems.filter((problem) => !isShown(problem));
  const isForValidate = (problem: Problem): boolean => command !== 'validate' && isLint(problem);
  const untold = left.filter((problem) => !isForValidate(problem));
  const lint = left.length - untold.length;
  if (lint > 0 && !flags.quiet && (command === 'plan' || command === 'apply'))
    terminal.say(withNaming(`${counted(lint, 'warning')} about planned texts: see \`notiform validate\``, naming));
  if (untold.length > 0) await tell(invocation, untold, outcome.sources);
}

/** Draws problems on stderr, without secrets. */
async function tell(
  { redaction, terminal, known }: Invocation,
  problems: readonly Problem[],
  sources: Outcome['sources'] = known.sources,
): Promise<void> {
  const { drawProblems, MOST_OF_A_RULE } = await import('../report/problems.ts');
  const shown = shownSources(sources, redaction);
  terminal.say(drawProblems(redaction.within(problems), shown, terminal.style('stderr'), MOST_OF_A_RULE));
}

/** The texts of files, a `*` for each character of a secret. A text is searched when it is asked for. */
export function shownSources(sources: Outcome['sources'], redaction: Redaction): SourceTexts {
  return {
    get: (file) => {
      const text = sources?.get(file);
      return text === undefined ? undefined : redaction.starred(text);
    },
  };
}

async function outcomeFrom(invocation: Invocation, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    return { text: '', json: {}, ...explain(error, invocation) };
  }
}

/** Returns the exit code and the problems of a thrown error. */
export function explain(error: unknown, invocation: Invocation): Pick<Outcome, 'exit' | 'problems' | 'sources'> {
  const { signal } = invocation;
  if (signal.aborted && isStop(error, signal)) return { exit: Exit.interrupted, problems: [interrupted()] };
  if (error instanceof NotiformError) return { exit: error.exit, problems: error.problems, sources: error.sources };
  if (error instanceof FileFailure)
    return { exit: Exit.failed, problems: [error.problem(fromHere(error.path, invocation))] };
  if (error instanceof ServiceFailure) return { exit: Exit.failed, problems: [error.problem] };
  return { exit: Exit.bug, problems: [bug(error, invocation.flags.verbose)] };
}

/** Returns a path as the user would type it; absolute if the file is outside the current folder. */
function fromHere(path: string, { cwd }: Invocation): string {
  const way = relative(cwd, path);
  return way === '' || way.startsWith('..') || isAbsolute(way) ? path : way;
}

/** True if an error only reports that the run was stopped. Any other failure is reported unchanged. */
function isStop(error: unknown, signal: AbortSignal): boolean {
  if (error instanceof ServiceFailure) return error.kind === 'interrupted';
  if (error instanceof NotiformError) return error.problems.every(({ code }) => code === 'interrupted');
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}

const CONTINUES = 'Run the same command again. It continues where this run stopped';

/** A repeated `send` would send again what the first one sent. */
const SENT = 'Messages were sent. To send only the others, run the command again with `--unless-sent 24h`';

function interrupted(hint = CONTINUES): Problem {
  return errorProblem('interrupted', 'Interrupted', hint);
}

function bug(error: unknown, verbose: boolean): Problem {
  const text = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  return errorProblem(
    'bug',
    `This is a bug in notiform: ${text}`,
    verbose && stack ? stack : 'Run it again with --verbose, and report what it prints',
  );
}

/** The outcome of a command: everything that is shown, as data and as text. */
export interface Outcome {
  exit: number;
  /** For stdout, without `--json`; drawn from data without secrets. */
  text: string;
  /** The format of `text`, if a program reads it. */
  format?: ResultFormat | undefined;
  /** Members of the `--json` document beside the common ones. */
  json: Record<string, unknown>;
  problems: readonly Problem[];
  /** The problems that `text` shows already. */
  shown?: readonly Problem[];
  /** Texts of the files that problems point into, by the name in their place. Those that were read last if left out. */
  sources?: Sources | undefined;
  /** True if a message was sent, or may have been: the command must not be repeated. */
  sent?: boolean;
  /** Work that continues after this was shown: a server, until a signal ends it. */
  after?: () => Promise<void>;
}

/** The outcome of a command that did its work. @param more what differs */
export function done(text: string, json: Outcome['json'], more: Partial<Outcome> = {}): Outcome {
  return { exit: Exit.done, text, json, problems: [], ...more };
}
