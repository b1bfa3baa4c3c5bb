import type { Context } from 'hono';
import type { Json } from '../core/json.ts';
import type { Bindings } from './bindings.ts';

/** Notes the template that a request names, for the journal. */
export function noteTemplate(context: Context<Bindings>, code: Json | undefined): void {
  if (typeof code === 'string' && code !== '') context.set('templateCode', code.slice(0, 64));
}
