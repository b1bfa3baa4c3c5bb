import type { Hono } from 'hono';
import type { Bindings } from '../bindings.ts';
import type { Machine } from '../machine.ts';
import type { Video } from './entities.ts';
import { drawBlank, IMAGE_PATH } from './image/gallery.ts';
import { statusOf, THUMBNAIL_PATH } from './video/operations.ts';

/** The content of an image URL never changes. */
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' };
const THUMBNAIL = { width: 1280, height: 720 };

/** Serves uploaded images, and thumbnails of videos. */
export function mountMedia(app: Hono<Bindings>, machine: Machine): void {
  app.get(`${IMAGE_PATH}/:id`, async (context) => {
    const found = await machine.gallery.read(context.req.param('id'));
    if (found === undefined) return context.notFound();
    const type = found.image.type === 'png' ? 'image/png' : 'image/jpeg';
    return new Response(Uint8Array.from(found.bytes), { headers: { 'content-type': type, ...FOR_EVER } });
  });
  app.get(`${THUMBNAIL_PATH}/:file`, (context) => {
    const file = context.req.param('file');
    const video = file.endsWith('.png') ? shownVideo(machine, file.slice(0, -'.png'.length)) : undefined;
    if (video === undefined) return context.notFound();
    const png = drawBlank(THUMBNAIL.width, THUMBNAIL.height);
    return new Response(png, { headers: { 'content-type': 'image/png', ...FOR_EVER } });
  });
}

/** Returns an uploaded video that is not deleted. */
function shownVideo({ store, clock }: Machine, vid: string): Video | undefined {
  const video = store.videos.get(vid);
  const status = video && statusOf(video, clock.now());
  return status === undefined || status === 'DELETED' ? undefined : video;
}
