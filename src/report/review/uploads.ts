import { isFileNode } from '../../core/content.ts';
import { isObject } from '../../core/json.ts';
import type { Change, Plan } from '../../core/plan.ts';
import { effectsOf } from './effect.ts';

/** New files that other changes need. A reviewer sees them there, and they have no effect of their own. */
export function uploadsIn({ changes = [], waiting = [] }: Partial<Plan>): Change[] {
  const held = waiting.flatMap((one) => one.held?.change ?? []);
  const needed = new Set([...changes, ...held].flatMap(({ dependsOn }) => dependsOn));
  return changes.filter((change) => {
    const file = change.after?.['file'];
    const isFile = change.action === 'create' && isObject(file) && isFileNode(file);
    return isFile && needed.has(change.address) && effectsOf(change).length === 0;
  });
}
