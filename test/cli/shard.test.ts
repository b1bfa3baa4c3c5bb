import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject } from './project.ts';
import { viewOf } from './streams.ts';

const PROFILES = ['a', 'b', 'c', 'd'].map((alias) => ({ alias, key: alias.repeat(40), type: 'S' as const }));

async function open() {
  const emulator = await openEmulator(PROFILES);
  const project = await openProject(hereOf(emulator, PROFILES), EMULATOR_KEY);
  const run = async (...words: string[]): Promise<{ exit: number; document: Record<string, unknown> }> => {
    const { exit, out } = await project.run(['--json', ...words]);
    return { exit, document: JSON.parse(out) };
  };
  const tags = (profiles: readonly string[]) =>
    project.write('manifests/tags.yaml', `kind: GroupTag\nid: promo\nprofiles: [${profiles.join(', ')}]\nname: 특가\n`);
  const states = async () => (await readdir(join(project.path, '.notiform', 'state', 'here'))).sort();
  await tags(['a', 'b', 'c', 'd']);
  return { run, states, tags };
}

function profilesIn(rows: unknown): string[] {
  return (rows as { address: string }[]).map(({ address }) => address.split('/')[1] ?? '');
}

it('shards together are the whole; each applies its own and touches no other state', async () => {
  const { run, states } = await open();
  const planned: string[][] = [];
  for (const shard of ['1/3', '2/3', '3/3']) {
    const { exit, document } = await run('plan', '--shard', shard);
    expect(exit).toBe(0);
    planned.push(profilesIn((document['plan'] as { changes: unknown }).changes));
  }
  expect(planned.flat().sort()).toEqual(['a', 'b', 'c', 'd']);
  const [own = []] = planned.filter((one) => one.length > 0);
  const index = planned.indexOf(own) + 1;
  const { exit, document } = await run('apply', '--yes', '--shard', `${index}/3`);
  expect(exit).toBe(0);
  expect(profilesIn((document['receipt'] as { changes: unknown }).changes)).toEqual(own);
  expect(await states()).toEqual(own.map((alias) => `${alias}.json`));
  const { document: seen } = await run('status', '--shard', `${index}/3`);
  expect(seen['status']).toMatchObject({ rows: own.map((alias) => ({ address: `GroupTag/${alias}/promo` })) });
});

it('a shard whose last manifest went removes what was its own, since the project has others', async () => {
  const { run, tags } = await open();
  await run('apply', '--yes');
  const { document } = await run('plan', '--shard', '1/2');
  expect(document['plan']).toMatchObject({ counts: { unchanged: expect.any(Number) as number } });
  const { document: first } = await run('status', '--shard', '1/2');
  const own = profilesIn((first['status'] as { rows: unknown }).rows);
  await tags(['a', 'b', 'c', 'd'].filter((alias) => !own.includes(alias)));
  const planned = await run('plan', '--shard', '1/2', '--out', 'plan.json');
  expect(planned).toMatchObject({ exit: 0, document: { plan: { applyable: true, counts: { delete: own.length } } } });
  expect(await run('apply', 'plan.json')).toMatchObject({
    exit: 0,
    document: { receipt: { counts: { done: own.length } } },
  });
});

it('a plan file records its shard: applied, it looks at no other', async () => {
  const { run, states } = await open();
  const { document } = await run('plan', '--shard', '1/2', '--out', 'plan.json');
  const { changes, policy } = document['plan'] as { changes: unknown; policy: object };
  expect(policy).toMatchObject({ shard: { index: 1, of: 2 } });
  expect((await run('apply', 'plan.json', '--yes', '--shard', '1/2')).exit).toBe(64);
  const applied = await run('apply', 'plan.json', '--yes');
  expect(applied.exit).toBe(0);
  expect(applied.document['receipt']).toMatchObject({ unapproved: [] });
  expect(await states()).toEqual(profilesIn(changes).map((alias) => `${alias}.json`));
});

it.each(['0/3', '4/3', '1', '1/0', 'a/b', '-1/2'])('%s is no shard', async (shard) => {
  const view = viewOf({ env: { COLUMNS: '200' } });
  expect(await runProgram(['plan', `--shard=${shard}`], view)).toBe(64);
  expect(view.err()).toContain('Expected a part: 2/8 is the second of eight\n');
});
