import { text } from '../field-types.ts';

/** Fields of a plugin's callback URL (resource API 2.3, 4.6), in the order in which people read them. */
export const pluginFields = { type: text('pluginType'), pluginId: text('pluginId'), url: text('callbackUrl') };
