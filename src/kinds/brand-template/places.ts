import { type Json, type JsonObject, member } from '../../core/json.ts';
import { type ImagePlace, imagesIn } from '../fields.ts';
import { brandFields } from './fields.ts';

/** Every image of a manifest or a content, in the order of the fields. */
export function imagePlaces(content: JsonObject): ImagePlace[] {
  return imagesIn(brandFields, content);
}

/** The images of a carousel, that of its intro first. */
export function carouselPlaces(content: JsonObject): ImagePlace[] {
  return imagePlaces(content).filter(({ at }) => at[0] === 'carousel');
}

export function cardsOf(carousel: Json | undefined): Json[] {
  return elements(member(carousel, 'cards'));
}

export function elements(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
