import { expect, it } from 'vitest';
import { secretProblems } from '../../../src/cli/plan/file.ts';
import type { Plan } from '../../../src/core/plan.ts';
import { changeOf, planOf } from '../../report/plans.ts';

const hide = (text: string): string => text.replaceAll('hunter22', '****');

function told(plan: Plan): string[] {
  return secretProblems(plan, JSON.stringify(plan), hide).map(({ message }) => message);
}

it('a plan without a secret has no such problem', () => {
  expect(told(planOf({ changes: [changeOf({ after: { content: 'hello' } })] }))).toEqual([]);
});

it('each address is told once', () => {
  const change = changeOf({ before: { content: 'was hunter22' }, after: { content: 'hunter22' } });
  const named = changeOf({ address: 'Image/shop/x', live: { hunter22: 1 }, source: null });
  expect(told(planOf({ changes: [change, named, changeOf({ address: 'Image/shop/y' })] }))).toEqual([
    'The plan cannot be written: NotificationTemplate/shop/order-paid contains a secret of the environment',
    'The plan cannot be written: Image/shop/x contains a secret of the environment',
  ]);
});

it('a secret outside of any address is told too', () => {
  const message = 'The plan cannot be written: it contains a secret of the environment';
  expect(told(planOf({ environment: 'hunter22' }))).toEqual([message]);
});
