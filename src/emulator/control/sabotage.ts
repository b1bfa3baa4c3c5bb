import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import { messageErrors } from '../answers.ts';
import type { Bindings } from '../bindings.ts';
import type { Machine } from '../machine.ts';
import { maskNumbers } from '../numbers.ts';
import { VIDEO_UPLOAD_PATH } from '../resource/video/videos.ts';
import type { FaultRule } from './faults.ts';

/** Writes the journal and lets the faults strike, around every request of both APIs. */
export function watch(machine: Machine): MiddlewareHandler<Bindings> {
  return async (context, next) => {
    const at = machine.clock.now();
    const began = machine.clock.elapsed();
    const { path, method } = context.req;
    const rule = machine.faults.strike(path);
    const response = rule ? await sabotage(machine, context, rule, next) : await untouched(context, next);
    // Taken away first: hono would mix the headers of the answer that it holds into the new one.
    context.res = undefined;
    context.res = response;
    machine.journal.add({
      at,
      ms: Math.max(machine.clock.elapsed() - began, 0),
      method,
      // A caller's path may hold anything: a number in it is no one's business.
      path: maskNumbers(path),
      templateCode: context.get('templateCode') ?? null,
      status: response === RESPONSE_ALREADY_SENT ? null : response.status,
      code: context.get('code') ?? null,
      fault: rule?.kind ?? null,
    });
  };
}

async function untouched(context: Context<Bindings>, next: () => Promise<void>): Promise<Response> {
  await next();
  return context.res;
}

async function sabotage(
  machine: Machine,
  context: Context<Bindings>,
  rule: FaultRule,
  next: () => Promise<void>,
): Promise<Response> {
  switch (rule.kind) {
    case 'delay':
      await machine.clock.sleep(rule.delayMs ?? 1000);
      await next();
      return context.res;
    case 'drop-before':
      return drop(context);
    case 'drop-after':
      await next();
      return drop(context);
    case 'garbage':
      await next();
      return answerWith(context, '\u0000\u0001 {"code": "200", garbage', 200, 'application/json; charset=utf-8');
    case 'truncate':
      await next();
      return truncate(context);
    case 'html':
      if (rule.acts) await next();
      return failWith(machine, context, rule, page(rule.status ?? 502), rule.status ?? 502, 'text/html; charset=utf-8');
    case 'rate-limit':
      return limited(machine, context, rule);
    case 'status':
      if (rule.acts) await next();
      return failWith(
        machine,
        context,
        rule,
        bodyOf(machine, context, rule),
        rule.status ?? 500,
        'application/json; charset=utf-8',
      );
  }
}

function drop(context: Context<Bindings>): Response {
  context.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Promises the whole answer, gives half of it, and hangs up. */
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

function limited(machine: Machine, context: Context<Bindings>, rule: FaultRule): Response {
  const reset = String(rule.resetSeconds ?? 1);
  const headers = {
    'RateLimit-Limit': String(machine.settings.rateLimit.limit),
    'RateLimit-Remaining': '0',
    'RateLimit-Reset': reset,
  };
  for (const [name, value] of Object.entries({ ...headers, 'Retry-After': reset })) context.header(name, value);
  return failWith(
    machine,
    context,
    rule,
    bodyOf(machine, context, { ...rule, status: 429 }),
    429,
    'application/json; charset=utf-8',
  );
}

function failWith(
  machine: Machine,
  context: Context<Bindings>,
  rule: FaultRule,
  body: string,
  status: number,
  type: string,
): Response {
  // A request that was acted on has been counted already.
  if (!isResourcePath(machine, context) && rule.kind !== 'rate-limit' && !rule.acts) {
    for (const [name, value] of Object.entries(machine.rateLimit.take(machine).headers)) context.header(name, value);
  }
  return answerWith(context, body, status, type);
}

/** An answer in place of the one that was made, with that one's other headers (the rate limit's). */
function answerWith(context: Context<Bindings>, body: string, status: number, type: string): Response {
  const headers = new Headers(context.res.headers);
  headers.set('content-type', type);
  return new Response(body, { status, headers });
}

/** The error body of the API that the path belongs to. */
function bodyOf(machine: Machine, context: Context<Bindings>, rule: FaultRule): string {
  const status = rule.status ?? 500;
  if (isResourcePath(machine, context)) return JSON.stringify({ code: rule.code ?? String(status), message: 'fault' });
  const known = Object.entries(messageErrors).find(([, error]) => error.status === status && status !== 400);
  const code = Number(rule.code ?? known?.[0] ?? 2000);
  return JSON.stringify({ code, description: 'fault' });
}

function isResourcePath(machine: Machine, context: Context<Bindings>): boolean {
  const { path } = context.req;
  return ['/v4/', `/v3/${machine.wire.segment}/`, `${VIDEO_UPLOAD_PATH}/`].some((start) => path.startsWith(start));
}

function page(status: number): string {
  return `<!doctype html>\n<html><head><title>${status}</title></head><body><h1>${status}</h1><p>proxy</p></body></html>\n`;
}
