import type { JsonObject } from '../../../core/json.ts';
import { type MessageError, messageError } from '../../answers.ts';
import { firstOf, isNothing, listOf, objectOf, textOf } from '../../shape.ts';
import { check } from '../channel.ts';
import type { BrandType } from '../message.ts';
import { checkBody } from './rules.ts';
import {
  amountOf,
  bodyNames,
  bodyShapes,
  commonShape,
  priceNames,
  priceShape,
  variableNames,
  variableShapes,
} from './shape.ts';

/** The four variants of a brand message (message API 2.10). */
type BrandVariant = 'template' | 'variables' | 'text' | 'free';

export function variantOf(content: JsonObject): BrandVariant {
  if (textOf(content, 'brandmessagetype') === 'FREE') return 'free';
  if (firstGiven(content, bodyNames) !== undefined) return 'text';
  return firstGiven(content, variableNames) === undefined ? 'template' : 'variables';
}

/** Checks a content without its template (message API 2.10). `path` precedes each name: `content.ut.` */
export function checkBrand(
  type: BrandType,
  content: JsonObject,
  path: string,
  couponScheme: string,
): MessageError | undefined {
  return (
    check(content, commonShape, path) ??
    checkTarget(content, path) ??
    checkMembers(type, content, path) ??
    checkVariant(type, content, path, couponScheme)
  );
}

function checkTarget(content: JsonObject, path: string): MessageError | undefined {
  const marketing = textOf(content, 'sendtarget') === 'marketing';
  const given = (name: string): boolean => !isNothing(content[name]);
  if (marketing && !given('targeting')) return messageError(2000, `${path}targeting is required for marketing`);
  const foreign = ['targeting', 'unsubscribephonenumber', 'unsubscribeauthnumber'].find(given);
  if (!marketing && foreign !== undefined) return messageError(2000, `${path}${foreign} is for marketing only`);
  if (given('unsubscribeauthnumber') && !given('unsubscribephonenumber'))
    return messageError(2000, `${path}unsubscribeauthnumber needs unsubscribephonenumber`);
  return undefined;
}

/** Checks which members the type has, and which exclude each other (assumption 100). */
function checkMembers(type: BrandType, content: JsonObject, path: string): MessageError | undefined {
  const variable = firstGiven(content, variableNames);
  const code = isNothing(content['templatecode']);
  if (textOf(content, 'brandmessagetype') === 'FREE') {
    if (!code) return messageError(2000, `${path}templatecode is for BASIC only`);
    if (variable !== undefined) return messageError(2000, `${path}${variable} is for BASIC only`);
  } else if (code) {
    return messageError(2000, `${path}templatecode is required for BASIC`);
  }
  const known = [...Object.keys(bodyShapes[type]), ...Object.keys(variableShapes[type])];
  const foreign = firstGiven(
    content,
    [...bodyNames, ...variableNames].filter((name) => !known.includes(name)),
  );
  if (foreign !== undefined) return messageError(2000, `${path}${foreign} is not for ${type}`);
  const body = firstGiven(content, bodyNames);
  if (variable !== undefined && body !== undefined)
    return messageError(2000, `${path}${variable} and ${body} exclude each other`);
  return undefined;
}

function checkVariant(
  type: BrandType,
  content: JsonObject,
  path: string,
  couponScheme: string,
): MessageError | undefined {
  switch (variantOf(content)) {
    case 'template':
      return undefined;
    case 'variables':
      return check(content, variableShapes[type], path) ?? checkPriceValues(content, path);
    default:
      return check(content, bodyShapes[type], path) ?? checkBody(type, content, path, couponScheme);
  }
}

/** The variable of a price has a fixed name and an amount, in every template (assumption 106). */
function checkPriceValues(content: JsonObject, path: string): MessageError | undefined {
  const places: [JsonObject, string][] = [
    [content, path],
    ...listOf(content, 'carouselvariable').map((card, index): [JsonObject, string] => [
      card,
      `${path}carouselvariable[${index}].`,
    ]),
  ];
  return firstOf(places, ([place, at]) => checkAmounts(objectOf(place, 'commercevariable'), `${at}commercevariable.`));
}

function checkAmounts(values: JsonObject, path: string): MessageError | undefined {
  return firstOf(Object.entries(priceShape), ([price, { min, max }]) => {
    const name = priceNames[price as keyof typeof priceShape]; // both tables have every price
    const value = values[name];
    const amount = isNothing(value) ? min : amountOf(value);
    return amount === undefined || amount < min || amount > max
      ? messageError(2000, `${path}${name} must be ${min} to ${max}, in digits`)
      : undefined;
  });
}

function firstGiven(content: JsonObject, names: readonly string[]): string | undefined {
  return names.find((name) => !isNothing(content[name]));
}
