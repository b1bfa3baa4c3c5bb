import type { Context, Hono } from 'hono';
import type { Wire } from '../../core/wire.ts';
import { type Answer, isRefused, JSON_HEADERS, type Refused, refusal, refuse, result, TOO_MANY } from '../answers.ts';
import { type Bindings, noteRequest } from '../bindings.ts';
import { type Form, isJsonRequest, isUnread, mediaType, readForm, readJson, type Unread, unreadBody } from '../body.ts';
import type { Machine } from '../machine.ts';
import { unknownMembers } from '../shape.ts';
import { ENVELOPE_BYTES, type Endpoint, forbidsAccount } from './access.ts';
import { resources } from './registry.ts';

/** Mounts the resource API. Refusals have HTTP status 200 and a code; invalid requests have their own status. */
export function mountResourceApi(app: Hono<Bindings>, machine: Machine): void {
  const { segment } = machine.wire;
  for (const [path, endpoint] of endpointsOf(machine.wire))
    app.all(path, (context) => serve(context, machine, endpoint));
  const unknown = refuse(result.parameters, 'no such endpoint');
  for (const version of ['v3', 'v4'])
    app.all(`/${version}/${segment}/*`, (context) => answer(context, machine, unknown, 404));
}

function endpointsOf(wire: Wire): [path: string, Endpoint][] {
  return resources.flatMap((resource) =>
    Object.entries(resource.endpoints(wire)).flatMap(([prefix, endpoints]) => {
      const base = prefix.replace(/^v\d/, (version) => `/${version}/${wire.segment}`);
      return Object.entries(endpoints).map(([path, endpoint]): [string, Endpoint] => [base + path, endpoint]);
    }),
  );
}

/** Only POST and the documented content type are allowed (resource API 2.1; the answers to others: assumption 25). */
async function serve(context: Context<Bindings>, machine: Machine, endpoint: Endpoint): Promise<Response> {
  const { limits = [], upload, shape } = endpoint;
  const header = context.req.header('content-type');
  if (context.req.method !== 'POST')
    return answer(context, machine, refuse(result.parameters, 'the method must be POST'), 405);
  const type = upload ? 'multipart/form-data' : 'application/json; charset=utf-8';
  if (upload ? mediaType(header).type !== type : !isJsonRequest(header))
    return answer(context, machine, refuse(result.parameters, `the content type must be ${type}`), 415);
  const given = await read(context, endpoint);
  if (machine.settings.statisticsLimits && !machine.requestCounts.take(machine, limits, context.get('address') ?? ''))
    return answer(context, machine, refuse(result.tooMany, TOO_MANY));
  if (isUnread(given)) {
    const refused = upload ? unreadForm(given, upload) : refuse(result.parameters, unreadBody(given));
    return answer(context, machine, refused, given.unread === 'compressed' ? 415 : 200);
  }
  const { fields, files } = given;
  noteRequest(context, fields);
  const answered = forbidsAccount(machine, fields) ?? (await endpoint.handle(machine, fields, files));
  const others = files.map(({ field }) => field).filter((field) => !upload?.files.test(field));
  if (!isRefused(answered)) context.set('unknown', [...unknownMembers(fields, shape), ...others]);
  return answer(context, machine, answered);
}

async function read({ env: { incoming } }: Context<Bindings>, { upload }: Endpoint): Promise<Form | Unread> {
  if (upload) return readForm(incoming, upload.bytes + ENVELOPE_BYTES);
  const fields = await readJson(incoming);
  return isUnread(fields) ? fields : { fields, files: [] };
}

function unreadForm({ unread }: Unread, upload: NonNullable<Endpoint['upload']>): Refused {
  if (unread === 'too-large') return upload.tooLarge;
  if (unread === 'compressed') return refuse(result.parameters, 'the body is compressed');
  if (unread === 'ambiguous') return refuse(result.parameters, 'a field is given twice');
  return refuse(upload.unreadable, 'the request is not a complete multipart form');
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
