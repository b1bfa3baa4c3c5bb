import * as z from 'zod';
import { none, optional, rowsOnly, text } from '../../wire/shape.ts';
import { endpoint } from '../endpoint.ts';

/** A plugin's callback URL (resource API 2.3, 4.6). The types are open: the documents know two. */
export const pluginCallback = z.looseObject({
  pluginId: text,
  pluginType: z.string(),
  callbackUrl: z.string(),
  modifiable: optional(z.boolean()),
  deletable: optional(z.boolean()),
});

export type PluginCallback = z.infer<typeof pluginCallback>;

const path = '/v3/{segment}/plugin/callbackUrl';

/** Resource API 4.6. */
export const pluginEndpoints = {
  list: endpoint('plugin.list', `${path}/list`, 'read', rowsOnly),
  create: endpoint('plugin.create', `${path}/create`, 'write', none),
  update: endpoint('plugin.update', `${path}/update`, 'write', none),
  delete: endpoint('plugin.delete', `${path}/delete`, 'write', none),
};
