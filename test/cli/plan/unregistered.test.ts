import { expect, it } from 'vitest';
import { EMULATOR_KEY, hereOf, openEmulator, openProject } from '../project.ts';

it('a plugin that is not there is shown at its field, by plan and by apply, and nothing is sent', async () => {
  const shop = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };
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
  for (const command of ['plan', 'apply --yes']) {
    const { out, exit } = await project.run(command.split(' '), { env: { COLUMNS: '400' } });
    expect(exit).toBe(3);
    expect(out).toContain(
      'manifests/card.yaml:8:45: error: `secret-image` is neither declared as a PluginCallback nor registered in shop',
    );
    expect(out).toContain('help: Declare the plugin of the button as a PluginCallback');
  }
  expect((await project.run(['get', 'templates', '--json'])).out).not.toContain('card');
});
