import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { isObject, type JsonObject } from '../core/json.ts';
import { textOf } from './shape.ts';

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

/** Notes the fields of a request, and the template that it names. A send names that of its message, not those of its fallbacks. */
export function noteRequest(context: Context<Bindings>, fields: JsonObject | undefined): void {
  if (fields === undefined) return;
  context.set('request', fields);
  const { content } = fields;
  const sent = isObject(content) ? content[textOf(fields, 'type')] : undefined;
  const code = isObject(sent) ? sent['templatecode'] : fields['templateCode'];
  if (typeof code === 'string' && code !== '') context.set('templateCode', code.slice(0, 64));
}
