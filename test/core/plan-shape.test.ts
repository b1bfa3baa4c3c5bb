import { expect, it } from 'vitest';
import { plan as planShape } from '../../src/core/plan-shape.ts';
import { changeOf, planOf } from '../report/plans.ts';

it('a plan has a part of its profiles that there is, reasons that are words, and problems with a code, a severity and a message', () => {
  const problem = { code: 'too-long', severity: 'warning', message: 'too long' } as const;
  const whole = planOf({ changes: [changeOf({})], problems: [problem] });
  const of = (index: number) => ({ ...whole, policy: { ...whole.policy, shard: { index, of: 2 } } });
  expect(planShape.parse(of(2))).toEqual(of(2));
  const { code: _, ...without } = problem;
  const wrong = [of(3), { ...whole, changes: [{ ...changeOf({}), reasons: [1] }] }, { ...whole, problems: [without] }];
  expect(wrong.map((plan) => planShape.safeParse(plan).success)).toEqual([false, false, false]);
});
