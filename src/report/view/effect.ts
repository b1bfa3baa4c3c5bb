import { isFileNode } from '../../core/content.ts';
import { isObject } from '../../core/json.ts';
import type { Phrase } from '../../core/language.ts';
import type { Change, Plan } from '../../core/plan.ts';
import { variableNames } from '../../core/variables.ts';
import { isOutOfUse, isUsable, outstandingIn } from './words.ts';

/** What a change costs, the worst first. The lead puts its resources before it; a cell has the new `{code}` and `{variables}`. */
export const EFFECT_WORDS = {
  destroys: { en: 'cannot be restored after the deletion', ko: '삭제하면 되돌릴 수 없습니다' },
  interrupts: { en: 'can no longer be sent', ko: '더 이상 발송할 수 없습니다' },
  'loses-approval': {
    en: '{count:loses its|lose their} approval and cannot be sent until the new text is approved',
    ko: '승인이 취소되어, 새 문구가 승인될 때까지 발송할 수 없습니다',
  },
  'gives-up-approval': {
    en: '{count:loses its|lose their} approval and can no longer be sent',
    ko: '승인이 취소되어 더 이상 발송할 수 없습니다',
  },
  'keeps-current': {
    en: '{count:needs|need} a new inspection; the approved text stays in use until then',
    ko: '새로 검수를 받아야 하며, 그동안은 승인된 문구로 발송됩니다',
  },
  'inspection-again': {
    en: '{count:needs|need} an inspection and cannot be sent before it is approved',
    ko: '검수에서 승인될 때까지 발송할 수 없습니다',
  },
  'first-inspection': {
    en: '{count:needs|need} an inspection before the first use',
    ko: '처음 검수를 받으며, 승인된 뒤에 발송할 수 있습니다',
  },
  'new-code': {
    en: '{count:gets|get} a new template code{code}: applications must use it once it is approved',
    ko: '승인되면 발송하는 시스템에서도 템플릿 코드를 바꿔야 합니다{code}',
  },
  'new-variables': {
    en: '{count:has|have} new variables, which applications must fill{variables}',
    ko: '새 변수가 있어, 발송하는 시스템에서 값을 채워야 합니다{variables}',
  },
  'queues-again': {
    en: '{count:loses its|lose their} place in the inspection queue',
    ko: '진행 중인 검수 요청이 취소됩니다',
  },
  resubmits: {
    en: '{count:goes|go} to inspection again with the rejected text unchanged',
    ko: '반려된 문구 그대로 다시 검수를 요청합니다',
  },
  reverses: {
    en: '{count:undoes|undo} what a person did outside notiform',
    ko: 'notiform 밖에서 한 작업을 되돌립니다',
  },
  'takes-over': {
    en: '{count:exists|exist} already, and notiform has never applied {count:it|them}',
    ko: '이미 서비스에 있지만 적용한 기록이 없습니다',
  },
  approval: {
    en: '{count:waits|wait} for the approval of brand messages',
    ko: '브랜드 메시지 발송 승인을 기다리게 됩니다',
  },
  draft: {
    en: '{count:is|are} registered without an inspection request and cannot be sent yet',
    ko: '등록만 하고 검수를 요청하지 않으므로 아직 발송할 수 없습니다',
  },
  'usable-again': { en: 'can be sent again', ko: '다시 발송할 수 있게 됩니다' },
  'at-once': { en: '{count:takes|take} effect at once, without an inspection', ko: '검수 없이 바로 반영됩니다' },
} satisfies Record<string, Phrase>;

export type Effect = keyof typeof EFFECT_WORDS;

export const EFFECTS = Object.keys(EFFECT_WORDS) as Effect[];

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
