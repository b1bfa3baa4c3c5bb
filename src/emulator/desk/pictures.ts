import type { BubbleImage, Video } from '../../preview/bubble.ts';
import type { Context } from '../context.ts';
import { IMAGE_PATH, uploadedImage } from '../resource/image/gallery.ts';
import { THUMBNAIL_PATH, videoAt } from '../resource/video/operations.ts';

/**
 * An image of a bubble. Only an upload of this emulator is shown, by its path. Any other address is a placeholder,
 * because the page loads nothing from other servers.
 */
export function pictureOf(context: Context, url: string | null | undefined, alt: string): BubbleImage {
  const image = uploadedImage(context, url ?? '');
  if (image === undefined) return { href: null, alt };
  const { id, width, height } = image;
  return { href: `${IMAGE_PATH}/${id}`, alt, width, height };
}

/** A video by its id or address, with the given thumbnail, else its own. */
export function videoOf(
  context: Context,
  { vid, videoUrl, thumbnailUrl }: { vid?: string | null; videoUrl: string; thumbnailUrl: string },
): Video {
  const video = vid ? context.store.videos.get(vid) : videoAt(context, videoUrl);
  const given = pictureOf(context, thumbnailUrl, '동영상');
  if (video === undefined) return { thumbnail: given };
  const own = { href: `${THUMBNAIL_PATH}/${video.vid}.png`, alt: video.title };
  const { duration = 0 } = video.upload ?? {};
  return {
    thumbnail: given.href === null ? own : given,
    title: video.title,
    ...(duration > 0 && { duration: Math.round(duration) }),
  };
}
