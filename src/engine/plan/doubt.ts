import { splitVersion } from '../../core/address.ts';
import type { Risk } from '../../core/kind.ts';
import type { Action } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import { findRoute } from '../route/route.ts';
import type { Doubt, Doubts } from '../types.ts';
import { blockedOn, type Decision } from './decide.ts';
import { changesOf } from './order.ts';

/** What a refused content must not cost: an approval, a place in the inspection queue, or messages that go out now. */
const GIVES_UP: readonly Risk[] = ['queues-again', 'loses-approval', 'interrupts-sending'];
const WRITES: readonly Action[] = ['create', 'update', 'version'];

/**
 * Blocks each change that first gives up an approval or an inspection, and then writes a content that the service will likely
 * refuse: the apply would stop between the two. A change that gives up nothing stays, and the plan shows the warning. Pure.
 */
export function blockDoubted<S>(decisions: readonly Decision<S>[], doubts: Doubts): readonly Decision<S>[] {
  return decisions.map((decision) => {
    const doubt = doubtAbout(decision, doubts);
    if (!doubt || !risksOf(decision).some((risk) => GIVES_UP.includes(risk))) return decision;
    const reason = `${doubt.message}: the update would be refused after the approval or the inspection is given up`;
    const opens = `${doubt.hint}. If the service knows the value, silence the rule in the manifest: \`lint: { ${doubt.rule}: REASON }\``;
    return blockedOn(decision.subject, decision.seen, { reason, opens });
  });
}

/** The warnings for a plan to show, which are about its changes, and the others. Pure. */
export function doubtsIn<S>(
  decisions: readonly Decision<S>[],
  doubts: Doubts,
): { shown: readonly Problem[]; others: readonly Problem[] } {
  const changes = changesOf(decisions).filter(({ work }) => WRITES.includes(work.change.action));
  const shown = new Set(changes.flatMap((change) => doubtAbout(change, doubts) ?? []));
  const all = new Set(decisions.flatMap((decision) => doubtAbout(decision, doubts) ?? []));
  return { shown: [...shown], others: [...all].filter((doubt) => !shown.has(doubt)) };
}

function doubtAbout<S>({ subject }: Decision<S>, doubts: Doubts): Doubt | undefined {
  return doubts.get(splitVersion(subject.want.address).of);
}

/** The risks of writing the declared content, whether the policy allows them or not. None if nothing is written. */
function risksOf<S>(decision: Decision<S>): readonly Risk[] {
  if (decision.is === 'change') return decision.work.change.action === 'update' ? decision.work.change.risks : [];
  if (decision.is !== 'blocked' || decision.problem) return [];
  const { subject, seen, blocked } = decision;
  const route = findRoute(subject.kind, seen.live, subject.want, () => true);
  const isWritten = blocked.after !== null && blocked.fields.length > 0;
  return route.found === 'blocked' || !isWritten ? [] : route.risks;
}
