import { isObject, type Json, type JsonObject, own } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import { membersOf } from '../../body.ts';
import { objectAt, textsIn } from '../../members.ts';
import { BODIES, typeOf } from './table.ts';

/**
 * Translates a template from manifest form to the body fields of a message (message API 2.10). Variables are not filled. A price
 * that the template omits is its variable (assumption 103), and so is the address of a file that has none yet. A template may have
 * members that no message has, as the text of a COMMERCE (assumption 332).
 */
export function bodyOf(content: JsonObject): JsonObject {
  const type = typeOf(content);
  return type === undefined ? {} : membersOf(content, BODIES[type].shape);
}

/** True for a price of a template or of a message. */
export function isPrice(at: Path): boolean {
  return at.at(-2) === 'commerce' && at.at(-1) !== 'title';
}

/** True for a discount that the template leaves open. A message may leave it out (assumption 103). */
export function isOpenPrice(at: Path, template: Json): boolean {
  return isPrice(at) && at.at(-1) !== 'regular_price' && typeof template === 'string';
}

/** A text of a body, and the variable field of a message that sets it. */
export interface BodyText {
  at: Path;
  text: string;
  /** `messagevariable`, `carouselvariable[1].buttonvariable`; of an address `imagevariable[0]`, `videovariable.video_url`. */
  field: Path;
  isAddress: boolean;
}

/** Returns every text of a template's body (assumption 106). */
export function textsOf(body: JsonObject): BodyText[] {
  return textsIn(body).map(({ at, text }) => {
    const field = fieldOf(body, at);
    return { at, text, field, isAddress: field.includes('imagevariable') || field.includes('videovariable') };
  });
}

/** The number of entries of `carouselvariable` that come before those of the cards. */
export function introsOf(body: JsonObject): number {
  return isObject(objectAt(body, 'carousel')['head']) ? 1 : 0;
}

/** Returns the variable field of a message that sets a text of its template's body. */
export function fieldOf(body: JsonObject, at: Path): Path {
  const [outer, level, ...rest] = at;
  if (outer !== 'carousel') return fieldWithin(at);
  if (level === 'head') return ['carouselvariable', 0, ...fieldWithin(rest)];
  const [index, ...inner] = rest;
  // A link behind the last card has no variables (resource API 2.4).
  if (level !== 'list') return ['messagevariable'];
  const within = fieldWithin(inner.filter((name) => name !== 'attachment'));
  return ['carouselvariable', Number(index) + introsOf(body), ...within];
}

const OWN_FIELDS = { button: ['buttonvariable'], coupon: ['couponvariable'], commerce: ['commercevariable'] };

function fieldWithin([name = '', ...rest]: Path): Path {
  if (name === 'video') return ['videovariable', ...rest];
  if (name === 'image_url') return ['imagevariable', 0];
  if (rest.at(-1) === 'img_url') return ['imagevariable', name === 'item' ? Number(rest[1]) : 0];
  return own(OWN_FIELDS, String(name)) ?? ['messagevariable'];
}
