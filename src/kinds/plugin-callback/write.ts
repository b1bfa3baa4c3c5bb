import type { Written } from '../../core/declaration.ts';
import type { Live } from '../../core/resource.ts';

/** The document of a live callback; the plugin's id is left out where the document's own is the same. */
export function writeCallback({ content }: Live, id: string): Written {
  const { pluginId = null, ...rest } = content;
  return { manifest: { ...(pluginId !== id && { pluginId }), ...rest } };
}
