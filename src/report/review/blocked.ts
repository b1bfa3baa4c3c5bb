import { splitVersion } from '../../core/address.ts';
import type { Risk } from '../../core/kind.ts';
import type { Phrase } from '../../core/language.ts';
import type { Blocked } from '../../core/plan.ts';
import { stateName } from '../words.ts';
import type { NamedResource, ReviewWriter } from './parts.ts';
import { ACTION_CELLS, DELETION_CELLS, PLAN_WORDS, RISK_CELLS, VERDICT_CELLS } from './words.ts';

/** The texts about blocked resources. */

/** What the texts about a blocked resource depend on. */
export interface BlockedChange {
  risk?: Risk | undefined;
  deletes?: boolean | undefined;
}

/** What a blocked resource needs: another text, an allowed risk, or neither helps. A deletion is named as one. */
export function blockOf({ risk, deletes }: BlockedChange): 'unchanged' | 'risky' | 'deletion' | 'stays' | 'blocked' {
  if (risk === undefined) return deletes ? 'stays' : 'blocked';
  if (deletes) return 'deletion';
  return risk === 'resubmits' ? 'unchanged' : 'risky';
}

/** Returns the words of an allowed risk that a change needs: what a deletion does, or what another change costs. */
export function riskCell({ deletes }: BlockedChange, risk: Risk): Phrase {
  return (deletes ? DELETION_CELLS : RISK_CELLS)[risk];
}

/** How many are blocked: rejected texts, those that only a risk prevents, and the rest. */
export function blockedSentences(blocked: readonly (BlockedChange & NamedResource)[], writer: ReviewWriter): string[] {
  return (['deletion', 'unchanged', 'risky', 'stays', 'blocked'] as const).flatMap((word) =>
    writer.about(
      PLAN_WORDS[word],
      blocked.filter((one) => blockOf(one) === word),
    ),
  );
}

/** Why a resource stays as it is. */
export function blockedCell(blocked: Pick<Blocked, 'state' | 'risk' | 'deletes'>, writer: ReviewWriter): string {
  const { state, risk } = blocked;
  if (risk !== undefined) return riskCell(blocked, risk)[writer.language];
  return writer.say(PLAN_WORDS.cannot, { state: stateName(state, writer.language) });
}

/** Returns the change of a resource whose fields do not change: it is deleted, or no manifest declares it any more. */
export function blockedAction({
  address,
  deletes,
  before,
  after,
}: Pick<Blocked, 'address' | 'deletes' | 'before' | 'after'>): Phrase | undefined {
  if (deletes) return ACTION_CELLS.delete;
  // An older version is not declared either, and its resource is.
  const isRemoved = before !== null && after === null && splitVersion(address).of === address;
  return isRemoved ? VERDICT_CELLS.orphan : undefined;
}
