import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/core/plan.ts';
import type { Resource } from '../../src/core/resource.ts';
import { Crash, Fate, illustrated, openProject, type Project, template, writesOf } from './support.ts';

const ACTIONS = ['create', 'delete', 'update', 'version'];

/** A project in the middle of its life, what is wanted next, and the plan of it in a file. */
async function prepare(): Promise<{ project: Project; wanted: Resource[]; file: Plan }> {
  const project = await openProject();
  const inUse = template('in-use', {}, { options: { versions: { keep: 2, retire: 'keep' } } });
  await project.run([template('gone', { lifecycle: 'draft' }), template('waits'), template('spurned'), inUse]);
  await project.verdict('spurned', 'reject');
  await project.verdict('in_use', 'approve');
  const wanted = [
    template('fresh'),
    template('waits', { content: '#{이름}님, 바뀐 안내입니다.' }),
    template('spurned', { content: '#{이름}님, 고친 안내입니다.' }),
    template('in-use', { content: '#{이름}님, 다음 안내입니다.' }, { options: inUse.options }),
    ...illustrated('pictured', project.image('new.png')),
  ];
  const { plan } = await project.plan(wanted);
  expect([...new Set(plan.changes.map(({ action }) => action))].sort()).toEqual(ACTIONS);
  await project.journal();
  return { project, wanted, file: JSON.parse(JSON.stringify(plan)) as Plan };
}

/** Kills a run of the file at an event, and runs the same file again. Whether it died, and what was written in all. */
async function killedAt(last: number): Promise<{ died: boolean; writes: string[] }> {
  const { project, wanted, file } = await prepare();
  project.restart(new Fate(last));
  let died = false;
  try {
    await project.apply(await project.approved(file, wanted));
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    died = true;
  }
  project.restart();
  const receipt = await project.apply(await project.approved(file, wanted));
  const undone = receipt.changes.filter(({ outcome }) => outcome !== 'done' && outcome !== 'already-so');
  expect(undone, `killed at event ${last}`).toEqual([]);
  expect(receipt.changes.map(({ address }) => address)).toEqual(file.changes.map(({ address }) => address));
  const { plan } = await project.plan(wanted);
  expect(plan, `killed at event ${last}`).toMatchObject({ changes: [], blocked: [], unmanaged: [], complete: true });
  const writes = writesOf(await project.journal()).filter((write) => write !== 'template');
  return { died, writes: writes.sort() };
}

describe('a run of a plan file that is killed', () => {
  it('is finished with the same file, each write done once, a new version among them', async () => {
    const whole = await killedAt(Number.POSITIVE_INFINITY);
    expect(whole.died).toBe(false);
    expect(whole.writes.length).toBeGreaterThan(8);
    let kills = 0;
    for (let last = 3; ; last += 8) {
      const { died, writes } = await killedAt(last);
      expect(writes, `killed at event ${last}`).toEqual(whole.writes);
      if (!died) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThan(8);
  }, 60_000);
});
