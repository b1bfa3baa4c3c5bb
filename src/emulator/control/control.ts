import type { Context, Hono } from 'hono';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Bindings } from '../bindings.ts';
import { isJsonRequest, isUnread, readJson, unreadBody } from '../body.ts';
import { CONTROL_PATH } from '../defaults.ts';
import type { Machine } from '../machine.ts';
import { asSent, read } from '../members.ts';
import { resources } from '../resource/registry.ts';
import { type ControlAnswer, type ControlRequest, isRejected, type Rejected, type Route, reject } from '../route.ts';
import { inboxRoutes } from './inbox.ts';
import { journalRoutes } from './journal-routes.ts';
import { openApiOf } from './openapi.ts';
import type { ControlCall } from './requests.ts';
import { clockRoutes, faultRoutes, settingsRoutes } from './settings-routes.ts';
import { storeRoutes } from './store-routes.ts';

/** Largest body, in bytes: a seed of fifty thousand templates fits into one request. */
const CONTROL_BYTES = 64 * 1024 * 1024;

export const controlRoutes: readonly Route[] = [
  ...settingsRoutes,
  ...resources.flatMap((resource) => resource.routes ?? []),
  ...inboxRoutes,
  ...journalRoutes,
  ...faultRoutes,
  ...clockRoutes,
  ...storeRoutes,
];

/** Mounts the control API, which commands and tests use. Answers are `{ok: true, …}` or `{ok: false, message}`. */
export function mountControl(app: Hono<Bindings>, machine: Machine): void {
  for (const route of controlRoutes)
    app.on(route.method, CONTROL_PATH + route.path, async (context) =>
      answer(context, await perform(machine, route, await readRequest(context))),
    );
  app.get(`${CONTROL_PATH}/openapi.json`, ({ json }) => json(openApiOf(controlRoutes, machine.url())));
  app.all(`${CONTROL_PATH}/*`, (context) => {
    const { method, path } = context.req;
    const methods = controlRoutes.filter((route) => isAt(route, path.slice(CONTROL_PATH.length)));
    const allowed = [...new Set(methods.map((route) => route.method))].join(', ');
    const message = `there is no ${method} ${path}; GET ${CONTROL_PATH}/openapi.json lists all requests`;
    return answer(context, reject(allowed === '' ? 404 : 405, message));
  });
}

/** True if the route has this path, which begins behind `/_emulator`. */
function isAt(route: Route, asked: string): boolean {
  const parts = asked.split('/');
  const own = route.path.split('/');
  return own.length === parts.length && own.every((part, index) => part === ':name' || part === parts[index]);
}

/**
 * Answers requests of this process, as `mountControl` answers those over HTTP.
 * @param gone aborted when the emulator stops
 */
export function controlInProcess(machine: Machine, gone: AbortSignal): ControlCall {
  return async (method, path, { query = {}, body = {} }) => {
    const route = controlRoutes.find((one) => one.method === method && isAt(one, path));
    if (route === undefined) throw new Error(`no such control: ${method} ${path}`);
    if (!isObject(query) || !isObject(body)) return { ok: false, message: 'the argument must be an object' };
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const texts = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
    const name = decodeURIComponent(path.split('/')[2] ?? '');
    const request = { query: texts, name, gone, body: asSent(body) };
    const answer = await perform(machine, route, request);
    return isRejected(answer) ? { ok: false, message: answer.message } : { ok: true, ...asSent(answer) };
  };
}

/** Handles a request. Resolves after its changes are on the disk. */
async function perform(machine: Machine, route: Route, given: ControlRequest | Rejected): Promise<ControlAnswer> {
  const request = isRejected(given) ? given : checked(route, given);
  const answer = isRejected(request) ? request : await route.handle(machine, request);
  if (route.method !== 'GET') machine.controlled.notify(undefined);
  await machine.saved();
  return answer;
}

/** Refuses wrong parameters, and members of a body that the route would ignore. A filter in a body would act on everything. */
function checked({ query: shape, body: hasBody }: Route, request: ControlRequest): ControlRequest | Rejected {
  const numbers = Object.entries(request.query).map(([name, text]): [string, Json] => [
    name,
    shape[name]?.is === 'integer' && /^\d{1,16}$/.test(String(text)) ? Number(text) : text,
  ]);
  const query = Object.fromEntries(numbers);
  const parameters = read(query, shape, 'the query');
  if (typeof parameters === 'string') return reject(400, parameters);
  const name = Object.keys(request.body).find((one) => hasBody === undefined || Object.hasOwn(shape, one));
  if (name === undefined) return { ...request, query };
  return Object.hasOwn(shape, name)
    ? reject(400, `\`${name}\` is a parameter of the query, not a member of the body`)
    : reject(400, `this request takes no body: leave out \`${name}\``);
}

async function readRequest(context: Context<Bindings>): Promise<ControlRequest | Rejected> {
  const repeated = Object.entries(context.req.queries()).find(([, values]) => values.length > 1);
  if (repeated) return reject(400, `the query has ${repeated[0]} more than once`);
  const rest = { query: context.req.query(), name: context.req.param('name') ?? '', gone: goneSignal(context) };
  const given = await readBody(context);
  return isRejected(given) ? given : { ...rest, ...given };
}

async function readBody(context: Context<Bindings>): Promise<{ body: JsonObject } | Rejected> {
  if (hasNoBody(context)) return { body: {} };
  if (!isJsonRequest(context.req.header('content-type')))
    return reject(400, 'the content type must be application/json; charset=utf-8');
  const body = await readJson(context.env.incoming, CONTROL_BYTES);
  if (isUnread(body) && body.unread === 'too-large')
    return reject(413, `the body may have ${CONTROL_BYTES} bytes: seed in several requests`);
  return isUnread(body) ? reject(400, unreadBody(body)) : { body };
}

/** A request without a body, such as `curl -X POST`, needs no content type. */
function hasNoBody({ env: { incoming } }: Context<Bindings>): boolean {
  const { headers } = incoming;
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

function goneSignal(context: Context<Bindings>): AbortSignal {
  const gone = new AbortController();
  context.env.outgoing.once('close', () => gone.abort());
  return gone.signal;
}

function answer(context: Context<Bindings>, given: ControlAnswer): Response {
  if (isRejected(given)) return context.json({ ok: false, message: given.message }, given.rejected);
  return context.json({ ok: true, ...given });
}
