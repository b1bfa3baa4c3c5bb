import type { Json, JsonObject } from '../core/json.ts';
import { worded } from '../core/problem.ts';
import type { ProofFailure } from '../core/send-result.ts';
import type { Wording } from '../core/sentence.ts';
import type { Values } from './channel.ts';
import { matchTemplate } from './match.ts';
import { textAt } from './members.ts';
import { say } from './sentences.ts';

/** Compares a text of a message with that of its template. Either may be missing. */
export function compareText(
  path: string,
  template: string | undefined,
  text: string | undefined,
  values: Values,
): ProofFailure[] {
  if (template === undefined) return text === undefined ? [] : [notInTemplate(path)];
  if (text === undefined) return [missingPart(path)];
  const mismatch = matchTemplate(template, text, values);
  if (!mismatch) return [];
  const { difference, what, isUnseen } = mismatch;
  const { line, column } = difference;
  const isOneLine = line === 1 && !text.includes('\n');
  return [
    {
      code: 'send-differs',
      path,
      ...worded(isOneLine ? say('text-differs', { column, what }) : say('text-differs-line', { line, column, what })),
      ...(isUnseen && { hint: UNSEEN }),
      difference,
    },
  ];
}

const UNSEEN =
  'It looks the same, and differs in the form of its letters (NFC, NFD) or in signs that choose how an emoji looks';

/** Reports another number of buttons, or another order of the same buttons, once for the whole list. */
export function wrongList(
  path: string,
  given: Json | undefined,
  buttons: readonly JsonObject[],
  expected: readonly JsonObject[],
): ProofFailure | undefined {
  const count = Array.isArray(given) ? given.length : 0;
  if (count !== expected.length || buttons.length !== count) return wrongCount(path, count, expected.length);
  const label = (button: JsonObject): string => `${textAt(button, 'type') ?? ''} ${textAt(button, 'name') ?? ''}`;
  const [ours, theirs] = [buttons.map(label), expected.map(label)];
  const first = theirs.findIndex((one, index) => one !== ours[index]);
  if (first < 0 || [...ours].sort().join('\n') !== [...theirs].sort().join('\n')) return undefined;
  const order = say('parts-order', { theirs: theirs[first] ?? '', count: first + 1, ours: ours[first] ?? '' });
  return wrongPart(`${path}[${first}]`, order);
}

export function wrongCount(path: string, ours: number, theirs: number): ProofFailure {
  return wrongPart(path, say('parts-count', { count: ours, other: theirs }));
}

export function missingPart(path: string): ProofFailure {
  return wrongPart(path, say('part-missing'));
}

export function notInTemplate(path: string): ProofFailure {
  return wrongPart(path, say('part-extra'));
}

export function wrongPart(path: string, message: Wording): ProofFailure {
  return { code: 'send-parts', path, ...worded(message) };
}
