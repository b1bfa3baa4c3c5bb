import { isObject, type Json, type JsonObject, member } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import { hasErrors, type Problem } from '../../core/problem.ts';
import { contentIn, type ImagePlace, imagesIn } from '../fields.ts';
import { normalise } from './codec.ts';
import { brandFields } from './fields.ts';
import { checkBrand } from './lint/check.ts';
import { checkRatios, checkSources } from './lint/images.ts';

/** The settings of a brand message in a test send (docs/manifests.md): its own bubble, or parts in place of a template's. */

/**
 * Returns the images of the settings, with their places in them.
 * @param template the content whose images they replace, if the settings have no bubble of their own
 */
export function imagesOfSend(brand: JsonObject, template: JsonObject = {}): ImagePlace[] {
  if (brand['bubble'] !== undefined) return imagesIn(brandFields, brand);
  const { content, placeOf } = replacing(brand, template);
  return imagesIn(brandFields, content).map((found) => ({ ...found, at: placeOf(found.at) }));
}

/** Returns the parts that replace those of a template as a content, and the place in the settings of each. */
function replacing(brand: JsonObject, template: JsonObject): { content: JsonObject; placeOf(at: Path): Path } {
  const { image = null, video = null, images, cards } = brand;
  const hasIntro = isObject(member(template['carousel'], 'intro'));
  const parts = Array.isArray(cards) ? cards : [];
  const content: JsonObject = {
    bubble: template['bubble'] ?? null,
    ...(image !== null && { image }),
    ...(video !== null && { video }),
    items: (Array.isArray(images) ? images : []).map((one) => ({ image: one })),
    carousel: { intro: (hasIntro && parts[0]) || null, cards: parts.slice(hasIntro ? 1 : 0) },
  };
  const placeOf = (at: Path): Path => {
    const [list, part, index, ...rest] = at;
    if (list === 'items') return ['images', Number(part), ...at.slice(3)];
    if (list !== 'carousel') return at;
    return part === 'intro' ? ['cards', 0, ...at.slice(2)] : ['cards', Number(index) + Number(hasIntro), ...rest];
  };
  return { content, placeOf };
}

/** Returns what is wrong with the settings: the errors of a template with their content, or images without a source or with two. */
export function mistakesOfSend(brand: JsonObject, template: JsonObject = {}): Problem[] {
  if (brand['bubble'] === undefined) {
    const { content, placeOf } = replacing(brand, template);
    return checkSources(content).map(({ at = [], ...mistake }) => ({ ...mistake, at: placeOf(at) }));
  }
  return [...checkBrand(brand), ...checkRatios(brand)].filter((one) => hasErrors([one]));
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
