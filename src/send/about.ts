import type { ProblemCode } from '../core/codes.ts';
import { ServiceFailure } from '../core/failure.ts';
import { formatPath, type Path } from '../core/path.ts';
import { NotiformError, type Place, type Problem } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import type { TestSend } from '../core/test-send.ts';
import { FileFailure } from '../files/file-failure.ts';

/**
 * Returns the address and place for problems of a test send. A send of a template that the command line names has no place,
 * because nothing in the template's manifest needs a correction.
 */
export function about(test: TestSend): Pick<Problem, 'place' | 'address'> {
  return {
    ...(isNamedTemplate(test) ? {} : { place: test.source }),
    ...(test.template === undefined ? {} : { address: test.template }),
  };
}

/** Makes an error about a test send as a whole. */
export function sendProblem(test: TestSend, code: ProblemCode, message: string, hint?: string): Problem {
  return { code, severity: 'error', message, ...(hint === undefined ? {} : { hint }), ...about(test) };
}

/** Returns the problem of a failed call, file or look-up. Throws an error that has none: it is a defect. */
export function problemIn(error: unknown): Problem {
  if (error instanceof ServiceFailure) return error.problem;
  if (error instanceof FileFailure) return error.problem();
  const problem = error instanceof NotiformError ? error.problems[0] : undefined;
  if (!problem) throw error;
  return problem;
}

/** True if the command line named a template: then the test send has no manifest. */
function isNamedTemplate({ id, template }: TestSend): boolean {
  return id === template;
}

/** Returns the beginning of a sentence: `The test send smoke`, or the template that the command line named. */
export function subjectWords(test: TestSend): string {
  return isNamedTemplate(test) ? `The template ${test.id}` : `The test send ${test.id}`;
}

/** A mistake in a test send, before its place is known. */
export interface SendMistake extends Problem {
  at: Path;
  /** The manifest that has the field: the test send's if left out. */
  of?: 'template';
  /** An option or a later date may correct it: `validate` warns of it. */
  later?: true;
}

/** Converts a mistake of a message to one of the whole test send: `message.text` of a fallback is `fallback[0].text`. */
export function within<T extends Pick<SendMistake, 'at' | 'of'>>(base: Path, mistake: T): T {
  if (base.length === 0 || mistake.of === 'template') return mistake;
  const { at } = mistake;
  return { ...mistake, at: [...base, ...(at[0] === 'message' ? at.slice(1) : at)] };
}

/** Makes a mistake in a field of a test send. `more` has the hint, and can change the severity and the place. */
export function sendMistake(
  at: Path,
  code: ProblemCode,
  message: string,
  more: Partial<Omit<SendMistake, 'at' | 'code' | 'message'>> = {},
): SendMistake {
  return { code, severity: 'error', message, at, ...more };
}

/**
 * Reports fields that have no effect. Otherwise the sender would believe that they were tested.
 * @param what the rest of `A test send …`
 */
export function unsupported(test: TestSend, members: readonly (keyof TestSend)[], what: string): SendMistake[] {
  return members
    .filter((member) => (member === 'buttons' ? Object.keys(test.buttons).length > 0 : test[member] !== undefined))
    .map((member) => {
      const message = `A test send ${what} has no \`${member}\``;
      return sendMistake([member], 'send-unsupported', message, { hint: 'Leave it out', on: 'key' });
    });
}

/** Reports values for a button that a template or message does not have: they would have no effect. */
export function unknownButton(owner: 'template' | 'message', name: string, known: readonly string[]): SendMistake {
  const hint = known.length > 0 ? `It has: ${known.join(', ')}` : 'It has no buttons';
  const message = `The ${owner} has no button \`${name}\``;
  return sendMistake(['buttons', name], 'send-button-value', message, { hint, on: 'key' });
}

/**
 * Finds a field in the manifest that begins at a place. For a missing member, finds the nearest one around it.
 * Undefined if the manifest does not have the first member of the path.
 */
export type Locate = (source: Place, at: Path, on: 'key' | 'value') => Place | undefined;

/** Converts a mistake to a problem with the place of the field, or of the nearest field if the field is missing. */
export function problemOf(
  { at, on, of, later: _, place, path = formatPath(at), ...mistake }: SendMistake,
  test: TestSend,
  { template, locate }: { template?: Resource; locate?: Locate | undefined },
): Problem {
  const { place: whole, ...concerned } = about(test);
  const find = (source: Place, path: Path): Place | undefined => locate?.(source, path, on ?? 'value');
  const ofTest = (): Place | undefined =>
    isGiven(test, at) || whole === undefined
      ? undefined
      : (insteadOf(at)
          .map((path) => find(whole, path))
          .find((found) => found !== undefined) ?? whole);
  const found = place ?? (of === 'template' ? template && find(template.source, at) : ofTest());
  return {
    ...mistake,
    ...(found ? { place: found } : {}),
    ...concerned,
    path,
    ...(of === 'template' && whole
      ? { related: [{ message: 'the test send that uses it', place: find(whole, ['sample']) ?? whole }] }
      : {}),
  };
}

/** Returns the fields to point at, the best first. */
function insteadOf(at: Path): Path[] {
  return [at, ...(at[0] === 'variables' ? [['sample']] : []), ['template'], ['message'], ['brand']];
}

/** True if the command line set the field: then no manifest has its value. */
export function isGiven({ given = [] }: Pick<TestSend, 'given'>, at: Path): boolean {
  const path = formatPath(at);
  return given.some((one) => path === one || path.startsWith(`${one}[`));
}
