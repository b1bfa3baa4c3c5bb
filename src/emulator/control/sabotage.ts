import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import { JSON_HEADERS, messageErrors, result, TOO_MANY } from '../answers.ts';
import type { Bindings } from '../bindings.ts';
import type { Machine } from '../machine.ts';
import { maskNumbers } from '../numbers.ts';
import type { FaultRule } from '../public-types.ts';
import { isResourcePath } from '../resource/router.ts';

type HonoContext = Context<Bindings>;

/** Writes the journal and injects faults, for every request of both APIs. */
export function watch(machine: Machine): MiddlewareHandler<Bindings> {
  return async (context, next) => {
    const at = machine.clock.now();
    const began = machine.clock.elapsed();
    // A socket forgets its address when the client disconnects.
    context.set('address', context.env.incoming.socket.remoteAddress);
    const { path, method } = context.req;
    const rule = machine.faults.strike(path);
    const response = rule ? await injectFault(machine, context, rule, next) : await handled(context, next);
    // Cleared first: hono would merge the headers of the old answer into the new one.
    context.res = undefined;
    context.res = response;
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
    });
  };
}

async function handled(context: HonoContext, next: () => Promise<void>): Promise<Response> {
  await next();
  return context.res;
}

async function injectFault(
  machine: Machine,
  context: HonoContext,
  rule: FaultRule,
  next: () => Promise<void>,
): Promise<Response> {
  const { kind, status, acts } = rule;
  const isHandled = kind === 'html' || kind === 'status' ? acts : kind !== 'drop-before' && kind !== 'rate-limit';
  if (isHandled) await next();
  switch (kind) {
    case 'delay':
      await machine.clock.sleep(rule.delayMs ?? 1000);
      return context.res;
    case 'drop-before':
    case 'drop-after':
      return drop(context);
    case 'garbage':
      return answerWith(
        context,
        `\u0000\u0001 {"code": ${isResourcePath(machine, context.req.path) ? '"200"' : '1000'}, garbage`,
        200,
      );
    case 'truncate':
      return truncate(context);
    case 'html':
      countRequest(machine, context, rule);
      return answerWith(context, page(status ?? 502), status ?? 502, 'text/html; charset=utf-8');
    case 'rate-limit':
      for (const [name, value] of limitHeaders(machine, rule)) context.header(name, value);
      return answerWith(context, limitBody(machine, context), 429);
    case 'status':
      countRequest(machine, context, rule);
      return answerWith(context, bodyOf(machine, context, rule), status ?? 500);
  }
}

function drop(context: HonoContext): Response {
  context.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Announces the whole answer, sends half of it, and closes the connection. */
async function truncate(context: HonoContext): Promise<Response> {
  const bytes = Buffer.from(await context.res.clone().arrayBuffer());
  const { outgoing } = context.env;
  const headers = { ...Object.fromEntries(context.res.headers), 'content-length': String(bytes.byteLength) };
  outgoing.writeHead(context.res.status, headers);
  await new Promise<void>((done) => {
    outgoing.write(bytes.subarray(0, Math.floor(bytes.byteLength / 2)), () => done());
  });
  return drop(context);
}

function limitHeaders({ settings }: Machine, { resetSeconds = 1 }: FaultRule): [string, string][] {
  return [
    ['RateLimit-Limit', String(settings.rateLimit.limit)],
    ['RateLimit-Remaining', '0'],
    ['RateLimit-Reset', String(resetSeconds)],
  ];
}

/** Counts a request of the message API for the rate limit, unless handling it has counted it. */
function countRequest(machine: Machine, context: HonoContext, { acts }: FaultRule): void {
  if (isResourcePath(machine, context.req.path) || acts) return;
  for (const [name, value] of Object.entries(machine.limits.take(machine).headers)) context.header(name, value);
}

/** Replaces the body of the answer and keeps its other headers, such as those of the rate limit. */
function answerWith(context: HonoContext, body: string, status: number, type?: string): Response {
  const headers = new Headers(context.res.headers);
  headers.set('content-type', type ?? JSON_HEADERS['content-type']);
  return new Response(body, { status, headers });
}

/** The body of a request over the rate limit, as each API answers without a fault. */
function limitBody(machine: Machine, context: HonoContext): string {
  if (isResourcePath(machine, context.req.path)) return JSON.stringify({ code: result.tooMany, message: TOO_MANY });
  return JSON.stringify({ code: 5002, description: messageErrors[5002].description });
}

/** The error body of the API that the path belongs to. */
function bodyOf(machine: Machine, context: HonoContext, rule: FaultRule): string {
  const status = rule.status ?? 500;
  if (isResourcePath(machine, context.req.path))
    return JSON.stringify({ code: rule.code ?? String(status), message: 'fault' });
  const known = Object.entries(messageErrors).find(([, error]) => error.status === status && status !== 400);
  const code = Number(rule.code ?? known?.[0] ?? 2000);
  return JSON.stringify({ code, description: 'fault' });
}

function page(status: number): string {
  return `<!doctype html>\n<html><head><title>${status}</title></head><body><h1>${status}</h1><p>proxy</p></body></html>\n`;
}
