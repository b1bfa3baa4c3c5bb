import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, tagsOf } from './project.ts';

const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };

async function open() {
  const emulator = await openEmulator([SHOP]);
  const project = await openProject(hereOf(emulator, [SHOP]), EMULATOR_KEY);
  const declare = (names: Record<string, string>) => project.write('manifests/tags.yaml', tagsOf(names));
  const run = async (...words: string[]): Promise<{ exit: number; said: string }> => {
    const { exit, out, err } = await project.run(words);
    return { exit, said: `${out}${err}` };
  };
  return { declare, run, path: project.path };
}

it('an apply that has nothing to do leaves an empty receipt', async () => {
  const { declare, run, path } = await open();
  await declare({ x: 'X' });
  expect((await run('apply', '--yes')).exit).toBe(0);
  expect((await run('apply', '--yes', '--receipt', 'receipt.json')).exit).toBe(0);
  const receipt: unknown = JSON.parse(await readFile(join(path, 'receipt.json'), 'utf8'));
  expect(receipt).toMatchObject({ environment: 'here', interrupted: false, changes: [], counts: { done: 0 } });
  const unwritten = await run('apply', '--yes', '--receipt', 'manifests');
  expect(unwritten.exit).toBe(1);
  expect(unwritten.said).toContain('receipt-unwritten');
});

it('a plan file of a part that cannot be was edited', async () => {
  const { declare, run, path } = await open();
  await declare({ x: 'X' });
  expect((await run('plan', '--shard', '1/2', '--out', 'plan.json')).exit).toBe(0);
  const text = await readFile(join(path, 'plan.json'), 'utf8');
  await writeFile(join(path, 'plan.json'), text.replace('"shard":{"index":1,"of":2}', '"shard":{"index":5,"of":2}'));
  const ran = await run('apply', 'plan.json');
  expect(ran.exit).toBe(3);
  expect(ran.said).toContain('policy.shard: no such part');
});

const EDITS: [string, RegExp | string, string][] = [
  ['a limit', '"maxDeletes":', '"maxDeletes":null,"was":'],
  ['what is allowed', '"acceptAccount":false', '"acceptAccount":true'],
  ['what is protected', '"unprotect":[]', '"unprotect":["GroupTag/shop/x"]'],
  ['whether it may run', '"applyable":true', '"applyable":false'],
  ['the wording of a step', '"title":"', '"title":"not '],
  ['why', '"reasons":["not-there"]', '"reasons":["gone"]'],
  ['whether it is whole', '"complete":true', '"complete":false'],
  ['a member that nobody knows', '{', '{"more":1,'],
];

it('a plan file of which anything was edited is refused, except when it was made, from which commit and from where in it', async () => {
  const { declare, run, path } = await open();
  await declare({ x: 'X' });
  expect((await run('plan', '--out', 'plan.json')).exit).toBe(0);
  const text = await readFile(join(path, 'plan.json'), 'utf8');
  for (const [what, before, after] of EDITS) {
    const edited = text.replace(before, after);
    expect(edited, what).not.toBe(text);
    await writeFile(join(path, 'edited.json'), edited);
    const ran = await run('apply', 'edited.json');
    expect([ran.exit, ran.said], what).toEqual([3, expect.stringContaining('plan-edited')]);
    expect(ran.said, what).toContain('its digest is not that of what it says');
  }
  const later = { ...(JSON.parse(text) as object), createdAt: '2026-01-01T00:00:00.000Z', git: 'other' };
  await writeFile(join(path, 'later.json'), JSON.stringify(later, null, 2).replace('"line": 1', '"line": 2'));
  expect((await run('apply', 'later.json')).exit).toBe(0);
});

it('a plan that holds a secret is not written: the address and the field are named, the secret is not', async () => {
  const { declare, run, path } = await open();
  await declare({ x: 'X' });
  expect((await run('apply', '--yes')).exit).toBe(0);
  await declare({ x: 'the emulator-key', y: 'Y' });
  const ran = await run('plan', '--out', 'plan.json');
  expect(ran.exit).toBe(3);
  const words = ran.said.replaceAll(/\s+/g, ' ');
  expect(words).toContain('GroupTag/shop/x holds a secret of the environment in name');
  expect(ran.said).toContain('plan-secret');
  expect(ran.said).toContain('tags.yaml:1');
  expect(ran.said).not.toContain('emulator-key');
  await expect(readFile(join(path, 'plan.json'))).rejects.toThrow('ENOENT');
});
