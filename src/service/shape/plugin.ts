import * as z from 'zod';
import { informative, optional, text } from './shape.ts';

/** A plugin's callback URL (resource API 2.3, 4.6). The types are open: the documents know two. */
export const pluginCallback = z.looseObject({
  pluginId: text,
  pluginType: z.string(),
  pluginTypeName: informative(z.string()),
  callbackUrl: z.string(),
  modifiable: optional(z.boolean()),
  deletable: optional(z.boolean()),
});

export type PluginCallback = z.infer<typeof pluginCallback>;
