import type { Risk } from '../../core/kind.ts';
import type { Blocked } from '../../core/plan.ts';
import { stateName } from '../words.ts';
import type { ReviewWriter } from './parts.ts';
import { PLAN_WORDS, RISK_CELLS } from './words.ts';

/** The texts about blocked resources. */

/** What a blocked resource needs: another text, an allowed risk, or neither helps. */
export function blockOf({ risk }: { risk?: Risk | undefined }): 'unchanged' | 'risky' | 'blocked' {
  if (risk === undefined) return 'blocked';
  return risk === 'resubmits' ? 'unchanged' : 'risky';
}

/** How many are blocked: rejected texts, those that only a risk prevents, and the rest. */
export function blockedSentences(
  blocked: readonly Pick<Blocked, 'address' | 'risk'>[],
  writer: ReviewWriter,
): string[] {
  return (['unchanged', 'risky', 'blocked'] as const).flatMap((word) => {
    const some = blocked.filter((one) => blockOf(one) === word);
    return some.length === 0 ? [] : [writer.say(PLAN_WORDS[word], { what: writer.whatAt(some), count: some.length })];
  });
}

/** Why a resource stays as it is. */
export function blockedCell({ state, risk }: Pick<Blocked, 'state' | 'risk'>, writer: ReviewWriter): string {
  if (risk !== undefined) return RISK_CELLS[risk][writer.language];
  return writer.say(PLAN_WORDS.cannot, { state: stateName(state, writer.language) });
}
