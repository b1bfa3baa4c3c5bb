import { isIP } from 'node:net';
import { type Context, Hono } from 'hono';
import { FileFailure } from '../files/file-failure.ts';
import { messageErrors } from './answers.ts';
import type { Bindings } from './bindings.ts';
import { mountControl } from './control/control.ts';
import { watch } from './control/faults.ts';
import type { Holds } from './control/holds.ts';
import { CONTROL_PATH } from './defaults.ts';
import { mountDesk } from './desk/desk.ts';
import type { Feed } from './desk/feed.ts';
import type { Machine } from './machine.ts';
import { mountMessageApi } from './message/router.ts';
import { mountMedia } from './resource/media.ts';
import { isResourcePath, LOOPBACK_NAMES } from './resource/own-path.ts';
import { mountResourceApi } from './resource/router.ts';
import { mountVideoUpload } from './resource/video/upload.ts';

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
