import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Plan } from '../../../src/core/plan.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, tagsOf } from '../project.ts';

const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };
const ADDRESSES = ['GroupTag/shop/gold', 'GroupTag/shop/silver'];

async function opened() {
  const emulator = await openEmulator([SHOP]);
  const project = await openProject(hereOf(emulator, [SHOP], '    guard: { allow: [destroys] }\n'), EMULATOR_KEY);
  await project.write('manifests/tags.yaml', tagsOf({ gold: '골드', silver: '실버' }));
  await project.write('manifests/other.yaml', tagsOf({ other: '다른' }));
  const plan = async (...words: string[]): Promise<Plan> =>
    JSON.parse((await project.run(['plan', '--json', ...words])).out).plan;
  expect((await project.run(['apply', '--yes'])).exit).toBe(0);
  const remove = (file: string): Promise<void> => rm(join(project.path, file));
  return { project, plan, remove };
}

const REASON = 'nothing is deleted while a manifest file declares nothing';

it.each([
  ['is empty', ''],
  ['has only comments', '# kind: GroupTag\n---\n# id: gold\n'],
])('nothing is deleted while a file %s', async (_, text) => {
  const { project, plan } = await opened();
  await project.write('manifests/tags.yaml', text);
  const { changes, blocked } = await plan();
  expect(changes).toEqual([]);
  expect(blocked).toMatchObject(
    ADDRESSES.map((address) => ({
      address,
      deletes: true,
      reason: `${REASON}: \`manifests/tags.yaml\``,
      opens: 'delete the file, or put the manifest back',
    })),
  );
  expect(await project.run(['apply', '--yes', '--detailed-exitcode'])).toMatchObject({ exit: 2 });
  await project.write('manifests/tags.yaml', tagsOf({ gold: '골드', silver: '실버' }));
  expect(await project.run(['plan', '--detailed-exitcode'])).toMatchObject({ exit: 0 });
});

it('names every file that declares nothing, also to a plan that was approved before', async () => {
  const { project, plan, remove } = await opened();
  await remove('manifests/tags.yaml');
  expect((await plan('--out', 'plan.json')).changes).toMatchObject(ADDRESSES.map((address) => ({ address })));
  for (const file of ['a', 'b']) await project.write(`manifests/${file}.yaml`, '# nothing\n');
  expect((await plan()).blocked[0]).toMatchObject({
    reason: `${REASON}: \`manifests/a.yaml\`, \`manifests/b.yaml\``,
  });
  const { changes } = JSON.parse((await project.run(['apply', 'plan.json', '--yes', '--json'])).out).receipt;
  expect(changes).toMatchObject(ADDRESSES.map(() => ({ outcome: 'stale' })));
});

it('a removed file, or a removed document beside another, deletes', async () => {
  const { project, plan, remove } = await opened();
  await project.write('manifests/tags.yaml', tagsOf({ silver: '실버' }));
  await remove('manifests/other.yaml');
  const { changes, blocked } = await plan();
  expect(changes.map(({ address, action }) => [address, action])).toEqual([
    ['GroupTag/shop/gold', 'delete'],
    ['GroupTag/shop/other', 'delete'],
  ]);
  expect(blocked).toEqual([]);
});
