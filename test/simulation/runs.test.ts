import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Resource } from '../../src/core/resource.ts';
import { illustrated, openProject, type Project, template, writesOf } from './support.ts';

interface Wish {
  id: string;
  lifecycle: 'approved' | 'draft' | 'stopped';
  text: number;
  picture: number;
}

const wish: fc.Arbitrary<Wish> = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  lifecycle: fc.constantFrom('approved', 'approved', 'draft', 'stopped'),
  text: fc.integer({ min: 0, max: 2 }),
  picture: fc.integer({ min: 0, max: 2 }),
});

const wishes = fc.uniqueArray(wish, { selector: ({ id }) => id, maxLength: 5 });

function resourcesOf(project: Project, wanted: readonly Wish[]): Resource[] {
  const all = wanted.flatMap(({ id, lifecycle, text, picture }) => {
    const manifest = { lifecycle, content: `#{이름}님, 안내 ${text}번입니다.` };
    return picture === 0 ? [template(id, manifest)] : illustrated(id, project.image(`${picture}.png`), manifest);
  });
  return [...new Map(all.map((resource) => [resource.address, resource])).values()];
}

describe('desired sets, one after another, with verdicts between them', () => {
  it('are reached by one run each: the second run is always empty', async () => {
    const stage = fc.record({
      wanted: wishes,
      verdicts: fc.array(fc.constantFrom<'approve' | 'reject' | 'none'>('approve', 'reject', 'none'), {
        minLength: 5,
        maxLength: 5,
      }),
      allow: fc.subarray<'loses-approval' | 'interrupts-sending'>(['loses-approval', 'interrupts-sending']),
    });
    const project = await openProject();
    project.inFlight = 3;
    const afresh = await project.keep('empty');
    await fc.assert(
      fc.asyncProperty(fc.array(stage, { minLength: 1, maxLength: 4 }), async (stages) => {
        await afresh();
        for (const { wanted, verdicts, allow } of stages) {
          const resources = resourcesOf(project, wanted);
          const receipt = await project.run(resources, { allow });
          expect(receipt.changes.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
          const { plan } = await project.plan(resources, { allow });
          expect(plan.changes).toEqual([]);
          expect(plan.complete).toBe(true);
          const waiting = Object.entries(await project.live()).filter(([, state]) => state === 'REQ');
          for (const [index, [code]] of waiting.entries()) {
            const verdict = verdicts[index % verdicts.length] ?? 'none';
            if (verdict !== 'none') await project.verdict(code, verdict);
          }
        }
      }),
      { numRuns: 6, seed: 20261120 },
    );
  }, 120_000);
});

describe('a plan against the service', () => {
  it('writes nothing', async () => {
    const project = await openProject();
    await project.run([template('gone', { lifecycle: 'draft' }), template('b')]);
    await project.journal();
    const state = JSON.stringify(project.state());
    const planned = await project.plan([
      template('a'),
      template('b', { content: '#{이름}' }),
      ...illustrated('p', project.image('p.png')),
    ]);
    expect(planned.plan.counts).toMatchObject({ create: 3, update: 1, delete: 1 });
    const asked = await project.journal();
    expect(asked.length).toBeGreaterThan(0);
    expect(writesOf(asked)).toEqual([]);
    expect(JSON.stringify(project.state())).toBe(state);
  });

  it('costs the list pages and a detail each where 101 templates are unchanged', async () => {
    const project = await openProject();
    project.inFlight = 8;
    const wanted = Array.from({ length: 101 }, (_, index) => template(`t-${index}`, { lifecycle: 'draft' }));
    const templates = wanted.map(({ name, content }) => ({
      profile: 'shop',
      templateCode: String(name),
      templateName: String(content['name']),
      templateContent: String(content['content']),
      categoryCode: '001001',
    }));
    const seeded = await project.control.seed({ templates });
    if (!seeded.ok) throw new Error(seeded.message);
    expect((await project.run(wanted)).counts.done).toBe(101);
    await project.journal();
    const { plan } = await project.plan(wanted);
    expect(plan.counts).toMatchObject({ unchanged: 101, create: 0, update: 0, adopt: 0 });
    const asked = (await project.journal()).map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
    const count = (word: string): number => asked.filter((one) => one === word).length;
    // Two pages of templates, and one list each of brand templates, tags and callbacks.
    expect([count('list'), count('detail'), count('profile'), asked.length]).toEqual([5, 101, 1, 107]);
  });
});
