import type { output } from 'zod';
import type { ProblemCode } from './codes.ts';
import { Exit } from './exit.ts';
import { formatPath, type Path } from './path.ts';
import type * as shape from './problem-shape.ts';
import { sentenceOf, textOf, type Wording } from './sentence.ts';
import { say } from './sentences.ts';

export type Severity = Problem['severity'];
export type Place = output<typeof shape.place>;

/**
 * A mistake: its place, its cause, and the way to fix it. Errors are Problems until the edge of the program.
 * `message` is one sentence without a full stop at its end; `hint` says what to do.
 *
 * Code that finds a problem in a document sets its path (`at`). `placed` then adds the place, once.
 */
export interface Problem extends output<typeof shape.problem> {
  /** The same path, until the problem has its place. The next four members also exist only until then. */
  at?: Path;
  /** The place shows the field's key or its value. */
  on?: 'key' | 'value';
  /** The field that the place shows, if it is another one. */
  shows?: Path;
  /** The piece of the value that the place shows: one line of it. */
  text?: string;
  /** Which one, from 0, if the value has that piece several times. */
  nth?: number;
}

/** Makes an error without a place. */
export function errorProblem(code: ProblemCode, message: Wording, hint: Wording): Problem {
  return { code, severity: 'error', ...worded(message, hint) };
}

/** Returns the message and the hint of a problem, with their data. */
export function worded(message: Wording, hint?: Wording): Pick<Problem, 'message' | 'hint' | 'said'> {
  const said = {
    ...(typeof message === 'object' && { message: sentenceOf(message) }),
    ...(typeof hint === 'object' && { hint: sentenceOf(hint) }),
  };
  return {
    message: textOf(message),
    ...(hint === undefined ? {} : { hint: textOf(hint) }),
    ...(Object.keys(said).length > 0 && { said }),
  };
}

/** Returns the message of a problem as a value of a sentence. */
export function messageOf({ message, said }: Pick<Problem, 'message' | 'said'>): Wording {
  return said?.message ? { ...said.message, text: message } : message;
}

/** Returns the hint of a problem; undefined if it has none. */
export function hintOf({ hint, said }: Pick<Problem, 'hint' | 'said'>): Wording | undefined {
  return hint !== undefined && said?.hint ? { ...said.hint, text: hint } : hint;
}

/** Returns a problem that does not end the command. */
export function asWarning(problem: Problem): Problem {
  return { ...problem, severity: 'warning' };
}

/** Makes an error of a field's value. `words` can change the severity and the place. */
export function problemAt(at: Path, { message, hint, ...about }: Finding & Pick<Problem, 'code'>): Problem {
  return { severity: 'error', path: formatPath(at), at, on: 'value', ...about, ...worded(message, hint) };
}

/** A problem whose words may be data. */
export interface Finding extends Partial<Omit<Problem, 'message' | 'hint'>> {
  message: Wording;
  hint?: Wording | undefined;
}

export interface Places {
  /** The place of a member's key or value. If the path does not exist, the key of its nearest ancestor. */
  place(path: Path, on: 'key' | 'value'): Place;
  /**
   * The place of a piece of text inside a scalar. The whole value if the text is not in it.
   * @param nth which one, from 0, if the value has the text several times
   */
  placeOf(path: Path, text: string, nth?: number): Place;
}

/** Replaces a problem's path by its place. Returns a problem without a path unchanged. */
export function placed(places: Places, problem: Problem): Problem {
  const { code, severity, message, hint, at, on = 'value', shows = at, text, nth, ...more } = problem;
  if (!shows) return problem;
  return {
    code,
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
    place: text === undefined ? places.place(shows, on) : places.placeOf(shows, text, nth),
    ...more,
  };
}

/** Texts of files by the name in places. */
export type Sources = Pick<ReadonlyMap<string, string>, 'get' | 'has' | typeof Symbol.iterator>;

/** The one error class that carries problems up to the edge of the program, with the exit code they lead to. */
export class NotiformError extends Error {
  readonly problems: readonly Problem[];
  readonly exit: number;
  /** Texts of the files that the problems point into, by the name in their place. */
  readonly sources: Sources;

  constructor(problems: readonly Problem[] | Problem, exit = 1, sources: Sources = new Map()) {
    const list: readonly Problem[] = Array.isArray(problems) ? problems : [problems as Problem];
    super(list.map((problem) => problem.message).join('; '));
    this.name = 'NotiformError';
    this.problems = list;
    this.exit = exit;
    this.sources = sources;
  }
}

/** Makes the problem of a run that a signal stopped. */
export function interruptedProblem(): Problem {
  return errorProblem('interrupted', say('interrupted'), say('interrupted-way'));
}

/** Makes the error of a command line that cannot be run (exit 64). */
export function usageError(message: string, hint: string): NotiformError {
  return new NotiformError(errorProblem('usage', message, hint), Exit.usage);
}

/** Handles a rejected promise: a NotiformError becomes the value, and every other error is thrown. */
export function ifProblem<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof NotiformError) return value;
    throw error;
  };
}

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'severity' in value;
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

/** True for a warning about a text: of a lint rule, or of a character in it. */
export function isLint({ severity, rule, code }: Problem): boolean {
  return severity === 'warning' && (rule !== undefined || code === 'unseen-character');
}

/** Problems in reading order: by file, line, column, then code. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => {
    const [placeA, placeB] = [a.place ?? NOWHERE, b.place ?? NOWHERE];
    return (
      compareText(placeA.file, placeB.file) ||
      placeA.line - placeB.line ||
      placeA.column - placeB.column ||
      compareText(a.code, b.code)
    );
  });
}

const NOWHERE: Place = { file: '', line: 0, column: 0 };

/** Order by code unit: the same on every machine, unlike a locale's. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
