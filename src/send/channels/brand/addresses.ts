import { isFileNode, sameContent } from '../../../core/content.ts';
import { isObject, type JsonObject, mapObject, member } from '../../../core/json.ts';
import { formatPath, type Path } from '../../../core/path.ts';
import type { Resource } from '../../../core/resource.ts';
import type { BrandSend } from '../../../core/test-send.ts';
import { brandFields } from '../../../kinds/brand-template/fields.ts';
import { imagesOfSend } from '../../../kinds/brand-template/sent.ts';
import { fileOf, type ImagePlace, imagesIn } from '../../../kinds/fields.ts';
import { VIDEO_USE } from '../../../kinds/video/endpoints.ts';
import { type SendMistake, sendMistake } from '../../about.ts';
import type { Bindings } from '../../channel.ts';

/** The addresses of images and videos in a brand message (message API 2.10). */

interface Addressing {
  brand: BrandSend;
  bindings: Bindings;
  /** An upload of its profile comes before others. */
  template: Resource | undefined;
}

interface Addresses {
  /** The address of each image, by its place; undefined if its file is not uploaded. A part that has only a link shows no image. */
  found: Map<string, string | undefined>;
  mistakes: SendMistake[];
}

function addressesOf(
  images: readonly ImagePlace[],
  origin: (at: Path) => Path,
  { bindings, template }: Addressing,
): Addresses {
  const found = new Map<string, string | undefined>();
  const mistakes: SendMistake[] = [];
  for (const { at, use, image } of images) {
    const file = fileOf(image);
    const given = member(image, 'url');
    const url = typeof given === 'string' ? given : file && bindings.urlOf(use, file, template);
    found.set(formatPath(at), url);
    if (!file || url !== undefined) continue;
    const hint = 'Apply the template or the Image that shows it: a test send uploads no brand images';
    const message = `${file.path} has no URL at the service yet`;
    mistakes.push(sendMistake(origin(at), 'image-not-uploaded', message, { hint }));
  }
  return { found, mistakes };
}

/** The parts of a message that replace those of its template. */
interface Replaced {
  /** `imagevariable` and `videovariable`. */
  fields: JsonObject;
  /** The address of the image of each part of a carousel. */
  cards: readonly (string | undefined)[];
  mistakes: SendMistake[];
}

export function replacedBy(addressing: Addressing): Replaced {
  const { image = null, images = [], cards = [], video = null } = addressing.brand;
  const shown = cards.map((card): JsonObject => ({ image: card.image ?? null }));
  const places = imagesOfSend({ image, images, cards: shown, video }, addressing.template?.content);
  const { found, mistakes } = addressesOf(places, (at) => ['brand', ...at], addressing);
  const urls = ['image', ...images.map((_, index) => `images[${index}]`)].flatMap((at) => found.get(at) ?? []);
  const thumbnail = found.get('video.thumbnail');
  const videos = { video_url: video?.['url'] ?? null, ...(thumbnail !== undefined && { thumbnail_url: thumbnail }) };
  return {
    fields: { ...(urls.length > 0 && { imagevariable: urls }), ...(video && { videovariable: videos }) },
    cards: cards.map((_, index) => found.get(`cards[${index}].image`)),
    mistakes,
  };
}

/** Returns the content with the address of every image and of the video. */
export function withAddresses(
  content: JsonObject,
  addressing: Addressing,
): { content: JsonObject; mistakes: SendMistake[] } {
  const { brand, bindings, template } = addressing;
  const origin = (at: Path): Path => (brand.body ? ['brand', ...at] : ['template']);
  const { found, mistakes } = addressesOf(imagesIn(brandFields, content), origin, addressing);
  const addressed = mapObject(content, (image, at) => {
    const link = member(image, 'link');
    const url = found.get(formatPath(at)) ?? '';
    return found.has(formatPath(at)) ? { url, ...(link !== undefined && { link }) } : undefined;
  });
  const { video } = addressed;
  if (!isObject(video) || typeof video['url'] === 'string') return { content: addressed, mistakes };
  const shown = isFileNode(video['file']) ? video['file'] : { path: String(video['vid']), sha256: '' };
  const url = bindings.urlOf(VIDEO_USE, shown, template);
  const unknown = url === undefined ? [noVideoAddress(shown.path)] : [];
  return { content: { ...addressed, video: { ...video, url: url ?? '' } }, mistakes: [...mistakes, ...unknown] };
}

function noVideoAddress(video: string): SendMistake {
  const message = `A message needs the address of the video, and that of ${video} is not known here`;
  const hint = 'Write the address that the service gave in `brand.video`, as `{ url: … }`';
  return sendMistake(['brand', 'video'], 'video-not-uploaded', message, { hint });
}

/** True if two contents have the same texts, whatever they show. */
export function isSameText(one: JsonObject, other: JsonObject): boolean {
  const [a, b] = [one, other].map((content) => {
    const images = new Set(imagesIn(brandFields, content).map(({ at }) => formatPath(at)));
    return mapObject({ ...content, video: null }, (value, at) =>
      images.has(formatPath(at)) ? { link: member(value, 'link') ?? null } : undefined,
    );
  });
  return sameContent(a ?? {}, b ?? {});
}
