import type { Written } from '../../core/declaration.ts';
import type { Live } from '../../core/resource.ts';

/** The document of a live tag: its name. The key is a binding. */
export function writeTag({ content: { name = null } }: Live): Written {
  return { manifest: { name } };
}
