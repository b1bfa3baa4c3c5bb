import { Hono } from 'hono';
import { messageErrors } from './answers.ts';
import type { Bindings } from './bindings.ts';
import { mountControl } from './control/control.ts';
import type { Holds } from './control/holds.ts';
import { watch } from './control/sabotage.ts';
import { CONTROL_PATH } from './defaults.ts';
import { mountDesk } from './desk/desk.ts';
import type { Feed } from './desk/feed.ts';
import type { Machine } from './machine.ts';
import { mountMessageApi } from './message/router.ts';
import { mountMedia } from './resource/media.ts';
import { mountResourceApi } from './resource/router.ts';
import { mountVideoUpload } from './resource/video-upload.ts';

/** All that the emulator answers. Order matters: the guard against other origins stands before everything. */
export function createApp(machine: Machine, holds: Holds, feed: Feed): Hono<Bindings> {
  const app = new Hono<Bindings>();
  app.use('*', async (context, next) => {
    if (
      !isOwn(machine, context.req.header('origin'), context.req.header('host'), context.req.header('sec-fetch-site'))
    ) {
      return context.json({ ok: false, message: 'requests of other origins are refused' }, 403);
    }
    return next();
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
  app.onError((_error, context) => {
    const { status, description } = messageErrors[9000];
    return context.json({ code: 9000, description, message: description }, status);
  });
  return app;
}

/** Whether a request comes from a program or from a page of ours: no other origin, no other name for this machine. */
function isOwn(
  machine: Machine,
  origin: string | undefined,
  host: string | undefined,
  site: string | undefined,
): boolean {
  const own = machine.url().slice('http://'.length);
  const port = own.slice(own.lastIndexOf(':') + 1);
  if (origin !== undefined && origin !== machine.url() && origin !== `http://localhost:${port}`) return false;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return host === own || host === `localhost:${port}`;
}
