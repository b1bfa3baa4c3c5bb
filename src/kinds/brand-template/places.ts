import type { Path } from '../../core/declaration.ts';
import { isObject, type Json, type JsonObject, own } from '../../core/json.ts';

/** An image of a template, where it stands, and what it is uploaded for (resource API 4.7a). */
export interface ImagePlace {
  at: Path;
  use: string;
  image: Json | undefined;
}

/** What the image of a bubble is uploaded for. */
export function imageUse(bubble: Json | undefined): string {
  return bubble === 'WIDE' ? 'brand/wide' : 'brand/default';
}

/** What the images of a carousel are uploaded for, its intro's among them. */
export function cardUse(bubble: Json | undefined): string {
  return bubble === 'CAROUSEL_FEED' ? 'brand/carousel-feed' : 'brand/carousel-commerce';
}

/** What the image of an item is uploaded for, by its place from 0: the first is the main item. */
export function itemUse(index: number): string {
  return index === 0 ? 'brand/wide-first' : 'brand/wide-items';
}

export const THUMBNAIL_USE = 'brand/default';

/** Every place of a manifest, or of its content, that has an image; in the order of the manifest language. */
export function imagePlaces(content: JsonObject): ImagePlace[] {
  const { bubble, image, video } = content;
  return [
    { at: ['image'], use: imageUse(bubble), image },
    ...elements(content['items']).map((item, index) => ({
      at: ['items', index, 'image'],
      use: itemUse(index),
      image: member(item, 'image'),
    })),
    ...carouselPlaces(content),
    { at: ['video', 'thumbnail'], use: THUMBNAIL_USE, image: member(video, 'thumbnail') },
  ].filter((place) => place.image !== undefined);
}

/** The images of a carousel, that of its intro first. */
export function carouselPlaces({ bubble, carousel }: JsonObject): ImagePlace[] {
  const use = cardUse(bubble);
  return [
    { at: ['carousel', 'intro', 'image'], use, image: member(member(carousel, 'intro'), 'image') },
    ...cardsOf(carousel).map((card, index) => ({
      at: ['carousel', 'cards', index, 'image'],
      use,
      image: member(card, 'image'),
    })),
  ].filter((place) => place.image !== undefined);
}

export function cardsOf(carousel: Json | undefined): Json[] {
  return elements(member(carousel, 'cards'));
}

export function elements(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? own(value, key) : undefined;
}
