import { type FileNode, isFileNode, sameContent } from '../../../core/content.ts';
import { isObject, type Json, type JsonObject, mapObject, member } from '../../../core/json.ts';
import { formatPath, type Path } from '../../../core/path.ts';
import type { Resource } from '../../../core/resource.ts';
import type { BrandSend } from '../../../core/test-send.ts';
import { brandFields } from '../../../kinds/brand-template/fields.ts';
import { imagesOfSend } from '../../../kinds/brand-template/sent.ts';
import { imagesIn } from '../../../kinds/fields.ts';
import { VIDEO_USE } from '../../../kinds/video/fields.ts';
import { type SendMistake, sendMistake } from '../../about.ts';
import type { Bindings } from '../../channel.ts';

/** The addresses of images and videos in a brand message (message API 2.10). */

/** The parts of a message that replace those of its template. */
export interface Replaced {
  /** `imagevariable` and `videovariable`. */
  fields: JsonObject;
  /** The address of the image of each part of a carousel. */
  cards: readonly (string | undefined)[];
  mistakes: SendMistake[];
}

export function replacedBy(brand: BrandSend, template: Resource | undefined, bindings: Bindings): Replaced {
  const { image = null, images = [], cards = [], video = null } = brand;
  const settings: JsonObject = {
    image,
    images: [...images],
    cards: cards.map(({ image: shown = null }) => ({ image: shown })),
    video,
  };
  const found = imagesOfSend(settings, template?.content).map((one) => ({
    ...one,
    url: addressOf(one.image, one.use, bindings, template),
  }));
  const urlAt = (path: Path): string | undefined => found.find(({ at }) => at.join() === path.join())?.url;
  const urls = [['image'], ...images.map((_, index) => ['images', index])].flatMap((at) => urlAt(at) ?? []);
  const thumbnail = urlAt(['video', 'thumbnail']);
  const shown = { video_url: video?.['url'] ?? null, ...(thumbnail !== undefined && { thumbnail_url: thumbnail }) };
  return {
    fields: { ...(urls.length > 0 && { imagevariable: urls }), ...(video && { videovariable: shown }) },
    cards: cards.map((_, index) => urlAt(['cards', index, 'image'])),
    mistakes: found.flatMap(({ at, image: one, url }) => notUploaded(['brand', ...at], one, url)),
  };
}

/** Returns the content with the address of every image and of the video. */
export function withAddresses(
  content: JsonObject,
  { brand, bindings, template }: { brand: BrandSend; bindings: Bindings; template: Resource | undefined },
): { content: JsonObject; mistakes: SendMistake[] } {
  const origin = (at: Path): Path => (brand.body ? ['brand', ...at] : ['template']);
  const found = new Map<string, JsonObject>();
  const mistakes: SendMistake[] = [];
  for (const { at, use, image } of imagesIn(brandFields, content)) {
    const url = addressOf(image, use, bindings, template);
    const link = member(image, 'link');
    found.set(formatPath(at), { url: url ?? '', ...(link === undefined ? {} : { link }) });
    mistakes.push(...notUploaded(origin(at), image, url));
  }
  const addressed = mapObject(content, (_, at) => found.get(formatPath(at)));
  const { video } = addressed;
  if (!isObject(video) || typeof video['url'] === 'string') return { content: addressed, mistakes };
  const shown = isFileNode(video['file']) ? video['file'] : { path: String(video['vid']), sha256: '' };
  const url = bindings.urlOf(VIDEO_USE, shown, template);
  if (url === undefined) mistakes.push(noVideoAddress(shown.path));
  return { content: { ...addressed, video: { ...video, url: url ?? '' } }, mistakes };
}

/** Returns the address of an image; undefined if its file is not uploaded. */
function addressOf(image: Json, use: string, bindings: Bindings, template?: Resource): string | undefined {
  const url = member(image, 'url');
  if (typeof url === 'string') return url;
  const file = fileOf(image);
  return file && bindings.urlOf(use, file, template);
}

function fileOf(image: Json): FileNode | undefined {
  const file = isFileNode(image) ? image : member(image, 'file');
  return isFileNode(file) ? file : undefined;
}

/** Reports a file without an address. A part that has only a link shows no image. */
function notUploaded(at: Path, image: Json, url: string | undefined): SendMistake[] {
  const file = fileOf(image);
  if (!file || url !== undefined) return [];
  const hint = 'Apply the template or the Image that shows it: a test send uploads no brand images';
  return [sendMistake(at, 'image-not-uploaded', `${file.path} has no URL at the service yet`, { hint })];
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
