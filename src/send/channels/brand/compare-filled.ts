import { isObject, type JsonObject, mapObject } from '../../../core/json.ts';
import { formatPath, valueAt } from '../../../core/path.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import { fillVariables, length, variableNames } from '../../../core/variables.ts';
import { checkBody } from './form.ts';
import type { BrandMessageType } from './table.ts';
import { type BodyText, isPrice } from './template.ts';

/**
 * Returns the rules that the values of a message break in its template, and whose values those are. The texts without values are
 * sent as they are registered (message API 2.10, variants 1 and 2).
 */
export function checkFilled(
  type: BrandMessageType,
  content: JsonObject,
  body: JsonObject,
  texts: readonly BodyText[],
): ProofFailure[] {
  const filled = new Map(
    texts.filter((one) => namesIn(one, content).length > 0).map((one) => [formatPath(one.at), one] as const),
  );
  const message = mapObject(body, (part, at) => {
    const found = filled.get(formatPath(at));
    if (found && typeof part === 'string')
      return isPrice(at) ? ANY_PRICE : fillVariables(part, valuesOf(found, content));
    return isPrice(at) && typeof part === 'string' ? null : undefined;
  });
  return checkBody(type, message).flatMap((failure) => {
    const found = filled.get(failure.path);
    return found ? [placed(failure, found, content)] : [];
  });
}

/** A price that every limit allows. The amounts of a message are checked in its own fields. */
const ANY_PRICE = 1;

/** Returns the variables of a text, if all of them have values. An address is checked in its own field. */
function namesIn(found: BodyText, content: JsonObject): string[] {
  const [names, values] = [variableNames([found.text]), valuesOf(found, content)];
  return !found.isAddress && names.every((name) => values.has(name)) ? names : [];
}

function valuesOf({ field }: BodyText, content: JsonObject): Map<string, string> {
  const values = valueAt(content, field);
  const texts = Object.entries(isObject(values) ? values : {});
  return new Map(texts.filter((one): one is [string, string] => typeof one[1] === 'string' && one[1] !== ''));
}

/** Names the value that makes a filled text wrong: the longest one. */
function placed(failure: ProofFailure, found: BodyText, content: JsonObject): ProofFailure {
  const { path, message } = failure;
  const about = message.startsWith('It ') ? `\`${path}\` ${message.slice('It '.length)}` : `\`${path}\`: ${message}`;
  const values = valuesOf(found, content);
  const size = (name: string): number => length(values.get(name) ?? '');
  const [name] = namesIn(found, content).sort((one, other) => size(other) - size(one));
  return { ...failure, path: `${formatPath(found.field)}.${name}`, message: `In the filled message, ${about}` };
}
