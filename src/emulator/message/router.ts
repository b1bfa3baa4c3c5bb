import type { Context, Hono } from 'hono';
import type { JsonObject } from '../../core/json.ts';
import { isMessageError, JSON_HEADERS, type MessageError, messageError, messageErrors } from '../answers.ts';
import { type Bindings, noteRequest } from '../bindings.ts';
import { isJsonRequest, isUnread, mediaType, readForm, readJson, unreadBody } from '../body.ts';
import type { Machine } from '../machine.ts';
import { textOf, unknownMembers } from '../shape.ts';
import { check } from './channel.ts';
import { addressesOf } from './limits.ts';
import { controlIn, readPayload, reportShape, unknownInPayload } from './payload.ts';
import { acceptMessage, knownResult } from './phone.ts';
import { isExpired } from './retention.ts';
import { FILE_REQUEST_BYTES, fileTooLarge, takeFile, unknownInForm } from './text/payload.ts';

const ACCEPTED = 1000;

/** Longest refkey that an error repeats, in bytes (message API 2.2). */
const REFKEY_BYTES = 32;

/** Mounts the message API, except polling (assumption 98). Errors are HTTP statuses with a body (message API 7). */
export function mountMessageApi(app: Hono<Bindings>, machine: Machine): void {
  app.all('/v1/token', (context) =>
    serve(context, machine, async () => machine.tokens.issue(machine, context.req.header('authorization')), {
      unlisted: 3010,
    }),
  );
  app.all('/v3/message', (context) => serve(context, machine, () => withBody(context, machine, send)));
  app.all('/v2/report', (context) => serve(context, machine, () => withBody(context, machine, report)));
  app.all('/v2/file', (context) => serve(context, machine, () => upload(context, machine)));
  for (const version of ['v1', 'v2', 'v3'])
    app.all(`/${version}/*`, (context) =>
      serve(context, machine, async () => messageError(2000, 'no such endpoint'), { status: 404 }),
    );
}

type AnswerOrError = JsonObject | MessageError;

interface Handled {
  answer: AnswerOrError;
  unknown?: string[];
}

/** Checks every request: rate limit, concurrent requests, the client's address, the method. */
async function serve(
  context: Context<Bindings>,
  machine: Machine,
  handle: () => Promise<AnswerOrError>,
  { status, unlisted }: { status?: 404; unlisted?: 3010 } = {},
): Promise<Response> {
  const { allowed, headers } = machine.limits.take(machine);
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  if (!allowed) return answer(context, machine, messageError(5002));
  const answered = await machine.limits.within(machine.settings.maxConcurrent, async () => {
    const refused = forbidsCaller(context, machine, unlisted);
    return answer(context, machine, refused ?? (await handle()), refused ? undefined : status);
  });
  return answered ?? answer(context, machine, messageError(3008));
}

/** @param unlisted the one code of the token call, which knows neither 3000 nor 3003 (message API 4.1) */
function forbidsCaller(context: Context<Bindings>, machine: Machine, unlisted?: 3010): MessageError | undefined {
  const { allowedIps } = machine.settings;
  const address = context.get('address')?.replace(/^::ffff:/, '') ?? '';
  if (allowedIps.length === 0) return messageError(unlisted ?? 3000);
  const isRegistered = addressesOf(allowedIps);
  if (isRegistered === undefined) return messageError(unlisted ?? 3003); // assumption 28
  if (!isRegistered(address)) return messageError(3010);
  return context.req.method === 'POST' ? undefined : messageError(2000, 'the method must be POST');
}

async function withBody(
  context: Context<Bindings>,
  machine: Machine,
  handle: (machine: Machine, body: JsonObject) => Handled | Promise<Handled>,
): Promise<AnswerOrError> {
  const forbidden = machine.tokens.forbids(machine, context.req.header('authorization'));
  if (forbidden) return forbidden;
  if (!isJsonRequest(context.req.header('content-type')))
    return messageError(3014, 'the content type must be application/json; charset=utf-8');
  const body = await readJson(context.env.incoming);
  if (isUnread(body)) return messageError(body.unread === 'not-unicode' ? 2000 : 3014, unreadBody(body));
  const control = controlIn(body);
  if (control !== undefined) return messageError(2000, control);
  noteRequest(context, body);
  const { answer: given, unknown = [] } = await handle(machine, body);
  context.set('unknown', unknown);
  const refkey = textOf(body, 'refkey');
  const echoes = isMessageError(given) && refkey !== '' && Buffer.byteLength(refkey) <= REFKEY_BYTES;
  return echoes ? { ...given, refkey } : given;
}

function send(machine: Machine, body: JsonObject): Handled {
  const payload = readPayload(machine, body);
  if (isMessageError(payload)) return { answer: payload };
  if (payload.account !== machine.credentials.account) return { answer: messageError(3006) };
  const unknown = unknownInPayload(body, payload);
  const { messagekey, refkey } = acceptMessage(machine, payload, unknown);
  return { answer: { code: ACCEPTED, description: 'success', messagekey, refkey }, unknown };
}

/** `POST /v2/report`: the common answer, and `result` in the webhook's shape once it is known (assumption 21). */
function report(machine: Machine, body: JsonObject): Handled {
  const wrong = check(body, reportShape, '');
  if (wrong) return { answer: wrong };
  if (body['account'] !== machine.credentials.account) return { answer: messageError(3006) };
  const message = machine.store.messages.get(textOf(body, 'messagekey'));
  if (message === undefined || isExpired(machine, message))
    return { answer: messageError(2000, 'no such messagekey within 35 days') };
  const { messagekey, refkey } = message;
  const result = knownResult(machine, message);
  if (result && !message.isFetched) machine.store.messages.put(Object.assign(message, { isFetched: true }));
  return {
    answer: { code: ACCEPTED, description: 'success', messagekey, refkey, ...(result && { result }) },
    unknown: unknownMembers(body, reportShape),
  };
}

/** `POST /v2/file` (message API 4.4; assumption 92). */
async function upload(context: Context<Bindings>, machine: Machine): Promise<AnswerOrError> {
  const forbidden = machine.tokens.forbids(machine, context.req.header('authorization'));
  if (forbidden) return forbidden;
  if (mediaType(context.req.header('content-type')).type !== 'multipart/form-data')
    return messageError(3014, 'the content type must be multipart/form-data');
  const form = await readForm(context.env.incoming, FILE_REQUEST_BYTES);
  if (isUnread(form))
    return form.unread === 'too-large'
      ? fileTooLarge
      : messageError(3014, 'the request is not a complete multipart form');
  context.set('request', form.fields);
  const given = await takeFile(machine, form);
  if (!isMessageError(given)) context.set('unknown', unknownInForm(form));
  return given;
}

async function answer(
  context: Context<Bindings>,
  machine: Machine,
  given: AnswerOrError,
  other?: 404,
): Promise<Response> {
  await machine.saved();
  if (!isMessageError(given)) {
    context.set('code', String(given['code'] ?? '200'));
    context.set('answer', given);
    return context.json(given, 200, JSON_HEADERS);
  }
  const { status, description } = messageErrors[given.error];
  context.set('code', String(given.error));
  const words = given.detail === undefined ? description : `${description}: ${given.detail}`;
  const refkey = given.refkey === undefined ? {} : { refkey: given.refkey };
  const body = { code: given.error, description: words, ...refkey };
  context.set('answer', body);
  return context.json(body, other ?? status, JSON_HEADERS);
}
