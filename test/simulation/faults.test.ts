import { describe, expect, it } from 'vitest';
import { NotiformError } from '../../src/core/problem.ts';
import type { Resource } from '../../src/core/resource.ts';
import type { FaultRule } from '../../src/emulator/emulator.ts';
import { illustrated, openProject, type Project, template, writesOf } from './support.ts';

/** Everything that a network and a service do to a request, at the same chance. */
const KINDS: Omit<FaultRule, 'path' | 'chance' | 'times'>[] = [
  { kind: 'rate-limit', resetSeconds: 1 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 502 },
  { kind: 'status', status: 503, acts: true },
  { kind: 'status', status: 504, acts: true },
  { kind: 'drop-before' },
  { kind: 'drop-after' },
  { kind: 'garbage' },
  { kind: 'truncate' },
  { kind: 'html' },
];

function rules(chance: number): FaultRule[] {
  return KINDS.map((rule) => ({ ...rule, path: '/v3/**', chance, times: 0 }));
}

/** Runs as often as a person would, whatever comes of it; a run may fail, and may not do harm. */
async function runThroughFaults(project: Project, wanted: readonly Resource[]): Promise<void> {
  for (let run = 0; run < 4; run += 1) {
    project.restart();
    try {
      await project.run(wanted);
    } catch (error) {
      if (!(error instanceof NotiformError)) throw error;
    }
  }
}

describe('faults from a seed', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'seed %i: nothing is lost, nothing is done twice, and a run in peace converges',
    async (seed) => {
      const project = await openProject();
      project.inFlight = 4;
      await project.run([template('gone', { lifecycle: 'draft' }), template('waits')]);
      await project.journal();
      const wanted = [
        template('a'),
        template('b', { lifecycle: 'draft' }),
        template('waits', { content: '#{이름}님, 바뀐 안내입니다.' }),
        ...illustrated('pictured', project.image('p.png')),
      ];
      await project.control.faults(rules(0.03), seed);
      await runThroughFaults(project, wanted);
      await project.control.faults([]);
      project.restart();
      await project.run(wanted);
      const { plan } = await project.plan(wanted);
      expect(plan).toMatchObject({ changes: [], blocked: [], unmanaged: [], complete: true });
      expect(await project.live()).toEqual({ a: 'REQ', b: 'REG', pictured: 'REQ', waits: 'REQ' });
      expect(Object.keys(project.state()?.entries ?? {}).sort()).toEqual(wanted.map(({ address }) => address).sort());
    },
  );
});

describe('one fault at one call', () => {
  const calls = ['template/add', 'template/request', 'template/list', 'template/detail', 'image/noticetalk/template'];
  const cases = calls.flatMap((path) => KINDS.map((rule) => ({ ...rule, path, nth: 1 })));

  it.each(cases)('$path: $kind $status', async (rule) => {
    const project = await openProject();
    const wanted = [template('a'), ...illustrated('pictured', project.image('p.png'))];
    const planned = await project.plan(wanted);
    await project.journal();
    await project.control.faults([rule]);
    await project.apply(planned);
    await project.control.faults([]);
    project.restart();
    await project.run(wanted);
    expect((await project.plan(wanted)).plan.changes).toEqual([]);
    expect(await project.live()).toEqual({ a: 'REQ', pictured: 'REQ' });
    // However it failed, what the service did it did once.
    const acted = (await project.journal()).filter(({ code, path }) => code === '200' && path.includes('/template/'));
    const writes = writesOf(acted).filter((write) => /^(add|request) /.test(write));
    expect(writes.length).toBe(new Set(writes).size);
  });
});
