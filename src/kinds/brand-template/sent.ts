import { elementsOf, isObject, type Json, type JsonObject, member } from '../../core/json.ts';
import { hasErrors, type Problem } from '../../core/problem.ts';
import { contentIn, type ImagePlace, imagesIn } from '../fields.ts';
import { normalise } from './codec.ts';
import { brandFields } from './fields.ts';
import { checkBrand } from './rules/check.ts';
import { checkSources } from './rules/errors.ts';

/** The settings of a brand message in a test send (docs/manifests.md): its own bubble, or parts in place of a template's. */

/**
 * Returns the images of the settings, with their places in them.
 * @param template the content whose images they replace, if the settings have no bubble of their own
 */
export function imagesOfSend(brand: JsonObject, template: JsonObject | undefined): ImagePlace[] {
  if (brand['bubble'] !== undefined) return imagesIn(brandFields, brand);
  if (!template) return [];
  const { image = null, video = null, images, cards } = brand;
  const hasIntro = isObject(member(template['carousel'], 'intro'));
  const parts = elementsOf(cards);
  const replacing: JsonObject = {
    bubble: String(template['bubble']),
    ...(image !== null && { image }),
    ...(video !== null && { video }),
    items: elementsOf(images).map((one) => ({ image: one })),
    carousel: { intro: (hasIntro && parts[0]) || null, cards: parts.slice(hasIntro ? 1 : 0) },
  };
  return imagesIn(brandFields, replacing).map((found) => {
    const [list, part, index] = found.at;
    if (list === 'items') return { ...found, at: ['images', Number(part)] };
    if (list !== 'carousel') return found;
    return { ...found, at: ['cards', part === 'intro' ? 0 : Number(index) + Number(hasIntro), 'image'] };
  });
}

/** Returns what is wrong with the settings: the errors of a template with their content, or an image without a source or with two. */
export function mistakesOfSend(brand: JsonObject): Problem[] {
  const { bubble, image = null } = brand;
  if (bubble === undefined) return checkSources({ bubble: 'IMAGE', image });
  return checkBrand(brand).filter((one) => hasErrors([one]));
}

/** Returns the bubble that a test send writes itself, in the normal form of a template; undefined if it has none. */
export function contentOfSend(brand: JsonObject): JsonObject | undefined {
  return brand['bubble'] === undefined ? undefined : normalise(contentIn(brandFields, brand));
}

/** Returns an image with another source in place of the one that the manifest names. Its link stays. */
export function withSource(image: Json, source: JsonObject): JsonObject {
  const link = member(image, 'link');
  if (link === undefined) return source;
  return 'url' in source ? { ...source, link } : { file: source, link };
}
