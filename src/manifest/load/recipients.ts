import type { Json, JsonObject } from '../../core/json.ts';
import type { LocatedDocument } from '../../core/located.ts';
import { type Path, valueAt } from '../../core/path.ts';
import type { Mistake } from '../manifest.ts';

/** Something that is dialled: digits with what people write between them. */
const NUMBER = /^\+?[\d\s().-]{4,}$/;

/**
 * Phone numbers where names of senders or recipients belong: they would be in git. The number is told nowhere.
 */
export function numbersForNames(testSend: JsonObject): Mistake[] {
  return [...recipientPaths(testSend), ['from'] as Path]
    .filter((path) => isNumber(valueAt(testSend, path)))
    .map((path) => {
      const sender = path[0] === 'from';
      return {
        code: 'send-number',
        path,
        on: 'value',
        message: `A number stands where the name of a ${sender ? 'sender' : 'recipient'} belongs`,
        hint: `Give it a name under \`${sender ? 'senders' : 'recipients'}\` in notiform.yaml, and write the name`,
      };
    });
}

/** The text with the digits of every such number as `*`: the same places, and nothing to read. */
export function withoutNumbers(text: string, testSend: JsonObject, located: LocatedDocument): string {
  const lines = text.split('\n');
  for (const { path } of numbersForNames(testSend)) {
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

function recipientPaths({ to }: JsonObject): Path[] {
  if (Array.isArray(to)) return to.map((_, index) => ['to', index]);
  return [['to']];
}

function isNumber(value: unknown): value is Json {
  return typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value));
}
