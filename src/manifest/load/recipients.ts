import type { JsonObject } from '../../core/json.ts';
import { type Path, valueAt } from '../../core/path.ts';
import { type Problem, problemAt } from '../../core/problem.ts';
import { isNumber } from '../../text/mask.ts';
import type { LocatedDocument } from '../../yaml/places.ts';

/**
 * Finds phone numbers in place of the names of senders or recipients. Such a number would be in git. No message shows it.
 */
export function numbersForNames(testSend: JsonObject): Problem[] {
  return numbersIn(testSend).map((path) => {
    const sender = path[0] === 'from';
    return problemAt(path, {
      code: 'send-number',
      message: `A phone number is written instead of the name of a ${sender ? 'sender' : 'recipient'}`,
      hint: `Give it a name under \`${sender ? 'senders' : 'recipients'}\` in notiform.yaml, and write the name`,
    });
  });
}

/** Replaces each digit of these numbers by `*`. All places in the text stay the same. */
export function withoutNumbers(text: string, testSend: JsonObject, located: LocatedDocument): string {
  const lines = text.split('\n');
  for (const path of numbersIn(testSend)) {
    const { line, column, endLine = line, endColumn = column } = located.place(path, 'value');
    for (let at = line; at <= endLine; at += 1) {
      const from = at === line ? column : 1;
      const to = at === endLine ? endColumn : Number.POSITIVE_INFINITY;
      const points = [...(lines[at - 1] ?? '')];
      lines[at - 1] = points
        .map((point, index) => (index + 1 >= from && index + 1 < to ? point.replace(/\d/, '*') : point))
        .join('');
    }
  }
  return lines.join('\n');
}

function numbersIn(testSend: JsonObject): Path[] {
  const { to } = testSend;
  const recipients = Array.isArray(to) ? to.map((_, index): Path => ['to', index]) : [['to']];
  return [...recipients, ['from']].filter((path) => {
    const value = valueAt(testSend, path);
    return typeof value === 'number' || (typeof value === 'string' && isNumber(value));
  });
}
