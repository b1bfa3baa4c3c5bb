import { once } from 'node:events';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import { matchesGlob } from '../../core/address.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { JSON_HEADERS, messageErrors, result, TOO_MANY } from '../answers.ts';
import { type Bindings, noteRequest } from '../bindings.ts';
import { isJsonRequest, isUnread, readJson } from '../body.ts';
import type { Context as Emulation } from '../context.ts';
import { isResourcePath } from '../defaults.ts';
import { count, filledText, flag, integer, matching, needed, oneOf, phoneNumber, textLike } from '../members.ts';
import { isSameNumber, maskNumbers, withoutSecrets } from '../numbers.ts';
import type { FaultKind, FaultRule } from '../public-types.ts';
import { type Rule, textOf } from '../shape.ts';
import type { Journal } from './journal.ts';

export const FAULT_KINDS = [
  'status',
  'rate-limit',
  'delay',
  'drop-before',
  'drop-after',
  'garbage',
  'truncate',
  'html',
] as const satisfies FaultKind[];

/** A path that requests of both APIs can have. Those of the control API neither fail nor are in the journal. */
export const apiPath = textLike(
  /^(?!\/?_emulator(?:\/|$))(?!.*:\/\/).*\S/,
  'a glob over the paths of both APIs, without the host; the control API has no faults and no journal',
);

/** Longer bodies, in characters of JSON, are not in the journal. */
const LONGEST_BODY = 64 * 1024;

/** How long a fault that refuses a request waits for its body, which may never end. */
const BODY_MS = 1000;

/** Statuses without a body that could report a fault. */
const BODILESS: readonly number[] = [204, 205, 304];

export const faultShape = {
  path: apiPath,
  to: phoneNumber,
  refkey: filledText,
  body: { is: 'open' },
  nth: integer(1, Number.MAX_SAFE_INTEGER),
  times: count,
  kind: needed(oneOf(...FAULT_KINDS)),
  status: matching(isStatusWithBody, 'an HTTP status from 200 to 599 whose answer has a body', {
    type: 'integer',
    minimum: 200,
    maximum: 599,
  }),
  code: textLike(/^\d{1,9}$/, 'a string of digits'),
  delayMs: count,
  resetSeconds: count,
  acts: flag,
} satisfies Record<keyof FaultRule, Rule>;

function isStatusWithBody(value: Json): value is number {
  const status = Number.isInteger(value) ? Number(value) : 0;
  return status >= 200 && status <= 599 && !BODILESS.includes(status);
}

interface Armed {
  rule: FaultRule;
  seen: number;
  struck: number;
}

/** Rules that make requests fail. */
export class Faults {
  #armed: Armed[] = [];

  set(rules: readonly FaultRule[]): void {
    this.#armed = rules.map((rule) => ({ rule, seen: 0, struck: 0 }));
  }

  /** True if a rule depends on the body of a request. */
  get readBodies(): boolean {
    return this.#armed.some(({ rule: { to, refkey, body } }) => (to ?? refkey ?? body) !== undefined);
  }

  rules(): Armed[] {
    return this.#armed;
  }

  clear(): void {
    this.#armed = [];
  }

  /** Returns the first rule that makes a request fail. Every matching rule counts the request. */
  strike(path: string, body: JsonObject): FaultRule | undefined {
    let found: FaultRule | undefined;
    for (const armed of this.#armed) {
      const { rule } = armed;
      if (!isMeant(rule, path, body)) continue;
      armed.seen += 1;
      const { nth = 1, times = 1 } = rule;
      if (found !== undefined || armed.seen < nth || (times !== 0 && armed.struck >= times)) continue;
      armed.struck += 1;
      found = rule;
    }
    return found;
  }
}

function isMeant({ path, to, refkey, body: part = {} }: FaultRule, asked: string, body: JsonObject): boolean {
  if (path !== undefined && !matchesGlob(asked, path)) return false;
  if (to !== undefined && !isSameNumber(textOf(body, 'to'), to)) return false;
  return (refkey === undefined || body['refkey'] === refkey) && hasPart(body, part);
}

/** True if a value has every member of a part, at every depth. Lists are compared by their places. */
function hasPart(whole: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return whole === part;
  if (typeof whole !== 'object' || whole === null) return false;
  return Object.entries(part).every(([name, member]) => hasPart(new Map(Object.entries(whole)).get(name), member));
}

type Watched = Emulation & { readonly faults: Faults; readonly journal: Journal };

/** Writes the journal and injects faults, for every request of both APIs. */
export function watch(machine: Watched): MiddlewareHandler<Bindings> {
  return async (context, next) => {
    const at = machine.clock.now();
    const began = machine.clock.elapsed();
    // A socket forgets its address when the client disconnects.
    context.set('address', context.env.incoming.socket.remoteAddress);
    const { path, method } = context.req;
    const rule = machine.faults.strike(path, (machine.faults.readBodies && (await fieldsOf(context))) || {});
    if (rule === undefined || actsFirst(rule)) await next();
    else noteRequest(context, await machine.clock.within(BODY_MS, () => fieldsOf(context)));
    const response = rule ? await injectFault(machine, context, rule) : context.res;
    // Cleared first: hono would merge the headers of the old answer into the new one.
    context.res = undefined;
    context.res = response;
    const shown = (name: 'request' | 'answer'): JsonObject | null => {
      const fields = context.get(name);
      return fields === undefined ? null : withoutSecrets({ mask: true }, fields, LONGEST_BODY);
    };
    machine.journal.add({
      at,
      ms: Math.max(machine.clock.elapsed() - began, 0),
      method,
      // A path may contain a phone number.
      path: maskNumbers(path),
      templateCode: context.get('templateCode') ?? null,
      status: response === RESPONSE_ALREADY_SENT ? null : response.status,
      code: context.get('code') ?? null,
      fault: rule?.kind ?? null,
      unknown: [...(context.get('unknown') ?? [])].map(maskNumbers),
      request: shown('request'),
      answer: shown('answer'),
    });
    // The journal has what was handled, also if the client does not wait for the answer.
    if (rule?.kind === 'delay') await delay(machine, context, rule);
  };
}

/** The fields of a request in JSON; undefined for another one. */
async function fieldsOf({ req, env }: Context<Bindings>): Promise<JsonObject | undefined> {
  const body = isJsonRequest(req.header('content-type')) ? await readJson(env.incoming) : undefined;
  return isUnread(body) ? undefined : body;
}

/** Sleeps until the answer is due. Ends when the client gives up: a pending answer keeps the process running. */
async function delay({ clock }: Watched, context: Context<Bindings>, { delayMs = 1000 }: FaultRule): Promise<void> {
  const { socket } = context.env.incoming;
  if (socket.destroyed) return;
  await clock.within(delayMs, (signal) => once(socket, 'close', { signal }).catch(() => undefined));
}

/** True if the request is handled before it fails. */
function actsFirst({ kind, acts = false }: FaultRule): boolean {
  return acts || ['delay', 'drop-after', 'garbage', 'truncate'].includes(kind);
}

async function injectFault(machine: Watched, context: Context<Bindings>, rule: FaultRule): Promise<Response> {
  const isResource = isResourcePath(machine, context.req.path);
  const { status = rule.kind === 'html' ? 502 : 500 } = rule;
  const answer = (body: string, code = 200, headers: Record<string, string> = JSON_HEADERS): Response =>
    new Response(body, { status: code, headers });
  switch (rule.kind) {
    case 'delay':
      return context.res;
    case 'drop-before':
    case 'drop-after':
      return drop(context);
    case 'garbage':
      return answer(`\u0000\u0001 {"code": ${isResource ? '"200"' : '1000'}, garbage`);
    case 'truncate':
      return truncate(context);
    case 'html':
      return answer(`<!doctype html>\n<title>${status}</title>\n<h1>${status}</h1>\n<p>proxy</p>\n`, status, {
        'content-type': 'text/html; charset=utf-8',
      });
    case 'rate-limit': {
      const { description } = messageErrors[5002];
      const body = isResource ? { code: result.tooMany, message: TOO_MANY } : { code: 5002, description };
      return answer(JSON.stringify(body), 429, {
        ...JSON_HEADERS,
        'RateLimit-Limit': String(machine.settings.rateLimit.limit),
        'RateLimit-Remaining': '0',
        'RateLimit-Reset': String(rule.resetSeconds ?? 1),
      });
    }
    case 'status': {
      const known = Object.entries(messageErrors).find(([, error]) => error.status === status && status !== 400);
      const body = isResource
        ? { code: rule.code ?? String(status), message: 'fault' }
        : { code: Number(rule.code ?? known?.[0] ?? 2000), description: 'fault' };
      return answer(JSON.stringify(body), status);
    }
  }
}

function drop(context: Context<Bindings>): Response {
  context.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Announces the whole answer, sends half of it, and closes the connection. */
async function truncate(context: Context<Bindings>): Promise<Response> {
  const bytes = Buffer.from(await context.res.clone().arrayBuffer());
  const { outgoing } = context.env;
  const headers = { ...Object.fromEntries(context.res.headers), 'content-length': String(bytes.byteLength) };
  outgoing.writeHead(context.res.status, headers);
  await new Promise<void>((done) => {
    outgoing.write(bytes.subarray(0, Math.floor(bytes.byteLength / 2)), () => done());
  });
  return drop(context);
}
