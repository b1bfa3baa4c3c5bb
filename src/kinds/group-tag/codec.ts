import type { Live } from '../../core/resource.ts';
import type { GroupTag } from './endpoints.ts';

/** A tag as a live resource; it has no state of its own. */
export function liveTag({ groupTagKey, groupTagName }: GroupTag): Live {
  return { name: groupTagKey, content: { name: groupTagName }, status: { state: 'present' } };
}
