import type * as z from 'zod';
import { formatPath, type Path, valueAt } from '../core/path.ts';
import { type Problem, placed, problemAt } from '../core/problem.ts';
import { didYouMean } from '../text/suggest.ts';
import type { LocatedDocument } from '../yaml/places.ts';

type Issue = z.core.$ZodIssue;

/** Converts zod's issues of a configuration to problems with places. Each unknown key is a problem of its own. */
export function toProblems(
  issues: readonly Issue[],
  document: LocatedDocument,
  known: (path: Path) => string[],
): Problem[] {
  return issues.flatMap((issue) => problemsOf(issue, document.value, known)).map((one) => placed(document, one));
}

function problemsOf(issue: Issue, value: unknown, known: (path: Path) => string[]): Problem[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...path, key], known(path)));
  if (issue.code === 'invalid_key') return [invalidKey(path, issue.issues[0]?.message ?? issue.message)];
  const at = valueAt(value, path);
  // If a setting has several forms, only the form with the shape of the value names the wrong member.
  const nested = issue.code === 'invalid_union' && typeof at === 'object' ? issue.errors.find(isWithin) : undefined;
  if (nested) return nested.flatMap((one) => problemsOf({ ...one, path: [...issue.path, ...one.path] }, value, known));
  const label = `\`${formatPath(path)}\``;
  if (issue.code === 'invalid_type' && at === undefined) {
    return [problemAt(path, { code: 'config-missing', on: 'key', message: `${label} is missing` })];
  }
  const hint = hintOf(issue, at);
  const message = `${label} ${wordsOf(issue)}`;
  return [problemAt(path, { code: 'config-invalid', message, ...(hint === undefined ? {} : { hint }) })];
}

/** True for the issue of a form of a union that has the shape of the value. */
function isWithin(issues: readonly Issue[]): boolean {
  return issues.every(({ code, path }) => code !== 'invalid_type' || path.length > 0);
}

function unknownKey(path: Path, known: readonly string[]): Problem {
  const key = String(path.at(-1));
  return problemAt(path, {
    code: 'config-unknown-key',
    on: 'key',
    message: `\`${key}\` is no setting here`,
    hint: didYouMean(key, known, `There are: ${known.join(', ')}`),
  });
}

function invalidKey(path: Path, why: string): Problem {
  return problemAt(path, {
    code: 'config-invalid',
    on: 'key',
    message: `\`${String(path.at(-1))}\` cannot be a name here: ${why}`,
  });
}

function wordsOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return `has to be ${articled(issue.expected)}`;
  if (issue.code === 'invalid_value') {
    if (issue.values.length === 1) return issue.message;
    return `has to be one of ${issue.values.map(String).join(', ')}`;
  }
  if (issue.code === 'too_small' && issue.origin !== 'string') return `has to be ${issue.minimum} at least`;
  if (issue.code === 'too_big') return `has to be ${issue.maximum} at most`;
  return issue.message;
}

/** Makes a message without the value, because the value may be a phone number. */
function hintOf(issue: Issue, value: unknown): string | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  if (value === null) return 'Write a value, or remove the setting';
  if (issue.expected !== 'string') return undefined;
  if (typeof value === 'number') return 'Put it in quotes: without them a number loses its leading zeros';
  return typeof value === 'boolean' ? 'Put it in quotes' : undefined;
}

function articled(expected: string): string {
  const words: Record<string, string> = {
    string: 'a text',
    boolean: 'true or false',
    object: 'a mapping',
    record: 'a mapping',
    array: 'a list',
    int: 'a whole number',
    number: 'a number',
  };
  return words[expected] ?? expected;
}
