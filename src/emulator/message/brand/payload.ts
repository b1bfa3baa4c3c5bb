import type { JsonObject } from '../../../core/json.ts';
import type { MessageError } from '../../answers.ts';
import { firstOf, isNothing, listOf, objectOf, textOf } from '../../shape.ts';
import { check } from '../channel.ts';
import type { BrandType } from '../message.ts';
import { bodyErrors, wrong } from './rules.ts';
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
  const given = (name: string): boolean => !isNothing(content[name]);
  if (textOf(content, 'brandmessagetype') === 'FREE') return 'free';
  if (bodyNames.some(given)) return 'text';
  return variableNames.some(given) ? 'variables' : 'template';
}

/** Checks a content without its template (message API 2.10). `path` precedes each name: `content.ut.` */
export function checkBrand(
  type: BrandType,
  content: JsonObject,
  path: string,
  couponScheme: string,
): MessageError | undefined {
  return check(content, commonShape, path) ?? firstOf(brandErrors(type, content, path, couponScheme), (error) => error);
}

/** Which members a send has, which exclude each other (assumption 100), and the rules of its variant. */
function* brandErrors(
  type: BrandType,
  content: JsonObject,
  path: string,
  couponScheme: string,
): Iterable<MessageError | undefined> {
  const given = (name: string): boolean => !isNothing(content[name]);
  const [variant, hasCode] = [variantOf(content), given('templatecode')];
  const isMarketing = textOf(content, 'sendtarget') === 'marketing';
  yield wrong(isMarketing && !given('targeting'), `${path}targeting is required for marketing`);
  const ofMarketing = ['targeting', 'unsubscribephonenumber', 'unsubscribeauthnumber'].find(given);
  yield wrong(!isMarketing && ofMarketing !== undefined, `${path}${ofMarketing} is for marketing only`);
  const lacksPhone = given('unsubscribeauthnumber') && !given('unsubscribephonenumber');
  yield wrong(lacksPhone, `${path}unsubscribeauthnumber needs unsubscribephonenumber`);
  const [variable, body] = [variableNames.find(given), bodyNames.find(given)];
  const ofBasic = hasCode ? 'templatecode' : variable;
  yield wrong(variant === 'free' && ofBasic !== undefined, `${path}${ofBasic} is for BASIC only`);
  yield wrong(variant !== 'free' && !hasCode, `${path}templatecode is required for BASIC`);
  const known = Object.keys({ ...bodyShapes[type], ...variableShapes[type] });
  const foreign = [...bodyNames, ...variableNames].find((name) => given(name) && !known.includes(name));
  yield wrong(foreign !== undefined, `${path}${foreign} is not for ${type}`);
  const hasBoth = variable !== undefined && body !== undefined;
  yield wrong(hasBoth, `${path}${variable} and ${body} exclude each other`);
  if (variant === 'template') return;
  yield check(content, variant === 'variables' ? variableShapes[type] : bodyShapes[type], path);
  if (variant !== 'variables') return yield* bodyErrors(type, content, path, couponScheme);
  yield* amountErrors(objectOf(content, 'commercevariable'), path);
  for (const [index, card] of listOf(content, 'carouselvariable').entries())
    yield* amountErrors(objectOf(card, 'commercevariable'), `${path}carouselvariable[${index}].`);
}

/** The variable of a price has a fixed name and an amount, in every template (assumption 106). */
function* amountErrors(values: JsonObject, path: string): Iterable<MessageError | undefined> {
  for (const [price, { min, max }] of Object.entries(priceShape)) {
    const name = priceNames[price as keyof typeof priceShape]; // both tables have every price
    const value = values[name];
    const amount = isNothing(value) ? min : amountOf(value);
    const fits = amount !== undefined && amount >= min && amount <= max;
    yield wrong(!fits, `${path}commercevariable.${name} must be ${min} to ${max}, in digits`);
  }
}
