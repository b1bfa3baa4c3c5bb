import { isObject, type Json, type JsonObject, mapObject } from '../../../core/json.ts';
import { formatPath, type Path, valueAt } from '../../../core/path.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import { fillVariables, length, variableNames } from '../../../core/variables.ts';
import { objectsAt } from '../../../preview/sent/parts.ts';
import { objectAt } from '../../members.ts';
import { isAbsent } from '../../shape.ts';
import type { BrandMessageType } from './form-body.ts';
import { checkBody } from './form-rules.ts';
import { type BodyText, introsOf, isPrice } from './template.ts';

/** An address of the right form. Those of a message are checked in its own fields. */
const ANY_ADDRESS = 'https://example.com/v/1';

/** Returns the rules that a template breaks with the values of a message, and whose values those are. */
export function checkFilled(
  type: BrandMessageType,
  content: JsonObject,
  body: JsonObject,
  texts: readonly BodyText[],
): ProofFailure[] {
  const textAt = new Map(texts.map((found) => [formatPath(found.at), found]));
  const filled = mapObject(body, (part, at) => {
    const found = textAt.get(formatPath(at));
    return found && typeof part === 'string' ? fill(found, content) : undefined;
  });
  return checkBody(type, withImages(type, filled, content)).flatMap((failure) => {
    const found = textAt.get(failure.path);
    return found && missingIn(found, content).length > 0 ? [] : [placed(failure, found, content)];
  });
}

/** Returns the variables of a text that have no value. */
function missingIn({ text, field }: BodyText, content: JsonObject): string[] {
  const values = valuesAt(content, field);
  return variableNames([text]).filter((name) => !values.has(name));
}

/** A price that every limit allows. The amounts of a message are checked in its own fields. */
const ANY_PRICE = 1;

function fill(found: BodyText, content: JsonObject): Json {
  const { at, text, field, isAddress } = found;
  if (isAddress) return variableNames([text]).length === 0 ? text : ANY_ADDRESS;
  if (isPrice(at)) return missingIn(found, content).length === 0 ? ANY_PRICE : null;
  return fillVariables(text, valuesAt(content, field));
}

/** Puts the images and the video that a message has in place of the template's, also if the template has none (assumption 333). */
function withImages(type: BrandMessageType, body: JsonObject, content: JsonObject): JsonObject {
  const brings = (part: JsonObject | undefined): boolean => !isAbsent(part?.['imagevariable']);
  const parts = objectsAt(content, 'carouselvariable');
  const carousel = objectAt(body, 'carousel');
  const intros = introsOf(body);
  const withImage = (part: JsonObject): JsonObject => ({
    ...part,
    image: { ...objectAt(part, 'image'), img_url: ANY_ADDRESS },
  });
  const items = objectsAt(objectAt(body, 'item'), 'list');
  return {
    ...(brings(content) && type !== 'ul' ? withImage(body) : body),
    ...(brings(content) &&
      type === 'ul' && { item: { list: items.map((item) => ({ ...item, img_url: ANY_ADDRESS })) } }),
    ...(!isAbsent(content['videovariable']) && { video: { video_url: ANY_ADDRESS } }),
    ...('carousel' in body && {
      carousel: {
        ...carousel,
        ...(intros > 0 && brings(parts[0]) && { head: { ...objectAt(carousel, 'head'), image_url: ANY_ADDRESS } }),
        list: objectsAt(carousel, 'list').map((card, index) =>
          brings(parts[index + intros]) ? { ...card, attachment: withImage(objectAt(card, 'attachment')) } : card,
        ),
      },
    }),
  };
}

function valuesAt(content: JsonObject, field: Path): Map<string, string> {
  const values = valueAt(content, field);
  const texts = Object.entries(isObject(values) ? values : {});
  return new Map(texts.filter((one): one is [string, string] => typeof one[1] === 'string' && one[1] !== ''));
}

const CORRECT = 'Correct the template in its manifest, and apply it';

/** Names the value that makes a filled text wrong: the longest one. A text without variables is wrong in the template. */
function placed(failure: ProofFailure, found: BodyText | undefined, content: JsonObject): ProofFailure {
  const { path, message } = failure;
  const about = message.startsWith('It ') ? `\`${path}\` ${message.slice('It '.length)}` : `\`${path}\`: ${message}`;
  const values = found ? valuesAt(content, found.field) : new Map<string, string>();
  const [name] = variableNames([found?.text ?? ''])
    .filter((one) => values.has(one))
    .sort((one, other) => length(values.get(other) ?? '') - length(values.get(one) ?? ''));
  return found && name !== undefined
    ? { ...failure, path: `${formatPath(found.field)}.${name}`, message: `In the filled message, ${about}` }
    : { code: 'not-sendable', path: 'templatecode', message: `The template cannot be sent: ${about}`, hint: CORRECT };
}
