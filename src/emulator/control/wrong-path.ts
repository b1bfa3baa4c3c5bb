import type { Context } from 'hono';
import { nearest, suggest } from '../../text/suggest.ts';
import type { Bindings } from '../bindings.ts';
import { CONTROL_PATH } from '../defaults.ts';
import type { Route } from '../route.ts';

type Request = Pick<Route, 'method' | 'path'>;

/** Requests outside the route table. */
const OTHERS: readonly Request[] = ['/openapi.json', '/events', '/hold'].map((path) => ({ method: 'GET', path }));

/** Answers a request that no route takes: 405 with the methods of its path, or 404 with the request that was probably meant. */
export function wrongPath({ req: { method, path }, json }: Context<Bindings>, routes: readonly Request[]): Response {
  const meant = meantBy(method, path, routes);
  const asked = path.slice(CONTROL_PATH.length);
  const there = routes.filter((route) => isAt(route, asked));
  // `/inbox/wait` is not a message with the key `wait`.
  const exact = there.filter((route) => route.path === asked);
  const methods = (exact.length > 0 ? exact : there).map((route) => route.method);
  const isOther = path.startsWith(CONTROL_PATH) && methods.length > 0 && meant?.method !== method;
  const says = isOther
    ? `${path} takes ${methods.join(' and ')}, not ${method};`
    : `there is no ${method} ${path}${meant ? `: did you mean ${meant.method} ${CONTROL_PATH}${meant.path}?` : ';'}`;
  const body = { ok: false, message: `${says} GET ${CONTROL_PATH}/openapi.json lists all requests` };
  return isOther ? json(body, 405, { allow: methods.join(', ') }) : json(body, 404);
}

/** Returns the request that a wrong path probably means. A request with the same method is preferred. */
export function meantBy(method: string, path: string, routes: readonly Request[]): Request | undefined {
  const known = [...routes, ...OTHERS].filter((route) => !route.path.includes(':name'));
  const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(path) ?? [];
  // Without a prefix like `/_emulator`, only the exact path is near enough.
  const near = suggest(first, [CONTROL_PATH.slice(1)])
    ? nearest(
        rest,
        known.map((route) => route.path),
      )
    : [path.toLowerCase()];
  const meant = known.filter((route) => near.includes(route.path));
  return meant.find((route) => route.method === method) ?? meant[0];
}

/** True if the route has this path, which begins behind `/_emulator`. */
export function isAt(route: Request, asked: string): boolean {
  const parts = asked.split('/');
  const own = route.path.split('/');
  return own.length === parts.length && own.every((part, index) => part === ':name' || part === parts[index]);
}
