import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Json, JsonObject } from '../core/json.ts';

/** What the journal needs to know about a request. */
interface Noted {
  code?: string;
  templateCode?: string;
  unknown?: readonly string[];
  request?: JsonObject;
  answer?: JsonObject;
}

/** Node's request and response, notes for the journal, and the address of the client. */
export type Bindings = { Bindings: HttpBindings; Variables: Noted & { address?: string } };

/** Notes the fields of a request, and the template that it names. */
export function noteRequest(context: Context<Bindings>, fields: JsonObject, code: Json | undefined): void {
  context.set('request', fields);
  if (typeof code === 'string' && code !== '') context.set('templateCode', code.slice(0, 64));
}
