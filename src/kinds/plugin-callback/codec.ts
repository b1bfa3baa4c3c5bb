import type { Written } from '../../core/declaration.ts';
import type { Live } from '../../core/resource.ts';
import type { PluginCallback } from './endpoints.ts';

/** A callback as a live resource. What another hub partner registered says so by two members; left out they are true. */
export function liveCallback({ pluginId, pluginType, callbackUrl, modifiable, deletable }: PluginCallback): Live {
  return {
    name: pluginId,
    content: { pluginId, type: pluginType, url: callbackUrl },
    status: { state: 'present', modifiable: modifiable !== false, deletable: deletable !== false },
  };
}

/** The document of a live callback; the plugin's id is left out where the document's own is the same. */
export function writeCallback({ content }: Live, id: string): Written {
  const { pluginId = null, ...rest } = content;
  return { manifest: { ...(pluginId !== id && { pluginId }), ...rest } };
}
