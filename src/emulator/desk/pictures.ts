import type { BubbleImage } from '../../preview/bubble.ts';
import type { Ground } from '../ground.ts';
import { IMAGE_PATH } from '../resource/gallery.ts';

/**
 * An image of a bubble. Only what was uploaded to this emulator is shown, by its path alone; any other address stays a
 * placeholder, since the page loads nothing from anywhere else.
 */
export function pictureOf(ground: Ground, url: string | null | undefined, alt: string): BubbleImage {
  const image = uploaded(ground, url ?? '');
  if (image === undefined) return { href: null, alt };
  return { href: `${IMAGE_PATH}/${image.id}`, alt, width: image.width, height: image.height };
}

function uploaded(ground: Ground, url: string): { id: string; width: number; height: number } | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, pathname } = new URL(url);
  if (hostname !== '127.0.0.1' && hostname !== 'localhost') return undefined;
  return pathname.startsWith(`${IMAGE_PATH}/`)
    ? ground.store.images.get(pathname.slice(IMAGE_PATH.length + 1))
    : undefined;
}
