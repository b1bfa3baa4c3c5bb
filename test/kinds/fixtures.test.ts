import { join } from 'node:path';
import { expect, it } from 'vitest';
import { load } from '../manifest/project.ts';

/** One small manifest of each of these kinds that is as it should be. */
it('are sound, and become the resources that they say', async () => {
  const { resources, problems } = await load(join(import.meta.dirname, '../fixtures/kinds'));
  expect(problems).toEqual([]);
  expect(resources.map(({ address, content, dependsOn }) => [address, content, dependsOn])).toEqual([
    ['GroupTag/shop/spring', { name: '봄 행사 2026' }, []],
    [
      'NotificationTemplate/shop/card-photo',
      expect.objectContaining({ buttons: [{ type: 'P1', name: '사진 보내기', plugin: 'secure-image' }] }),
      ['PluginCallback/shop/secure-image'],
    ],
    [
      'PluginCallback/shop/secure-image',
      { pluginId: 'secure-image', type: 'SECURE_IMAGE', url: 'https://plugin.example.com/secure-image' },
      [],
    ],
    [
      'SenderProfile/shop',
      {
        unsubscribe: { phone: '080-123-4567', auth: '1234' },
        groups: ['mall'],
        brandMessage: {
          consentProof: { path: 'consent.png', sha256: expect.any(String), width: 640, height: 480 },
        },
      },
      [],
    ],
  ]);
});
