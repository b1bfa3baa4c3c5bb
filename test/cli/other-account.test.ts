import { expect, it } from 'vitest';
import { png } from '../images.ts';
import { hereOf, openEmulator, openProject } from './project.ts';

const PROFILES = [{ alias: 'shop', key: 'a'.repeat(40), type: 'S' as const }];

const template = (content: string): string => `kind: NotificationTemplate
id: welcome
profile: shop
name: 가입 안내
category: "001001"
messageType: BA
content: ${content}
emphasis: { type: IMAGE, image: ./welcome.png }
`;

it('an image that is at another address of the service is named in the help, which uploads it', async () => {
  const [first, second] = [await openEmulator(PROFILES), await openEmulator(PROFILES)];
  const config = hereOf(first, PROFILES).replace(first.resourceUrl, '"${env:URL}"');
  const project = await openProject(config, { KEY: 'emulator-key' });
  await project.write('manifests/welcome.yaml', template('가입해 주셔서 감사합니다.'));
  await project.write('manifests/welcome.png', png(800, 400));
  const run = (url: string, ...words: string[]) => project.run(['apply', '--yes', ...words], { env: { URL: url } });
  expect(await run(first.resourceUrl)).toMatchObject({ exit: 0 });

  const refused = await run(second.resourceUrl);
  expect(refused.exit).not.toBe(0);
  const said = `${refused.out}${refused.err}`.replace(/\s+/g, ' ');
  expect(said).toContain("Upload the image again: `notiform apply --reupload 'Image/**'`");
  expect(await run(second.resourceUrl, '--reupload', 'Image/**')).toMatchObject({ exit: 0 });
});
