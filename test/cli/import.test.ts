import { expect, it } from 'vitest';
import { accountOf } from './import-account.ts';
import { openImportProject } from './import-project.ts';

it('an account of 500 resources becomes manifests that plan empty', { timeout: 60_000 }, async () => {
  const shop = await openImportProject();
  const images = `${new URL(shop.resourceUrl).origin}/images`;
  const seeded = await shop.control.seed(accountOf({ images, templates: 360, brandTemplates: 80, tags: 40, callbacks: 20 }));
  expect(seeded).toMatchObject({ ok: true });
  const imported = await shop.run('import');
  console.log(imported.out.split('\n').slice(-80).join('\n'), imported.err);
  expect(imported.exit).toBe(0);
  console.log((await shop.run('validate', '--json')).out.slice(0,3000));
  const planned = await shop.run('plan', '--detailed-exitcode');
  console.log(planned.out.slice(-3000), planned.err.slice(0, 2000));
  expect(planned.exit).toBe(0);
  console.log((await shop.run('fmt', '--check')));
});
