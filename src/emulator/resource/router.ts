import type { Context, Hono } from 'hono';
import type { Wire } from '../../core/wire.ts';
import { type Answer, isRefused, JSON_HEADERS, type Refused, refusal, refuse, result, TOO_MANY } from '../answers.ts';
import { type Bindings, noteRequest } from '../bindings.ts';
import { type BodyFailure, isJsonRequest, isUnread, mediaType, readForm, readJson, unreadBody } from '../body.ts';
import type { Machine } from '../machine.ts';
import { unknownMembers } from '../shape.ts';
import { type Endpoint, forbidsAccount, type UploadEndpoint } from './access.ts';
import { resources } from './registry.ts';

/** Mounts the resource API. Refusals have HTTP status 200 and a code; invalid requests have their own status. */
export function mountResourceApi(app: Hono<Bindings>, machine: Machine): void {
  const { segment } = machine.wire;
  for (const [path, endpoint] of endpointsOf(machine.wire)) {
    if ('files' in endpoint) mountUpload(app, machine, path, endpoint);
    else mountJson(app, machine, path, endpoint);
  }
  const unknown = refuse(result.parameters, 'no such endpoint');
  for (const version of ['v3', 'v4'])
    app.all(`/${version}/${segment}/*`, (context) => answer(context, machine, unknown, 404));
}

function endpointsOf(wire: Wire): [string, Endpoint | UploadEndpoint][] {
  return resources.flatMap((resource) =>
    Object.entries(resource.endpoints(wire)).flatMap(([prefix, endpoints]) => {
      const [version, ...folders] = prefix.split('/');
      const base = `/${[version, wire.segment, ...folders].join('/')}`;
      return Object.entries(endpoints).map(([path, endpoint]): [string, Endpoint | UploadEndpoint] => [
        base + path,
        endpoint,
      ]);
    }),
  );
}

function mountJson(app: Hono<Bindings>, machine: Machine, path: string, endpoint: Endpoint): void {
  app.all(path, async (context) => {
    const wrong = wrongRequest(
      context,
      isJsonRequest(context.req.header('content-type')),
      'application/json; charset=utf-8',
    );
    if (wrong) return answer(context, machine, wrong.refused, wrong.status);
    const body = await readJson(context.env.incoming);
    if (!isWithinLimits(context, machine, endpoint)) return answer(context, machine, refuse(result.tooMany, TOO_MANY));
    if (isUnread(body)) {
      const refused = refuse(result.parameters, unreadBody(body));
      return answer(context, machine, refused, statusOf(body.unread));
    }
    noteRequest(context, body, body['templateCode']);
    const given = forbidsAccount(machine, body) ?? endpoint.handle(machine, body);
    return answer(context, machine, recorded(context, unknownMembers(body, endpoint.shape), given));
  });
}

function isWithinLimits(context: Context<Bindings>, machine: Machine, { limits = [] }: Endpoint): boolean {
  if (!machine.settings.statisticsLimits) return true;
  return machine.requestCounts.take(machine, limits, context.get('address') ?? '');
}

function mountUpload(app: Hono<Bindings>, machine: Machine, path: string, endpoint: UploadEndpoint): void {
  app.all(path, async (context) => {
    const { type } = mediaType(context.req.header('content-type'));
    const wrong = wrongRequest(context, type === 'multipart/form-data', 'multipart/form-data');
    if (wrong) return answer(context, machine, wrong.refused, wrong.status);
    const form = await readForm(context.env.incoming, endpoint.limit);
    if (isUnread(form)) return answer(context, machine, unreadForm(form.unread, endpoint), statusOf(form.unread));
    noteRequest(context, form.fields, form.fields['templateCode']);
    const given = forbidsAccount(machine, form.fields) ?? (await endpoint.handle(machine, form));
    const others = form.files.map(({ field }) => field).filter((field) => !endpoint.files.test(field));
    const unknown = [...unknownMembers(form.fields, endpoint.shape), ...others];
    return answer(context, machine, recorded(context, unknown, given));
  });
}

/** Only POST and the documented content type are allowed (resource API 2.1; the answers to others: assumption 25). */
function wrongRequest(
  context: Context<Bindings>,
  typeFits: boolean,
  type: string,
): { refused: Refused; status: 405 | 415 } | undefined {
  if (context.req.method !== 'POST')
    return { refused: refuse(result.parameters, 'the method must be POST'), status: 405 };
  if (!typeFits) return { refused: refuse(result.parameters, `the content type must be ${type}`), status: 415 };
  return undefined;
}

function unreadForm(unread: BodyFailure, endpoint: UploadEndpoint): Refused {
  if (unread === 'too-large') return endpoint.tooLarge;
  if (unread === 'compressed') return refuse(result.parameters, 'the body is compressed');
  if (unread === 'ambiguous') return refuse(result.parameters, 'a field is given twice');
  return refuse(endpoint.unreadable, 'the request is not a complete multipart form');
}

/** Compressed bodies are not supported. */
function statusOf(unread: BodyFailure): 200 | 415 {
  return unread === 'compressed' ? 415 : 200;
}

function recorded(context: Context<Bindings>, unknown: readonly string[], given: Answer): Answer {
  if (!isRefused(given)) context.set('unknown', unknown);
  return given;
}

/** Sends an answer after its changes are on the disk. */
async function answer(
  context: Context<Bindings>,
  machine: Machine,
  given: Answer,
  status: 200 | 404 | 405 | 415 = 200,
): Promise<Response> {
  const body = isRefused(given) ? refusal(given) : given;
  context.set('code', String(body['code']));
  context.set('answer', body);
  await machine.saved();
  return context.body(JSON.stringify(body), status, JSON_HEADERS);
}
