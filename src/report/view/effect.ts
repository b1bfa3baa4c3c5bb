import { isFileNode } from '../../core/content.ts';
import { isObject } from '../../core/json.ts';
import type { Change, Plan } from '../../core/plan.ts';
import { variableNames } from '../../core/variables.ts';
import { isOutOfUse, isUsable, outstandingIn } from './words.ts';

/** The effects of a change, the worst first. */
export const EFFECTS = [
  'destroys',
  'interrupts',
  'loses-approval',
  'gives-up-approval',
  'keeps-current',
  'inspection-again',
  'first-inspection',
  'new-code',
  'new-variables',
  'queues-again',
  'resubmits',
  'reverses',
  'takes-over',
  'approval',
  'draft',
  'usable-again',
  'at-once',
] as const;

export type Effect = (typeof EFFECTS)[number];

/**
 * Returns what a change costs, derived from its steps, risks, reasons and states only. `keeps-current` is returned only if the
 * plan says that the replaced text is in use. Empty if it costs nothing.
 */
export function effectsOf(change: Change): Effect[] {
  const { action, reasons, risks, steps } = change;
  const last = steps.at(-1);
  if (!last) return [];
  const ends = last.to.map(({ state }) => state);
  const waitsFor = ends.map(outstandingIn);
  const isInspected = waitsFor.includes('verdict');
  const losesApproval = risks.includes('loses-approval');
  const state = String(change.live['state'] ?? '');
  const wasUsable = isUsable(state);
  const isWritten = action === 'create' || (action === 'update' && wasUsable && !losesApproval);
  const found: Record<Effect, boolean> = {
    destroys: risks.includes('destroys'),
    // A stopped, dormant or blocked resource is not sent before the change either.
    interrupts: risks.includes('interrupts-sending') && !isOutOfUse(state),
    'loses-approval': losesApproval && isInspected,
    'gives-up-approval': losesApproval && !isInspected && !ends.includes('absent'),
    'keeps-current': isInspected && reasons.includes('in-use'),
    'first-inspection': isInspected && isNew(change) && !reasons.includes('in-use'),
    'new-code': newCodeOf(change) !== undefined,
    'new-variables': newVariablesOf(change).length > 0,
    'inspection-again': isInspected && !isNew(change) && !losesApproval && !reasons.includes('in-use'),
    'queues-again': risks.includes('queues-again'),
    resubmits: risks.includes('resubmits'),
    reverses: risks.includes('reverses'),
    'takes-over': risks.includes('takes-over'),
    approval: waitsFor.includes('approval'),
    draft: isDraft(change, ends),
    'usable-again': action === 'lifecycle' && !wasUsable && ends.some(isUsable),
    'at-once': isWritten && ends.every(isUsable) && !ends.includes('present'),
  };
  return EFFECTS.filter((effect) => found[effect]);
}

/** The new code, under which applications send from now on. A version that is edited before its approval has it already. */
export function newCodeOf({ before, after, reasons, steps }: Change): string | undefined {
  const code = after?.['code'];
  const old = before?.['code'];
  const isInspected = steps.at(-1)?.to.some(({ state }) => outstandingIn(state) === 'verdict') === true;
  const isNewCode = code !== old || (isInspected && reasons.includes('in-use'));
  return typeof code === 'string' && typeof old === 'string' && isNewCode ? code : undefined;
}

/** The variables of a changed text that the text before did not have, as in `#{name}`. */
export function newVariablesOf({ before, after }: Change): string[] {
  const [old, now] = [before, after].map((content) => variableNames([JSON.stringify(content)]));
  return before && now ? now.filter((name) => !old?.includes(name)).map((name) => `#{${name}}`) : [];
}

function isNew({ action }: Change): boolean {
  return action === 'create' || action === 'version';
}

/** True if it ends before its inspection is requested. */
function isDraft(change: Change, ends: readonly string[]): boolean {
  const isOpen = ends.every((state) => state !== 'absent' && !isUsable(state) && outstandingIn(state) === undefined);
  return isOpen && (isNew(change) || change.action === 'update') && !change.risks.includes('loses-approval');
}

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
