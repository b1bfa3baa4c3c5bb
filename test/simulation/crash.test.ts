import { describe, expect, it } from 'vitest';
import type { Resource } from '../../src/core/resource.ts';
import { Crash, Fate, illustrated, openProject, type Project, template, writesOf } from './support.ts';

/** A project in the middle of its life, and what is wanted next: one of each kind of change. */
async function prepare(): Promise<{ project: Project; wanted: Resource[] }> {
  const project = await openProject();
  const old = project.image('old.png');
  await project.run([
    template('gone', { lifecycle: 'draft' }),
    template('waits'),
    template('spurned'),
    template('was', { lifecycle: 'draft', code: 'kept_code' }),
    template('renamed', { lifecycle: 'draft', code: 'first_code' }),
    ...illustrated('pictured', old, { lifecycle: 'draft' }),
  ]);
  await project.verdict('spurned', 'reject');
  await project.journal();
  const wanted = [
    template('fresh'),
    template('waits', { content: '#{이름}님, 바뀐 안내입니다.' }),
    template('spurned', { content: '#{이름}님, 고친 안내입니다.' }),
    template(
      'is',
      { lifecycle: 'draft', code: 'kept_code', content: '바뀐 #{이름}' },
      {
        renamedFrom: 'NotificationTemplate/shop/was',
      },
    ),
    template('renamed', { lifecycle: 'draft', code: 'second_code' }),
    ...illustrated('pictured', project.image('new.png'), { lifecycle: 'draft' }),
    ...illustrated('another', project.image('another.png')),
  ];
  return { project, wanted };
}

const AFTER = {
  another: 'REQ',
  fresh: 'REQ',
  kept_code: 'REG',
  pictured: 'REG',
  second_code: 'REG',
  spurned: 'REQ',
  waits: 'REQ',
};

/** Every write to a template, each exactly once, however often the run was killed. */
const DONE_ONCE = [
  'add another',
  'add fresh',
  'cancel_request waits',
  'delete gone',
  'request another',
  'request fresh',
  'request spurned',
  'request waits',
  'update first_code',
  'update kept_code',
  'update pictured',
  'update spurned',
  'update waits',
];

/** Kills a run at an event, then runs again as a fresh process until nothing is left to do. */
async function killedAt(last: number, inFlight: number): Promise<{ died: boolean; runs: number }> {
  const { project, wanted } = await prepare();
  project.inFlight = inFlight;
  project.restart(new Fate(last));
  let died = false;
  try {
    await project.run(wanted);
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    died = true;
  }
  let runs = 0;
  for (; runs < 3; runs += 1) {
    project.restart();
    const planned = await project.plan(wanted);
    if (planned.plan.changes.length === 0) break;
    expect((await project.apply(planned)).changes.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
  }
  expect(await project.live()).toEqual(AFTER);
  const { plan } = await project.plan(wanted);
  expect(plan).toMatchObject({ changes: [], blocked: [], unmanaged: [], problems: [], complete: true });
  expect(Object.keys(project.state()?.entries ?? {}).sort()).toEqual(wanted.map(({ address }) => address).sort());
  // A lock that is left by a death at the very end is taken over by whoever comes next.
  if (runs > 0) expect([...project.files.all.keys()].filter((path) => path.includes('lock'))).toEqual([]);
  expect(
    writesOf(await project.journal())
      .filter((write) => !write.startsWith('template'))
      .sort(),
  ).toEqual(DONE_ONCE);
  return { died, runs };
}

describe('a run that is killed', () => {
  it('at any service call or write of the state is finished by the same command, with nothing lost and nothing done twice', async () => {
    const found: { died: boolean; runs: number }[] = [];
    for (let last = 0; found.at(-1)?.died !== false; last += 1) found.push(await killedAt(last, 1));
    // One run was enough after every death.
    expect(Math.max(...found.map(({ runs }) => runs))).toBe(1);
    expect(found.length).toBeGreaterThan(60);
  }, 240_000);

  it('with several changes under way is finished as well', async () => {
    for (let last = 30; last < 130; last += 7) await killedAt(last, 4);
  }, 120_000);
});
