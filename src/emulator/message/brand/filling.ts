import { isObject, type Json, type JsonObject } from '../../../core/json.ts';
import { fillVariables, findVariables } from '../../../core/variables.ts';
import { isNothing, listOf, objectOf } from '../../shape.ts';
import { amountOf, priceNames } from './shape.ts';

/** A coupon variable with this value removes the coupon (message API 2.10). */
const ESCAPE_COUPON = 'ESCAPE_COUPON';

/** A template with filled variables, and the problems of the variables. The first problem counts. */
interface FilledBody {
  body: JsonObject;
  problems: string[];
}

/** Fills a body of `bodyOf` with all variables of the template and no other (message API 2.10, variants 1 and 2). */
export function fillBody(pattern: JsonObject, content: JsonObject): FilledBody {
  const problems: string[] = [];
  const { carousel, ...part } = pattern;
  const filled = fillPart(part, content, '', problems);
  const body = withVideo(withImages(filled, content, problems), objectOf(content, 'videovariable'));
  return {
    body: isObject(carousel) ? { ...body, carousel: fillCarousel(carousel, content, problems) } : body,
    problems,
  };
}

/** Fills a bubble or a card of a carousel. Each kind of variable has its own area (assumption 106). */
function fillPart(part: JsonObject, given: JsonObject, path: string, problems: string[]): JsonObject {
  const { button, coupon, commerce, ...texts } = part;
  const area = (name: string, values: JsonObject, text: JsonObject): JsonObject =>
    fillArea(text, values, `${path}${name}`, problems);
  return {
    ...area('messagevariable', objectOf(given, 'messagevariable'), texts),
    ...area('buttonvariable', objectOf(given, 'buttonvariable'), button === undefined ? {} : { button }),
    ...fillCoupon(coupon, objectOf(given, 'couponvariable'), path, problems),
    ...fillCommerce(commerce, objectOf(given, 'commercevariable'), path, problems),
  };
}

/** A send that removes the coupon does not need the coupon's variables (assumption 106). */
function fillCoupon(coupon: Json | undefined, values: JsonObject, path: string, problems: string[]): JsonObject {
  if (Object.values(values).includes(ESCAPE_COUPON)) return {};
  return fillArea(coupon === undefined ? {} : { coupon }, values, `${path}couponvariable`, problems);
}

/** A price without its variable is left out, except the regular price (assumption 103). */
function fillCommerce(commerce: Json | undefined, values: JsonObject, path: string, problems: string[]): JsonObject {
  if (!isObject(commerce)) return fillArea({}, values, `${path}commercevariable`, problems);
  const prices: JsonObject = {};
  const texts = { ...commerce };
  const others = { ...values };
  for (const [price, variable] of Object.entries(priceNames)) {
    const registered = commerce[price];
    delete texts[price];
    if (typeof registered === 'number') prices[price] = registered;
    if (typeof registered !== 'string') continue;
    const amount = amountOf(values[variable] ?? null);
    if (amount !== undefined) prices[price] = amount;
    else if (price === 'regular_price')
      problems.push(`${path}commercevariable.${variable} is required and was not sent`);
    delete others[variable];
  }
  const filled = fillArea(texts, others, `${path}commercevariable`, problems);
  return { commerce: { ...filled, ...prices } };
}

/** Fills every text of an area. Reports variables that are missing, and variables that the template does not have. */
function fillArea(area: JsonObject, given: JsonObject, name: string, problems: string[]): JsonObject {
  const values = new Map<string, string>();
  for (const [variable, value] of Object.entries(given)) {
    if (typeof value !== 'string' || value === '') continue;
    values.set(variable, value);
    if (findVariables(value).length > 0) problems.push(`${name}.${variable} holds a variable that was not filled`);
  }
  const used = new Set<string>();
  const filled = fillTexts(area, values, used);
  for (const variable of used)
    if (!values.has(variable)) problems.push(`${name}.${variable} is a variable of the template and was not sent`);
  for (const variable of values.keys())
    if (!used.has(variable)) problems.push(`${name}.${variable} is not a variable of the template`);
  return isObject(filled) ? filled : {};
}

function fillTexts(value: Json, values: ReadonlyMap<string, string>, used: Set<string>): Json {
  if (Array.isArray(value)) return value.map((element) => fillTexts(element, values, used));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, fillTexts(member, values, used)] as const),
    );
  if (typeof value !== 'string') return value;
  for (const variable of findVariables(value)) used.add(variable.name);
  return fillVariables(value, values);
}

/** Replaces the template's image by that of the send, or the image of each item. */
function withImages(body: JsonObject, given: JsonObject, problems: string[]): JsonObject {
  const images = given['imagevariable'];
  if (!Array.isArray(images) || images.length === 0) return body;
  const items = listOf(objectOf(body, 'item'), 'list');
  if (items.length === 0) return withImage(body, images);
  if (items.length !== images.length)
    problems.push(`the number of elements in imagevariable is ${images.length}, in the template ${items.length}`);
  const list = items.map((item, index) => ({ ...item, img_url: images[index] ?? item['img_url'] ?? null }));
  return { ...body, item: { list } };
}

function withImage(part: JsonObject, images: Json[]): JsonObject {
  const [url = null] = images;
  return isNothing(url) ? part : { ...part, image: { ...objectOf(part, 'image'), img_url: url } };
}

function withVideo(body: JsonObject, video: JsonObject): JsonObject {
  return Object.keys(video).length === 0 ? body : { ...body, video };
}

/** The variables of the intro come first, if there is an intro, then those of each card. */
function fillCarousel(carousel: JsonObject, content: JsonObject, problems: string[]): JsonObject {
  const { head, list: _list, ...tail } = carousel;
  const cards = listOf(carousel, 'list');
  const given = listOf(content, 'carouselvariable');
  const intro = isObject(head) ? 1 : 0;
  if (given.length > cards.length + intro)
    problems.push(
      `the number of elements in carouselvariable is ${given.length}, in the template ${cards.length + intro}`,
    );
  const pathOf = (index: number): string => `carouselvariable[${index}].`;
  return {
    ...(isObject(head) ? { head: fillHead(head, given[0] ?? {}, pathOf(0), problems) } : {}),
    list: cards.map((card, index) => fillCard(card, given[index + intro] ?? {}, pathOf(index + intro), problems)),
    ...tail,
  };
}

function fillHead(head: JsonObject, given: JsonObject, path: string, problems: string[]): JsonObject {
  const filled = fillPart(head, given, path, problems);
  const [url] = Array.isArray(given['imagevariable']) ? given['imagevariable'] : [];
  return isNothing(url) ? filled : { ...filled, image_url: url };
}

function fillCard(card: JsonObject, given: JsonObject, path: string, problems: string[]): JsonObject {
  const { attachment, ...texts } = card;
  const attached = isObject(attachment) ? attachment : {};
  const filled = fillPart({ ...texts, ...attached }, given, path, problems);
  const images = Array.isArray(given['imagevariable']) ? given['imagevariable'] : [];
  const parts = Object.entries(withImage(filled, images));
  return {
    ...Object.fromEntries(parts.filter(([name]) => Object.hasOwn(texts, name))),
    attachment: Object.fromEntries(parts.filter(([name]) => !Object.hasOwn(texts, name))),
  };
}
