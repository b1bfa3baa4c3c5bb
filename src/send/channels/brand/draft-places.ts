import { type JsonObject, own } from '../../../core/json.ts';
import { type Path, parsePath, valueAt } from '../../../core/path.ts';
import type { BrandSend, TestSend } from '../../../core/test-send.ts';
import { variableNames } from '../../../core/variables.ts';
import { LINK_MEMBERS } from '../../members.ts';
import { BUTTON_VALUES } from './draft-body.ts';
import { ownValue } from './draft-variables.ts';
import { BODY } from './form-body.ts';
import { introsOf } from './template.ts';

/** The fields of the test send that set the common members. */
const COMMON: Readonly<Record<string, Path>> = {
  brandmessagetype: ['mode'],
  sendtarget: ['target'],
  targeting: ['targeting'],
  unsubscribephonenumber: ['unsubscribe', 'phone'],
  unsubscribeauthnumber: ['unsubscribe', 'auth'],
  pushalarm: ['push'],
  adult: ['adult'],
  grouptagkey: ['groupTag'],
};

const VIDEO: Readonly<Record<string, string>> = { video_url: 'url', thumbnail_url: 'thumbnail' };

/**
 * Returns the field of the test send that sets a member of the message; undefined if the template or the value of a variable does.
 * @param body the body fields before cards have their values
 * @param fields the variable fields or body fields of the message, with variables
 */
export function fieldAt(
  path: string,
  { brand = {}, buttons }: TestSend,
  body: JsonObject,
  fields: JsonObject,
): Path | undefined {
  const at = parsePath(path);
  const [first = '', ...rest] = at;
  const common = own(COMMON, String(first));
  if (common) return ['brand', ...common];
  if (first === 'imagevariable') return ['brand', ...(brand.images ? ['images', ...rest] : ['image'])];
  if (first === 'videovariable') return ['brand', 'video', ...rest.flatMap((name) => own(VIDEO, String(name)) ?? [])];
  if (first === 'carouselvariable') return partField(rest, brand);
  if (first === 'couponvariable' && brand.coupon === 'omit') return ['brand', 'coupon'];
  if (!BODY.includes(String(first))) return undefined;
  const text = valueAt(fields, at);
  // The values of the variables decide a text with variables.
  if (typeof text === 'string' && variableNames([text]).length > 0) return undefined;
  return (
    buttonField(at, body, buttons) ??
    cardField(partAt(at, body), variableNames([String(valueAt(body, at) ?? '')]), brand) ??
    (brand.body ? ['brand', ...manifestPath(at)] : undefined)
  );
}

/** Returns the field that sets a member of an element of `carouselvariable`. */
function partField([part, area, name]: Path, brand: BrandSend): Path | undefined {
  const card = brand.cards?.[Number(part)];
  const at = ['brand', 'cards', ...(part === undefined ? [] : [part])];
  if (area === undefined) return at;
  if (area === 'imagevariable') return [...at, 'image'];
  if (area === 'couponvariable' && card?.coupon === 'omit') return [...at, 'coupon'];
  if (area === 'couponvariable' && brand.coupon === 'omit') return ['brand', 'coupon'];
  return cardField(Number(part), [String(name)], brand);
}

/** Returns the value that a part of a carousel has for itself for one of these variables. */
function cardField(part: number | undefined, names: readonly string[], brand: BrandSend): Path | undefined {
  const name = names.find((one) => ownValue(brand, part, one) !== undefined);
  return name === undefined || part === undefined ? undefined : ['brand', 'cards', part, 'variables', name];
}

function partAt([outer, level, index]: Path, body: JsonObject): number | undefined {
  if (outer !== 'carousel') return undefined;
  return level === 'head' ? 0 : Number(index) + introsOf(body);
}

/** Returns the value of a button that the test send gives beside its template. */
function buttonField(at: Path, body: JsonObject, buttons: TestSend['buttons']): Path | undefined {
  const key = own(BUTTON_VALUES, String(at.at(-1)));
  const name = String(valueAt(body, [...at.slice(0, -1), 'name']));
  return key !== undefined && own(buttons, name)?.[key] !== undefined ? ['buttons', name, key] : undefined;
}

/** The manifest's names of the members of a body; an empty path for a level that a manifest does not have. */
const FIELDS: Readonly<Record<string, Path>> = {
  message: ['content'],
  additionalcontent: ['additionalContent'],
  additional_content: ['additionalContent'],
  attachment: [],
  img_link: ['link'],
  image_url: ['image'],
  item: ['items'],
  head: ['intro'],
  tail: ['more'],
  button: ['buttons'],
  biz_form_key: ['bizFormId'],
  video_url: ['url'],
  thumbnail_url: ['thumbnail'],
  regular_price: ['regularPrice'],
  discount_price: ['discountPrice'],
  discount_rate: ['discountRate'],
  discount_fixed: ['discountFixed'],
  ...Object.fromEntries(Object.entries(LINK_MEMBERS).map(([device, name]) => [name, ['link', device]])),
};

/** Returns the field of a manifest that has a member of a body. */
function manifestPath(at: Path): Path {
  return at.flatMap((part, index): Path => {
    if (part === 'list') return at[index - 1] === 'item' ? [] : ['cards'];
    if (part === 'img_url') return at[index - 1] === 'image' ? [] : ['image'];
    return own(FIELDS, String(part)) ?? [part];
  });
}
