import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Json } from '../core/json.ts';

/** What a request carries along: Node's own halves of it, and what is noted of it on the way. */
export type Bindings = {
  Bindings: HttpBindings;
  Variables: { code?: string; templateCode?: string };
};

/** Notes the template that a request names, for the journal. */
export function noteTemplate(context: Context<Bindings>, code: Json | undefined): void {
  if (typeof code === 'string' && code !== '') context.set('templateCode', code.slice(0, 64));
}
