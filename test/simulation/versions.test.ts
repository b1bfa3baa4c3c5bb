import { describe, expect, it } from 'vitest';
import { openProject, type Project, template, writesOf } from './support.ts';

const text = (content: string, more = {}) => [template('order-paid', { versions: true, content, ...more })];

async function begun(): Promise<Project> {
  const project = await openProject();
  await project.run(text('하나'));
  await project.verdict('order_paid', 'approve');
  await project.journal();
  return project;
}

async function actions(project: Project, resources: ReturnType<typeof text>): Promise<string[]> {
  const { plan } = await project.plan(resources);
  return [
    ...plan.changes.map(({ address, action, steps }) =>
      [address.split('/').at(-1), action, ...steps.map(({ operation }) => operation.replace('template.', ''))].join(
        ' ',
      ),
    ),
    ...plan.blocked.map(({ address, reason }) => `${address.split('/').at(-1)} blocked: ${reason}`),
  ];
}

describe('an approved text that changes', () => {
  it('is published as a new version while the old one goes on', async () => {
    const project = await begun();
    expect(await actions(project, text('둘'))).toEqual(['order-paid@v2 version add request']);
    await project.run(text('둘'));
    expect(await project.live()).toEqual({ order_paid: 'RDY', order_paid_v2: 'REQ' });
    expect(await actions(project, text('둘'))).toEqual([]);
    expect(await actions(project, text('셋'))).toEqual(['order-paid@v2 update cancel_request update request']);
    await project.verdict('order_paid_v2', 'approve');
    expect(await actions(project, text('둘'))).toEqual([]);
    expect(await actions(project, text('하나'))).toEqual([]);
    expect(await actions(project, text('셋'))).toEqual(['order-paid@v3 version add request']);
    expect(writesOf(await project.journal())).toEqual(['add order_paid_v2', 'request order_paid_v2']);
  });

  it('is deleted again where git goes back before the verdict', async () => {
    const project = await begun();
    await project.run(text('둘'));
    expect(await actions(project, text('하나'))).toEqual(['order-paid@v2 delete cancel_request delete']);
    await project.run(text('하나'));
    expect(await project.live()).toEqual({ order_paid: 'RDY' });
    expect(await actions(project, text('하나'))).toEqual([]);
  });
});
