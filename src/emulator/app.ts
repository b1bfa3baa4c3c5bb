import { isIP } from 'node:net';
import { type Context, Hono } from 'hono';
import { FileFailure } from '../files/file-failure.ts';
import { messageErrors } from './answers.ts';
import type { Bindings } from './bindings.ts';
import { mountControl } from './control/control.ts';
import { watch } from './control/faults.ts';
import type { Holds } from './control/holds.ts';
import { CONTROL_PATH, isResourcePath, LOOPBACK_NAMES } from './defaults.ts';
import { mountDesk } from './desk/desk.ts';
import type { Feed } from './desk/feed.ts';
import type { Machine } from './machine.ts';
import { mountMessageApi } from './message/router.ts';
import { drawBlank, IMAGE_PATH } from './resource/image/gallery.ts';
import { mountResourceApi } from './resource/router.ts';
import { mountVideoUpload, statusOf, THUMBNAIL_PATH } from './resource/video/operations.ts';

/** Mounts every route of the emulator. The check for other origins must come first. */
export function createApp(machine: Machine, holds: Holds, feed: Feed): Hono<Bindings> {
  const app = new Hono<Bindings>();
  app.use('*', async (context, next) => {
    const message = refusedOrigin(machine, context);
    return message === undefined ? next() : context.json({ ok: false, message }, 403);
  });
  app.get(`${CONTROL_PATH}/hold`, () => holds.take());
  mountDesk(app, machine, feed);
  mountControl(app, machine);
  mountMedia(app, machine);
  app.use('*', watch(machine));
  mountVideoUpload(app, machine);
  mountResourceApi(app, machine);
  mountMessageApi(app, machine);
  app.notFound((context) => context.json({ code: 2000, description: 'no such endpoint' }, 404));
  app.onError((error, context) => {
    const { status, description } = messageErrors[9000];
    // A full disk is the only failure that is not a fault of the emulator.
    const message = error instanceof FileFailure ? `${description}: ${error.message}` : description;
    const { path } = context.req;
    if (path.startsWith(`${CONTROL_PATH}/`)) return context.json({ ok: false, message }, status);
    const isResource = isResourcePath(machine, path);
    return context.json(isResource ? { code: '9000', message } : { code: 9000, description: message }, status);
  });
  return app;
}

/** Returns why a request is refused: a page of another origin sent it, or it uses an unknown host name. */
function refusedOrigin(machine: Machine, { req }: Context<Bindings>): string | undefined {
  const [origin, host, site] = [req.header('origin'), req.header('host'), req.header('sec-fetch-site')];
  if (origin !== undefined && origin !== `http://${host?.toLowerCase()}`) return OTHER_ORIGIN;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return OTHER_ORIGIN;
  if (host !== undefined && isOwn(machine, host)) return undefined;
  // Only programs learn about host names: a page could reach the emulator under another name by DNS rebinding.
  return origin === undefined && site === undefined && machine.hosts.length > 0 ? OTHER_NAME : OTHER_ORIGIN;
}

const OTHER_ORIGIN = 'requests of other origins are refused';
const OTHER_NAME = 'the emulator does not have this host name: start it with --host NAME';

/**
 * True if `host` (`127.0.0.1:4010`) names this emulator. An IP address is safe: no page reaches the emulator by it under another
 * name. With `--host`, the port may be published as another one.
 */
function isOwn({ url, hosts }: Machine, host: string): boolean {
  const [, name = '', port = '80'] = /^(.*?)(?::(\d+))?$/.exec(host.toLowerCase()) ?? [];
  const isKnown = isIP(name.replace(/^\[|\]$/g, '')) !== 0 || LOOPBACK_NAMES.includes(name);
  if (hosts.length > 0) return isKnown || hosts.some((one) => one.toLowerCase() === name);
  return isKnown && port === new URL(url()).port;
}

/** The content of an image URL never changes. */
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' };
const THUMBNAIL = { width: 1280, height: 720 };

/** Serves uploaded images, and thumbnails of uploaded videos. */
function mountMedia(app: Hono<Bindings>, machine: Machine): void {
  app.get(`${IMAGE_PATH}/:id`, async (context) => {
    const found = await machine.gallery.read(context.req.param('id'));
    if (found === undefined) return context.notFound();
    const type = found.image.type === 'png' ? 'image/png' : 'image/jpeg';
    return new Response(Uint8Array.from(found.bytes), { headers: { 'content-type': type, ...FOR_EVER } });
  });
  app.get(`${THUMBNAIL_PATH}/:vid{.+\\.png}`, (context) => {
    const video = machine.store.videos.get(context.req.param('vid').slice(0, -'.png'.length));
    const status = video && statusOf(video, machine.clock.now());
    if (status === undefined || status === 'DELETED') return context.notFound();
    const png = drawBlank(THUMBNAIL.width, THUMBNAIL.height);
    return new Response(png, { headers: { 'content-type': 'image/png', ...FOR_EVER } });
  });
}
