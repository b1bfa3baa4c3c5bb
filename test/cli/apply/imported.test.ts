import { expect, it } from 'vitest';
import { systemFiles } from '../../../src/files/system.ts';
import { filesWith, openImportProject } from '../import-project.ts';

it('apply keeps what an import bound after its manifests were read', async () => {
  const shop = await openImportProject();
  await shop.control.seed({ groupTags: [{ profile: 'shop', groupTagName: '금', groupTagKey: 'gold' }] });
  await shop.write('manifests/silver.yaml', 'kind: GroupTag\nid: silver\nname: 은\n');
  let imported: Promise<unknown> | undefined;
  const ports = filesWith({
    read: async (path) => {
      if (path.endsWith('/shop.json')) imported ??= shop.run('import');
      await imported;
      return systemFiles.read(path);
    },
  });
  const ran = await shop.runWith({ ports }, 'apply', '--yes', '--allow', 'destroys', '--max-deletes', '5');
  expect(await imported).toMatchObject({ exit: 0 });
  expect(ran.exit, ran.err).toBe(0);
  expect(ran.out).toContain('Done: 1 created.');
});
