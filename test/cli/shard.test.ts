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
  await project.write('manifests/tags.yaml', 'kind: GroupTag\nid: promo\nprofiles: [a, b, c, d]\nname: 특가\n');
  const run = async (...words: string[]): Promise<{ exit: number; document: Record<string, unknown> }> => {
    const { exit, out } = await project.run(['--json', ...words]);
    return { exit, document: JSON.parse(out) };
  };
  const states = async () => (await readdir(join(project.path, '.notiform', 'state', 'here'))).sort();
  return { run, states };
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
  const view = viewOf();
  expect(await runProgram(['plan', `--shard=${shard}`], view)).toBe(64);
  expect(view.err()).toContain('It is a part of all, as 2/8: the second of eight.');
});
