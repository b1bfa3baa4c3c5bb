import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkPlan } from '../../../src/cli/plan/file.ts';
import type { Plan } from '../../../src/core/plan.ts';
import { planDigest } from '../../../src/core/plan-digest.ts';
import type { Files } from '../../../src/core/ports.ts';
import { systemFiles, systemPorts } from '../../../src/files/system.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, tagsOf } from '../project.ts';

const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };

async function open() {
  const emulator = await openEmulator([SHOP]);
  const project = await openProject(hereOf(emulator, [SHOP]), EMULATOR_KEY);
  const declare = (names: Record<string, string>) => project.write('manifests/tags.yaml', tagsOf(names));
  const run = async (...words: string[]): Promise<{ exit: number; said: string }> => {
    const { exit, out, err } = await project.run(words);
    return { exit, said: `${out}${err}` };
  };
  return { declare, run, project, path: project.path };
}

it('a plan of the future is refused as one that is too old', () => {
  const plan = { environment: 'local', createdAt: new Date(7_200_000).toISOString() } as Plan;
  const check = (maxAgeMs: number) => () =>
    checkPlan(plan, 'plan.json', { environment: 'local', project: undefined }, maxAgeMs, 0);
  expect(check(7_200_000)).not.toThrow();
  expect(check(3_600_000)).toThrow();
});

it('an apply that is refused leaves no receipt of an earlier run, and writes none over its plan file', async () => {
  const { declare, run, path } = await open();
  await declare({ x: 'X' });
  expect((await run('apply', '--yes', '--receipt', 'receipt.json')).exit).toBe(0);
  await declare({ x: 'Y' });
  expect((await run('apply', '--receipt', 'receipt.json')).exit).toBe(7);
  await expect(readFile(join(path, 'receipt.json'))).rejects.toThrow('ENOENT');
  await run('plan', '--out', 'plan.json');
  for (const file of ['plan.json', 'manifests/tags.yaml', 'notiform.yaml']) {
    const { exit, said } = await run('apply', './plan.json', '--receipt', file);
    expect([exit, said]).toEqual([1, expect.stringContaining(`${file} exists and contains no receipt`)]);
  }
  await writeFile(join(path, 'receipt.json'), '');
  expect((await run('apply', 'plan.json', '--receipt', 'receipt.json')).exit).toBe(0);
  expect(await readFile(join(path, 'receipt.json'), 'utf8')).toContain('"update"');
});

it('a plan file of another service with the same account and keys is refused; one without an address is not', async () => {
  const [first, second] = [await openEmulator([SHOP]), await openEmulator([SHOP])];
  const config = hereOf(first, [SHOP]).replace(first.resourceUrl, '"${env:URL}"');
  const project = await openProject(config, EMULATOR_KEY);
  const run = (url: string, ...words: string[]) => project.run(words, { env: { URL: url } });
  await project.write('manifests/tags.yaml', tagsOf({ x: 'X' }));
  await run(`${first.resourceUrl}/`, 'plan', '--out', 'plan.json');
  const { resourceUrl, ...earlier } = JSON.parse(await readFile(join(project.path, 'plan.json'), 'utf8')) as Plan;
  expect(resourceUrl).toBe(first.resourceUrl);
  const refused = await run(second.resourceUrl, 'apply', 'plan.json');
  expect([refused.exit, refused.err]).toEqual([
    7,
    expect.stringContaining(`is a plan for the service at ${first.resourceUrl}, and here is at another one now`),
  ]);
  expect(await run(first.resourceUrl, 'apply', 'plan.json')).toMatchObject({ exit: 0 });
  await project.write('earlier.json', JSON.stringify({ ...earlier, digest: planDigest(earlier) }));
  expect(await run(second.resourceUrl, 'apply', 'earlier.json')).not.toMatchObject({ exit: 7 });
});

it('one key that two aliases take from two places is refused before anything is read', async () => {
  const mall = { alias: 'mall', key: SHOP.key, type: 'S' as const };
  const emulator = await openEmulator([SHOP]);
  const project = await openProject(hereOf(emulator, [SHOP, { ...mall, key: '"${env:MALL_KEY}"' }]), {
    ...EMULATOR_KEY,
    MALL_KEY: SHOP.key,
  });
  await project.write('manifests/tags.yaml', tagsOf({ x: 'X' }));
  const { exit, err } = await project.run(['plan']);
  expect([exit, err]).toEqual([3, expect.stringContaining('`shop` and `mall` have the same key')]);
});

it.each([
  ['plans/plan.json', 'there is no folder plans', 'Create the folder first, or correct the path'],
  ['notiform.yaml/plan.json', 'there is no folder notiform.yaml', 'Create the folder first, or correct the path'],
  ['/proc/notiform/plan.json', 'there is no folder /proc/notiform', 'Create the folder first, or correct the path'],
])('a plan file that could not be written at %s is refused before anything is planned', async (file, why, mend) => {
  const { declare, run } = await open();
  await declare({ x: 'X' });
  const { exit, said } = await run('plan', '--out', file);
  expect(exit).toBe(1);
  expect(said).toBe(
    `error: ${file} cannot be written: ${why}\n  help: ${mend}\n  docs: notiform explain plan-unwritten\n\n1 error\n`,
  );
});

it('plan --out writes over no file that is not an earlier one of its own', async () => {
  const { declare, run, path } = await open();
  await declare({ x: 'X' });
  const words = ['plan', '--out'];
  expect((await run(...words, 'made.json')).exit).toBe(0);
  expect((await run(...words, 'made.json')).exit).toBe(0);
  await writeFile(join(path, 'empty.json'), '');
  expect((await run(...words, 'empty.json')).exit).toBe(0);
  expect(await readFile(join(path, 'empty.json'), 'utf8')).toContain('"formatVersion"');
  await run('apply', '--yes', '--receipt', 'receipt.json');
  await writeFile(join(path, 'notes.md'), 'ask them about the images\n');
  for (const file of ['manifests/tags.yaml', 'notiform.yaml', 'notes.md', 'receipt.json']) {
    const before = await readFile(join(path, file), 'utf8');
    const { exit, said } = await run(...words, file);
    expect([exit, said]).toEqual([
      1,
      `error: ${file} exists and contains no plan, so it is not overwritten\n  help: Name another file, or move this one away\n  docs: notiform explain plan-unwritten\n\n1 error\n`,
    ]);
    expect(await readFile(join(path, file), 'utf8')).toBe(before);
  }
});

it('a file that cannot be read is written over by nothing, and nothing is asked for it', async () => {
  const { project } = await open();
  await project.write('locked.json', 'x');
  const read: Files['read'] = (path, most) =>
    path.endsWith('locked.json')
      ? Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
      : systemFiles.read(path, most);
  const ports = { ...systemPorts, files: { ...systemFiles, read } };
  // Without credentials: the file is looked at first.
  const { exit, err } = await project.run(['plan', '--out', 'locked.json'], { ports, env: { KEY: '' } });
  expect([exit, err]).toEqual([1, expect.stringContaining('locked.json exists and contains no plan')]);
});

it('an apply whose receipt could not be written does nothing', async () => {
  const { declare, run } = await open();
  await declare({ x: 'X' });
  const applied = await run('apply', '--yes', '--receipt', 'receipts/receipt.json');
  expect(applied.exit).toBe(1);
  expect(applied.said).toContain('receipts/receipt.json cannot be written: there is no folder receipts');
  expect((await run('state', 'show')).said).toContain('Nothing is bound.');
});
