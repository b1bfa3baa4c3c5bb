import { expect, it } from 'vitest';
import { EMULATOR_KEY, hereOf, openEmulator, openProject } from '../project.ts';

const shop = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };

it('a plugin that is not there is an error of its manifest: plan and status show it once, and apply sends nothing', async () => {
  const emulator = await openEmulator([shop]);
  const project = await openProject(hereOf(emulator, [shop]), EMULATOR_KEY);
  const manifest = [
    'kind: NotificationTemplate',
    'id: card',
    'profile: shop',
    'name: 카드 안내',
    'category: "001001"',
    'messageType: BA',
    'content: 카드 사진을 보내 주세요.',
    'buttons: [{ type: P1, name: 사진 보내기, plugin: secret-image }]',
  ];
  await project.write('manifests/card.yaml', `${manifest.join('\n')}\n`);
  await project.write('manifests/plain.yaml', `${manifest.slice(0, -1).join('\n').replace('id: card', 'id: plain')}\n`);
  const at =
    'manifests/card.yaml:8:45: error: `secret-image` is neither declared as a PluginCallback nor registered in shop';
  for (const command of ['plan', 'plan --out plan.json', 'apply --yes']) {
    const { out, err, exit } = await project.run(command.split(' '), { env: { COLUMNS: '400' } });
    expect([exit, out]).toEqual([3, '']);
    expect(err.split('secret-image` is neither')).toHaveLength(2);
    expect(err).toContain(at);
    expect(err).toContain('help: Declare the plugin of the button as a PluginCallback');
    expect(err).not.toMatch(/Next:|--detailed-exitcode|blocked/);
  }
  const { out, exit } = await project.run(['plan', '--json']);
  expect([exit, JSON.parse(out)]).toEqual([
    3,
    expect.objectContaining({ ok: false, problems: [expect.objectContaining({ code: 'dangling-reference' })] }),
  ]);
  const templates = async () => (await project.run(['get', 'templates', '--json'])).out;
  expect(await templates()).not.toContain('카드 안내');
  const others = await project.run(['apply', '--yes', '--exclude', '**/card']);
  expect([others.exit, await templates()]).toEqual([0, expect.stringContaining('plain')]);

  const status = await project.run(['status'], { env: { COLUMNS: '400' } });
  expect(status.out.split('`secret-image` is neither')).toHaveLength(3);
  expect(status.out).toContain(at);
  expect((await project.run(['status', '**/card'])).err).not.toContain('secret-image');

  // Another project registers the plugin, and deletes it after the plan was made.
  const owner = await openProject(hereOf(emulator, [shop]), EMULATOR_KEY);
  const plugin =
    'kind: PluginCallback\nid: secret-image\nprofile: shop\ntype: SECURE_IMAGE\nurl: https://a.example.com/b\n';
  await owner.write('manifests/plugin.yaml', plugin);
  expect((await owner.run(['apply', '--yes'])).exit).toBe(0);
  expect((await project.run(['plan', '--out', 'plan.json'])).exit).toBe(0);
  await owner.write('manifests/plugin.yaml', '# nothing\n');
  expect((await owner.run(['apply', '--yes', '--allow-empty', '--max-deletes', '1'])).exit).toBe(0);
  const late = await project.run(['apply', 'plan.json'], { env: { COLUMNS: '400' } });
  expect([late.exit, late.out]).toEqual([3, '']);
  expect(late.err).toContain(at);
  expect(await templates()).not.toContain('"card"');
});
