import { expect, it } from 'vitest';
import type { Change } from '../../../src/core/plan.ts';
import { type Effect, effectsOf } from '../../../src/report/view/effect.ts';
import { allRisks } from '../../kinds/notification-template/policies.ts';
import { goals } from '../../kinds/notification-template/standings.ts';
import { decisionsOf, type Situation, type State } from '../../kinds/notification-template/version-plans.ts';

const STATES: readonly State[] = ['REG', 'REQ', 'REJ', 'RDY', 'ACT', 'STP', 'DMT', 'BLK'];
const TEXTS = ['old', 'new'];

/** Every template with one version or two, everything that a manifest can declare for it, and every risk allowed. */
function situations(): Situation[] {
  const versions: Situation['versions'][] = [
    {},
    ...STATES.map((state) => ({ 1: { state, text: 'old' } })),
    ...(['RDY', 'ACT', 'STP', 'REJ'] as const).flatMap((first) =>
      STATES.flatMap((second) =>
        TEXTS.map((text) => ({ 1: { state: first, text: 'first' }, 2: { state: second, text } })),
      ),
    ),
  ];
  return versions.flatMap((one) =>
    goals.flatMap((goal) =>
      TEXTS.flatMap((text) =>
        (goal === 'removed' ? [{}] : [{}, { keep: 1, retire: 'stop', after: '0d' }]).map((asked) => ({
          versions: one,
          text,
          asked,
          more: { goal, ...(goal === 'removed' ? { content: {} } : {}) },
          allow: [...allRisks],
        })),
      ),
    ),
  );
}

const isSendable = (state: string): boolean => state === 'RDY' || state === 'ACT';

/** What has to be true of a change if its effect is written. `others` are the states of the other versions, after the plan. */
const TRUTHS: Readonly<
  Record<Effect, (of: { change: Change; from: string; ends: string[]; others: string[] }) => boolean>
> = {
  destroys: ({ ends }) => ends.every((end) => end === 'absent'),
  interrupts: ({ from, ends }) => isSendable(from) && !ends.some(isSendable),
  'loses-approval': ({ from, ends }) => isSendable(from) && ends.every((end) => end === 'REQ'),
  'gives-up-approval': ({ from, ends }) => isSendable(from) && ends.every((end) => end === 'REG'),
  'keeps-current': ({ ends, others }) => ends.every((end) => end === 'REQ') && others.some(isSendable),
  'inspection-again': ({ from, ends, others }) =>
    ['REG', 'REQ', 'REJ'].includes(from) && ends.every((end) => end === 'REQ') && !others.some(isSendable),
  'first-inspection': ({ from, ends, others }) =>
    from === 'absent' && ends.every((end) => end === 'REQ') && !others.some(isSendable),
  'new-code': ({ change, ends, others }) =>
    change.after?.['code'] !== change.before?.['code'] || (ends.includes('REQ') && others.some(isSendable)),
  'new-variables': () => false,
  'queues-again': ({ from }) => from === 'REQ',
  resubmits: ({ change, from, ends }) =>
    from === 'REJ' && ends.every((end) => end === 'REQ') && change.before?.['content'] === change.after?.['content'],
  reverses: ({ from }) => ['STP', 'REQ', 'REG'].includes(from),
  'takes-over': ({ from }) => from !== 'absent',
  approval: () => false,
  draft: ({ from, ends }) => !isSendable(from) && ends.every((end) => end === 'REG'),
  'usable-again': ({ from, ends }) => !isSendable(from) && ends.every(isSendable),
  'at-once': ({ change, from, ends }) => isSendable(from) && ends.every(isSendable) && change.fields.length > 0,
};

it('says of every planned change of a notification template only what is true, and everything that stops messages', () => {
  const wrong: string[] = [];
  const seen = new Set<Effect>();
  for (const situation of situations()) {
    const changes = decisionsOf(situation).flatMap((one) => (one.is === 'change' ? [one.change] : []));
    const endsOf = ({ steps }: Change): string[] => [...new Set(steps.at(-1)?.to.map(({ state }) => state))];
    for (const change of changes) {
      const from = String(change.live['state'] ?? 'absent');
      const ends = endsOf(change);
      const stays = Object.entries(situation.versions).filter(
        ([number]) => !changes.some(({ address }) => address === addressOf(Number(number))),
      );
      const others = [
        ...stays.filter(([number]) => addressOf(Number(number)) !== change.address).map(([, { state }]) => state),
        ...changes.filter((other) => other !== change).flatMap(endsOf),
      ];
      const effects = ends.length === 0 ? [] : effectsOf(change);
      for (const effect of effects) seen.add(effect);
      const untrue = effects.filter((effect) => !TRUTHS[effect]({ change, from, ends, others }));
      const has = (...some: Effect[]): boolean => some.some((effect) => effects.includes(effect));
      const isSilent =
        (ends.length > 0 &&
          isSendable(from) &&
          !ends.some(isSendable) &&
          !has('interrupts', 'loses-approval', 'gives-up-approval', 'destroys')) ||
        (ends.includes('REQ') && !has('keeps-current', 'first-inspection', 'inspection-again', 'loses-approval'));
      if (untrue.length > 0 || isSilent)
        wrong.push(
          `${JSON.stringify([situation.versions, situation.text, situation.more?.goal, situation.asked])} ${change.address}: ${change.action} ${from} → ${ends}: ${effects} (false: ${untrue})`,
        );
    }
  }
  expect(wrong).toEqual([]);
  expect([...seen].sort()).toMatchInlineSnapshot(`
    [
      "destroys",
      "draft",
      "first-inspection",
      "gives-up-approval",
      "inspection-again",
      "interrupts",
      "keeps-current",
      "loses-approval",
      "new-code",
      "queues-again",
      "resubmits",
      "usable-again",
    ]
  `);
});

function addressOf(number: number): string {
  return `NotificationTemplate/shop/order-paid${number === 1 ? '' : `@v${number}`}`;
}
