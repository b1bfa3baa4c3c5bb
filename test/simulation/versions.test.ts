import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import type { Resource } from '../../src/core/resource.ts';
import { illustrated, openProject, type Project, template, writesOf } from './support.ts';

function text(content: string, manifest: JsonObject = {}, more: Partial<Resource> = {}): Resource[] {
  return [template('order-paid', { versions: true, content, ...manifest }, more)];
}

/** A project whose first text is approved. */
async function begun(resources = text('하나')): Promise<Project> {
  const project = await openProject();
  await project.run(resources);
  await project.verdict('order_paid', 'approve');
  await project.journal();
  return project;
}

/** What a plan would do, by the last part of each address. */
async function actions(project: Project, resources: readonly Resource[], flags = {}): Promise<string[]> {
  const { plan } = await project.plan(resources, flags);
  const idOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1);
  return [
    ...plan.changes.map(({ address, action, steps }) =>
      [idOf(address), action, ...steps.map(({ operation }) => operation.replace('template.', ''))].join(' '),
    ),
    ...plan.blocked.map(({ address, reason }) => `${idOf(address)} blocked: ${reason}`),
  ];
}

/** Loses the state. */
function forget(project: Project): void {
  project.files.all.delete('/project/state/test/shop.json');
}

function bindings(project: Project): Record<string, unknown> {
  const entries = Object.entries(project.state()?.entries ?? {});
  return Object.fromEntries(entries.map(([address, { binding }]) => [address.split('/').at(-1), binding['code']]));
}

describe('an approved text that changes', () => {
  it('is published as a new version while the old one goes on, and comes back without an inspection', async () => {
    const project = await begun();
    const { plan } = await project.plan(text('둘'));
    expect(plan.changes).toMatchObject([
      {
        address: 'NotificationTemplate/shop/order-paid@v2',
        action: 'version',
        reasons: ['in-use'],
        risks: [],
        dependsOn: [],
        live: {},
        before: { code: 'order_paid', name: '안내 order-paid', content: '하나' },
        after: { code: 'order_paid_v2', name: '안내 order-paid (v2)', content: '둘' },
      },
    ]);
    expect(plan.counts).toMatchObject({ version: 1, create: 0, update: 0 });
    expect(await actions(project, text('둘'))).toEqual(['order-paid@v2 version add request']);
    await project.run(text('둘'));
    expect(await project.live()).toEqual({ order_paid: 'RDY', order_paid_v2: 'REQ' });
    expect(bindings(project)).toEqual({ 'order-paid': 'order_paid', 'order-paid@v2': 'order_paid_v2' });
    expect(await actions(project, text('둘'))).toEqual([]);
    expect((await project.plan(text('둘'))).plan.waiting).toMatchObject([
      { address: 'NotificationTemplate/shop/order-paid@v2', waitsFor: 'verdict' },
    ]);
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
    const { plan } = await project.plan(text('하나'));
    expect(plan.changes).toMatchObject([
      { action: 'delete', reasons: ['abandoned'], risks: ['queues-again', 'destroys'], after: null },
    ]);
    await project.run(text('하나'));
    expect(await project.live()).toEqual({ order_paid: 'RDY' });
    expect(bindings(project)).toEqual({ 'order-paid': 'order_paid' });
    expect(await actions(project, text('하나'))).toEqual([]);
  });

  it('leaves out the codes that others have', async () => {
    const project = await begun();
    await project.run([...text('하나'), template('other', { code: 'order_paid_v2', name: '남의 것' })]);
    expect(
      await actions(project, [...text('둘'), template('other', { code: 'order_paid_v2', name: '남의 것' })]),
    ).toEqual(['order-paid@v3 version add request']);
    forget(project);
    const { plan } = await project.plan(text('둘'));
    expect(plan.unmanaged.map(({ name }) => name)).toEqual(['order_paid_v2']);
    expect(plan.changes.map(({ address }) => address)).toEqual(['NotificationTemplate/shop/order-paid']);
    expect(plan.blocked.map(({ address }) => address)).toEqual(['NotificationTemplate/shop/order-paid@v3']);
  });

  it('begins again under the same number where somebody deleted it', async () => {
    const project = await begun();
    await project.run(text('둘'));
    await project.verdict('order_paid_v2', 'reject');
    await project.run(text('셋', { lifecycle: 'draft' }));
    expect(await project.live()).toEqual({ order_paid: 'RDY', order_paid_v2: 'REG' });
    const other = text('하나');
    await project.run(other);
    expect(await project.live()).toEqual({ order_paid: 'RDY' });
    await project.run(text('둘'));
    expect(await project.live()).toEqual({ order_paid: 'RDY', order_paid_v2: 'REQ' });
  });
});

describe('a state that was lost', () => {
  it('finds the first version by its code, and the one that says what the manifest says', async () => {
    const project = await begun();
    await project.run(text('둘'));
    await project.verdict('order_paid_v2', 'approve');
    await project.run(text('셋'));
    await project.verdict('order_paid_v3', 'approve');
    forget(project);
    expect(await actions(project, text('셋'))).toEqual(['order-paid adopt', 'order-paid@v3 adopt']);
    const { plan } = await project.plan(text('셋'));
    expect(plan.unmanaged.map(({ name }) => name)).toEqual(['order_paid_v2']);
    await project.run(text('셋'));
    expect(bindings(project)).toEqual({ 'order-paid': 'order_paid', 'order-paid@v3': 'order_paid_v3' });
    expect(await actions(project, text('셋'))).toEqual([]);
    expect(await actions(project, text('넷'))).toEqual(['order-paid@v4 version add request']);
  });

  it('finds the one under way, and edits it in place', async () => {
    const project = await begun();
    await project.run(text('둘'));
    forget(project);
    expect(await actions(project, text('둘'))).toEqual(['order-paid adopt', 'order-paid@v2 adopt']);
    expect(await actions(project, text('셋'))).toEqual([
      'order-paid adopt',
      'order-paid@v3 blocked: it exists already, and the state has no apply of it',
    ]);
  });

  it('knows the images of a version again', async () => {
    const project = await openProject();
    const first = project.image('a.png');
    const second = project.image('b.png');
    const shown = (file: typeof first, content = '하나') =>
      illustrated('order-paid', file, { versions: true, content });
    await project.run(shown(first));
    await project.verdict('order_paid', 'approve');
    await project.run(shown(second));
    await project.verdict('order_paid_v2', 'approve');
    expect(await actions(project, shown(second))).toEqual([]);
    forget(project);
    await project.run(shown(second));
    expect(bindings(project)).toMatchObject({ 'order-paid': 'order_paid', 'order-paid@v2': 'order_paid_v2' });
    expect(await actions(project, shown(second))).toEqual([]);
    expect(Object.keys(await project.live())).toEqual(['order_paid', 'order_paid_v2']);
  });
});

describe('versions that show images', () => {
  it('have uploads of their own, and the old ones stay known while they are shown', async () => {
    const project = await openProject();
    const shown = (path: string) => illustrated('order-paid', project.image(path), { versions: true });
    await project.run(shown('a.png'));
    await project.verdict('order_paid', 'approve');
    await project.journal();
    expect(await actions(project, shown('b.png'))).toEqual([
      expect.stringMatching(/^notification-template-\w+ create image.upload$/),
      'order-paid@v2 version add request',
    ]);
    const { plan } = await project.plan(shown('b.png'));
    expect(plan.changes.at(-1)?.dependsOn).toEqual([plan.changes[0]?.address]);
    await project.run(shown('b.png'));
    await project.verdict('order_paid_v2', 'approve');
    expect(await actions(project, shown('b.png'))).toEqual([]);
    // The first picture is known as long as the first version shows it: going back uploads nothing.
    expect(await actions(project, shown('a.png'))).toEqual([]);
    expect(writesOf(await project.journal()).map((write) => write.split(' ')[0])).toEqual([
      'template',
      'add',
      'request',
    ]);
  });
});

describe('a manifest', () => {
  const approved = async (): Promise<Project> => {
    const project = await begun();
    await project.run(text('둘'));
    await project.verdict('order_paid_v2', 'approve');
    return project;
  };

  it('that goes takes all its versions along', async () => {
    const project = await approved();
    await project.run(text('셋'));
    expect(await actions(project, [], { allow: ['queues-again', 'destroys', 'loses-approval'] })).toEqual([
      'order-paid delete cancel_approval delete',
      'order-paid@v2 delete cancel_approval delete',
      'order-paid@v3 delete cancel_request delete',
    ]);
  });

  it('whose id changes keeps all its versions, said or not', async () => {
    const project = await approved();
    const renamed = (more: Partial<Resource>) => [
      template('paid', { versions: true, code: 'order_paid', name: '안내 order-paid', content: '둘' }, more),
    ];
    expect(await actions(project, renamed({}))).toEqual([
      'order-paid forget',
      'order-paid@v2 forget',
      'paid adopt',
      'paid@v2 adopt',
    ]);
    const said = renamed({ renamedFrom: 'NotificationTemplate/shop/order-paid' });
    expect(await actions(project, said)).toEqual(['paid move', 'paid@v2 move']);
    await project.run(said);
    expect(bindings(project)).toEqual({ paid: 'order_paid', 'paid@v2': 'order_paid_v2' });
    expect(await actions(project, renamed({}))).toEqual([]);
    await project.run(text('둘', { name: '안내 order-paid' }));
    expect(bindings(project)).toEqual({ 'order-paid': 'order_paid', 'order-paid@v2': 'order_paid_v2' });
    expect(await project.live()).toEqual({ order_paid: 'RDY', order_paid_v2: 'RDY' });
  });

  it('is aimed at with all its versions', async () => {
    const project = await approved();
    const { plan } = await project.plan(text('셋'));
    expect(plan.changes).toHaveLength(1);
    await project.run(text('셋'));
    await project.verdict('order_paid_v3', 'reject');
    expect(await actions(project, text('셋'), { resubmit: ['order-paid'] })).toEqual([
      'order-paid@v3 lifecycle update request',
    ]);
  });
});

describe('texts, one after another, with verdicts between them', () => {
  it('are reached by one run each: never two under way, and nothing is lost that was approved', async () => {
    const stage = fc.record({
      text: fc.integer({ min: 1, max: 4 }),
      verdict: fc.constantFrom('approve' as const, 'reject' as const, 'none' as const),
      isLost: fc.boolean(),
    });
    const project = await openProject();
    project.allow = ['takes-over'];
    const afresh = await project.keep('empty');
    await fc.assert(
      fc.asyncProperty(fc.array(stage, { minLength: 2, maxLength: 6 }), async (stages) => {
        await afresh();
        const approved = new Set<string>();
        for (const { text: number, verdict, isLost } of stages) {
          const resources = text(`#{이름}님, ${number}번째 안내입니다.`);
          if (isLost && approved.size === 0) forget(project);
          const receipt = await project.run(resources);
          expect(receipt.changes.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
          const now = await project.live();
          expect(Object.values(now).filter((state) => ['REG', 'REQ', 'REJ'].includes(state)).length).toBeLessThan(2);
          for (const code of approved) expect(now[code]).toBe('RDY');
          const [waiting] = Object.entries(now).find(([, state]) => state === 'REQ') ?? [];
          if (waiting !== undefined && verdict !== 'none') {
            await project.verdict(waiting, verdict);
            if (verdict === 'approve') approved.add(waiting);
          }
          const { plan } = await project.plan(resources);
          expect(plan.changes).toEqual([]);
          expect(plan.complete).toBe(true);
        }
      }),
      { numRuns: 5, seed: 20261121 },
    );
  });
});
