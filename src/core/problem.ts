import type { ProblemCode } from './codes.ts';

export type Severity = 'error' | 'warning';

/** A place in a file: lines and columns count from 1, columns in code points; the end is exclusive. */
export interface Place {
  /** Path as a user would type it: relative to the project's root, `/` between parts. */
  file: string;
  line: number;
  column: number;
  endLine?: number;
  endColumn?: number;
}

/**
 * What is wrong, where, why, and how to fix it. Errors are such values until the edge of the program.
 * `message` is one sentence without a full stop at its end; `hint` says what to do.
 */
export interface Problem {
  code: ProblemCode;
  severity: Severity;
  message: string;
  hint?: string;
  place?: Place;
  /** The resource it concerns, where it concerns one. */
  address?: string;
  /** Path inside the manifest, as `buttons[1].link.mobile`. */
  path?: string;
  /** Other places that belong to it: the first of two duplicates, the other end of a reference. */
  related?: { message: string; place: Place }[];
  /** The service's own code and words, where it spoke. */
  service?: { code: string; message: string };
  /** The lint rule, where it comes from one. */
  rule?: string;
  /** Those that have it, where several were looked at and not all of them do. */
  environments?: string[];
}

/** The one error class that carries problems up to the edge of the program, with the exit code they lead to. */
export class NotiformError extends Error {
  readonly problems: readonly Problem[];
  readonly exit: number;
  /** Texts of the files that the problems point into, by the name in their place. */
  readonly sources: ReadonlyMap<string, string>;

  constructor(problems: readonly Problem[] | Problem, exit = 1, sources: ReadonlyMap<string, string> = new Map()) {
    const list: readonly Problem[] = Array.isArray(problems) ? problems : [problems as Problem];
    super(list.map((problem) => problem.message).join('; '));
    this.name = 'NotiformError';
    this.problems = list;
    this.exit = exit;
    this.sources = sources;
  }
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

/** Problems in reading order: by file, line, column, then code. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const key = (problem: Problem): [string, number, number, string] => [
    problem.place?.file ?? '',
    problem.place?.line ?? 0,
    problem.place?.column ?? 0,
    problem.code,
  ];
  return [...problems].sort((a, b) => {
    const [fileA, lineA, columnA, codeA] = key(a);
    const [fileB, lineB, columnB, codeB] = key(b);
    return compareText(fileA, fileB) || lineA - lineB || columnA - columnB || compareText(codeA, codeB);
  });
}

/** Order by code unit: the same on every machine, unlike a locale's. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
