import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Json } from '../core/json.ts';

/** Node's request and response, what the journal needs to know about the request, and the address of the client. */
export type Bindings = {
  Bindings: HttpBindings;
  Variables: { code?: string; templateCode?: string; address?: string };
};

export function noteTemplate(context: Context<Bindings>, code: Json | undefined): void {
  if (typeof code === 'string' && code !== '') context.set('templateCode', code.slice(0, 64));
}
