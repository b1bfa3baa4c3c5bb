import { expect, it } from 'vitest';
import { plan as planShape } from '../../src/core/plan-shape.ts';
import { blockedOf, changeOf, planOf } from '../report/plans.ts';

it.each([
  ['see Thing/b, or --allow destroys', [{ todo: ['see Thing/b, or --allow destroys'] }]],
  [null, []],
])('a plan file of an earlier version has a sentence in place of its ways: %j', (opens, ways) => {
  const { ways: _, ...blocked } = blockedOf({});
  const plan = { ...planOf({}), blocked: [{ ...blocked, opens }] };
  expect(planShape.parse(plan).blocked).toEqual([{ ...blocked, opens, ways }]);
});

it('a plan has a part of its profiles that there is, reasons that are words, and problems with a code, a severity and a message', () => {
  const problem = { code: 'too-long', severity: 'warning', message: 'too long' } as const;
  const whole = planOf({ changes: [changeOf({})], problems: [problem] });
  const of = (index: number) => ({ ...whole, policy: { ...whole.policy, shard: { index, of: 2 } } });
  expect(planShape.parse(of(2))).toEqual(of(2));
  const { code: _, ...without } = problem;
  const wrong = [of(3), { ...whole, changes: [{ ...changeOf({}), reasons: [1] }] }, { ...whole, problems: [without] }];
  expect(wrong.map((plan) => planShape.safeParse(plan).success)).toEqual([false, false, false]);
});
