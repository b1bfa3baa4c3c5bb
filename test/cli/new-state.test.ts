import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { systemPorts } from '../../src/core/ports.ts';
import { startEmulator } from '../../src/emulator/emulator.ts';
import { viewOf } from './streams.ts';

const KEY = 'a'.repeat(40);

/** A project with one tag, and what `apply --yes` comes to in it. */
async function open(environment?: string): Promise<(env: object, ...words: string[]) => Promise<[number, string]>> {
  const emulator = await startEmulator({
    inspect: 'manual',
    profiles: [{ alias: 'shop', key: KEY, type: 'S' }],
    senders: [],
    recipients: [],
    ports: systemPorts,
  });
  onTestFinished(() => emulator.close());
  const path = await mkdtemp(join(tmpdir(), 'notiform-new-state-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  await writeFile(
    join(path, 'notiform.yaml'),
    `version: 1
manifests: manifests
environments:
  here:
    ${environment ?? `resourceUrl: ${emulator.resourceUrl}\n    credentials: { bizId: emulator, apiKey: "\${env:KEY}" }`}
    profiles: { shop: { key: ${KEY} } }
`,
  );
  await mkdir(join(path, 'manifests'));
  await writeFile(join(path, 'manifests', 'tag.yaml'), 'kind: GroupTag\nid: promo\nprofile: shop\nname: 특가\n');
  return async (env, ...words) => {
    const view = viewOf({ cwd: path, env: { KEY: 'emulator-key', ...env } });
    return [await runProgram(['-q', 'apply', '--yes', ...words], view), view.err()];
  };
}

it('an apply in CI that finds no state is refused before anything is asked or done, unless it is the first', async () => {
  const apply = await open();
  const [exit, said] = await apply({ CI: 'true' });
  expect(exit).toBe(7);
  expect(said).toContain('There is no state of here here, and this is CI');
  expect(said).toContain('docs/errors.md#state-missing');
  expect(await apply({ CI: 'true' }, '--allow-empty', '--accept-account', '--max-deletes', 'none')).toMatchObject([
    7,
    said,
  ]);
  expect(await apply({ CI: 'true' }, '--new-state')).toEqual([0, '']);
  expect(await apply({ CI: 'true' })).toEqual([0, '']);
});

it('an apply elsewhere, or on the emulator, begins with no state as a matter of course', async () => {
  expect(await (await open())({})).toEqual([0, '']);
  expect(await (await open('emulator: true'))({ CI: 'true' })).toEqual([0, '']);
});
