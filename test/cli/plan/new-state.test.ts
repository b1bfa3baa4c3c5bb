import { expect, it } from 'vitest';
import type { EmulatorServer } from '../../../src/emulator/emulator.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, tagsOf } from '../project.ts';

const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };

/** A project with one tag, and what `apply --yes` comes to in it. */
async function open(
  config: (emulator: EmulatorServer) => string,
): Promise<(env: Record<string, string>, ...words: string[]) => Promise<[number, string]>> {
  const project = await openProject(config(await openEmulator([SHOP])), EMULATOR_KEY);
  await project.write('manifests/tag.yaml', tagsOf({ promo: '특가' }));
  return async (env, ...words) => {
    const { exit, err } = await project.run(['-e', 'here', '-q', 'apply', '--yes', ...words], { env });
    return [exit, err];
  };
}

const service = (emulator: EmulatorServer): string => hereOf(emulator, [SHOP]);
const emulated = (): string => `environments:\n  here: { emulator: true, profiles: { shop: { key: ${SHOP.key} } } }\n`;

it('an apply in CI that finds no state is refused before anything is asked or done, unless it is the first', async () => {
  const apply = await open(service);
  const [exit, said] = await apply({ CI: 'true' });
  expect(exit).toBe(7);
  expect(said).toContain('here has no state. This is CI');
  expect(said).toContain('notiform explain state-missing');
  expect(await apply({ CI: 'true' }, '--allow-empty', '--accept-account', '--max-deletes', 'none')).toMatchObject([
    7,
    said,
  ]);
  expect(await apply({ CI: 'true' }, '--new-state')).toEqual([0, '']);
  expect(await apply({ CI: 'true' })).toEqual([0, '']);
});

it('an apply elsewhere, or on the emulator, begins with no state as a matter of course', async () => {
  expect(await (await open(service))({})).toEqual([0, '']);
  expect(await (await open(emulated))({ CI: 'true' })).toEqual([0, '']);
});
