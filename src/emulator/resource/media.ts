import type { Context, Hono } from 'hono';
import type { Bindings } from '../bindings.ts';
import type { Machine } from '../machine.ts';
import { drawBlank, IMAGE_PATH } from './image/gallery.ts';
import { infoOf, statusOf, THUMBNAIL_PATH } from './video/operations.ts';
import type { Video } from './video/store.ts';

/** The content of an image URL never changes. */
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' };
const THUMBNAIL = { width: 1280, height: 720 };

/** Serves uploaded images, thumbnails, and a page for each video, whose bytes are not stored. */
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
  const page = (context: Context<Bindings>): Response | Promise<Response> => {
    const video = shownVideo(machine, context.req.param('vid') ?? '');
    return video === undefined ? context.notFound() : pageOf(machine, video);
  };
  app.get('/v/:vid', page);
  app.get('/channel/:channel/cliplink/:vid', page);
}

/** Returns an uploaded video that is not deleted. */
function shownVideo({ store, clock }: Machine, vid: string): Video | undefined {
  const video = store.videos.get(vid);
  const status = video && statusOf(video, clock.now());
  return status === undefined || status === 'DELETED' ? undefined : video;
}

/** A page in place of the service's player. */
function pageOf(machine: Machine, video: Video): Response {
  const { title, status, thumbnailUrl } = infoOf(machine, video);
  const [name, image] = [escapeHtml(String(title)), escapeHtml(new URL(String(thumbnailUrl)).pathname)];
  const lines = [
    '<!doctype html>',
    `<html lang="ko"><head><meta charset="utf-8"><title>${name}</title></head>`,
    `<body><h1>${name}</h1><p>${String(status)}</p><img src="${image}" alt="" width="640" height="360"></body></html>`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; img-src 'self'",
      'x-content-type-options': 'nosniff',
    },
  });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
