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

it('each address is told once, with its fields as the manifest has them', () => {
  const after = { content: 'hunter22', buttons: [{ name: 'is hunter22' }] };
  const fields = [{ path: 'content', before: null, after: 'hunter22', format: 'text' as const }];
  const change = changeOf({ before: { content: 'was hunter22' }, after, fields });
  const bare = changeOf({ address: 'Image/shop/x', fields, source: null });
  expect(told(planOf({ changes: [change, bare] }))).toEqual([
    'The plan cannot be written: NotificationTemplate/shop/order-paid contains a secret of the environment in content, buttons[0].name',
    'The plan cannot be written: Image/shop/x contains a secret of the environment in fields[0].after',
  ]);
});

it('a secret outside of any address is told too, as is one in the names of members', () => {
  expect(told(planOf({ environment: 'hunter22' }))).toEqual([
    'The plan cannot be written: it contains a secret of the environment in environment',
  ]);
  const [named] = told(planOf({ changes: [changeOf({ live: { hunter22: 1 } })] }));
  expect(named).toContain('in live.hunter22');
});

it('a secret that is only there across the text is one all the same', () => {
  const plan = planOf({});
  const across = (text: string): string => text.replaceAll('[],', '****');
  expect(secretProblems(plan, JSON.stringify(plan), across)).toMatchObject([
    { code: 'plan-secret', message: 'The plan cannot be written: it contains a secret of the environment' },
  ]);
});
