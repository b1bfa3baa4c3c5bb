import type { Written } from '../../core/declaration.ts';
import type { Live } from '../../core/resource.ts';
import type { GroupTag } from './endpoints.ts';

/** A tag as a live resource; it has no state of its own. */
export function liveTag({ groupTagKey, groupTagName }: GroupTag): Live {
  return { name: groupTagKey, content: { name: groupTagName }, status: { state: 'present' } };
}

/** The document of a live tag: its name. The key is a binding. */
export function writeTag({ content: { name = null } }: Live): Written {
  return { manifest: { name } };
}
