import type { Context, Hono } from 'hono';
import type { JsonObject } from '../../core/json.ts';
import { isMessageError, type MessageError, messageError, messageErrors } from '../answers.ts';
import { isJsonRequest, isUnread, readJson } from '../body.ts';
import type { Machine } from '../machine.ts';
import type { Bindings } from '../resource/router.ts';
import { addressesOf } from './addresses.ts';
import { readPayload, readReport } from './payload.ts';
import { acceptMessage, knownResult } from './phone.ts';
import { textOf } from './shape.ts';

const ACCEPTED = 1000;

/** Message data is kept 35 days (message API 1). */
const RETENTION_MS = 35 * 86_400_000;

/** Mounts `/v1/token`, `/v3/message` and `/v2/report`. Errors are HTTP statuses with an error body (message API 7). */
export function mountMessageApi(app: Hono<Bindings>, machine: Machine): void {
  app.all('/v1/token', (context) =>
    serve(context, machine, () => machine.tokens.issue(machine, context.req.header('authorization'))),
  );
  app.all('/v3/message', (context) => serve(context, machine, () => withBody(context, machine, send)));
  app.all('/v2/report', (context) => serve(context, machine, () => withBody(context, machine, report)));
  for (const version of ['v1', 'v2', 'v3'])
    app.all(`/${version}/*`, (context) => serve(context, machine, () => messageError(2000, 'no such endpoint'), 404));
}

type Answer = JsonObject | MessageError;

/** What holds for every request: the rate limit with its headers, the caller's address, POST. */
async function serve(
  context: Context<Bindings>,
  machine: Machine,
  handle: () => Answer | Promise<Answer>,
  status?: 404,
): Promise<Response> {
  const { allowed, headers } = machine.rateLimit.take(machine);
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  const refused = allowed ? forbidsCaller(context, machine) : messageError(5002);
  return answer(context, machine, refused ?? (await handle()), refused ? undefined : status);
}

function forbidsCaller(context: Context<Bindings>, machine: Machine): MessageError | undefined {
  const { allowedIps } = machine.settings;
  const address = context.env.incoming.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  if (allowedIps.length === 0) return messageError(3000);
  const registered = addressesOf(allowedIps);
  if (registered === undefined) return messageError(3003); // assumption 28
  if (!registered.includes(address)) return messageError(3010);
  return context.req.method === 'POST' ? undefined : messageError(2000, 'the method must be POST');
}

async function withBody(
  context: Context<Bindings>,
  machine: Machine,
  handle: (machine: Machine, body: JsonObject) => Answer,
): Promise<Answer> {
  const forbidden = machine.tokens.forbids(machine, context.req.header('authorization'));
  if (forbidden) return forbidden;
  if (!isJsonRequest(context.req.header('content-type')))
    return messageError(3014, 'the content type must be application/json; charset=utf-8');
  const body = await readJson(context.env.incoming);
  if (isUnread(body)) return messageError(3014, `the body is ${body.unread.replaceAll('-', ' ')}`);
  const given = handle(machine, body);
  const refkey = textOf(body, 'refkey');
  return isMessageError(given) && refkey !== '' && Buffer.byteLength(refkey) <= 32 ? { ...given, refkey } : given;
}

/** `POST /v3/message`: 1000 says accepted, no more. */
function send(machine: Machine, body: JsonObject): Answer {
  const payload = readPayload(body, machine.clock.now());
  if (isMessageError(payload)) return payload;
  if (payload.account !== machine.credentials.account) return messageError(3006);
  const { messagekey, refkey } = acceptMessage(machine, payload);
  return { code: ACCEPTED, description: 'success', messagekey, refkey };
}

/** `POST /v2/report`: the common answer, and `result` in the webhook's shape once it is known (assumption 21). */
function report(machine: Machine, body: JsonObject): Answer {
  const asked = readReport(body);
  if (isMessageError(asked)) return asked;
  const { account, messagekey } = asked;
  if (account !== machine.credentials.account) return messageError(3006);
  const message = machine.store.messages.get(messagekey);
  if (message === undefined || message.acceptedAt + RETENTION_MS < machine.clock.now()) {
    return messageError(2000, 'no such messagekey within 35 days');
  }
  const common = { code: ACCEPTED, description: 'success', messagekey, refkey: message.refkey };
  const result = knownResult(machine, message);
  return result === undefined ? common : { ...common, result };
}

async function answer(context: Context<Bindings>, machine: Machine, given: Answer, other?: 404): Promise<Response> {
  await machine.saved();
  if (!isMessageError(given)) {
    context.set('code', String(given['code'] ?? '200'));
    return context.json(given, 200);
  }
  const { status, description } = messageErrors[given.error];
  context.set('code', String(given.error));
  const words = given.detail === undefined ? description : `${description}: ${given.detail}`;
  const refkey = given.refkey === undefined ? {} : { refkey: given.refkey };
  return context.json({ code: given.error, description: words, ...refkey }, other ?? status);
}
