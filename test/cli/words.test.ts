import { describe, expect, it } from 'vitest';
import { openProject } from './project.ts';

/** What every object has, and nobody declared. */
const INHERITED = ['constructor', '__proto__'];

const CONFIG = `environments:
  here:
    resourceUrl: http://127.0.0.1:9
    credentials: { bizId: x, apiKey: "\${env:KEY}" }
    profiles: { shop: { key: ${'s'.repeat(40)} } }
    senders: { main: "15880000" }
    recipients: { qa: "01000000000" }
    variables: { host: example.com }
`;

const TAG = 'kind: GroupTag\nid: x\nprofile: shop\nname: X\n';
const TEMPLATE = `kind: NotificationTemplate
id: welcome
profile: shop
name: 안내
category: "001001"
messageType: BA
content: "안녕하세요"
`;

const env = { KEY: 'secret-key', COLUMNS: '1000' };

describe.each(INHERITED)('the word %s', (word) => {
  it.each<[string, (word: string) => string[], string]>([
    ['an environment', (name) => ['validate', '-e', name], 'There is no environment'],
    ['a profile', (name) => ['profile', 'recover', name], 'has no sender profile'],
    ['a kind of an import', (name) => ['import', '--kind', name], 'is not known'],
    ['a command', (name) => [name], 'unknown command'],
    ['a command of emulator', (name) => ['emulator', name], ''],
    ['a format', (name) => ['validate', '--format', name], 'Allowed choices are'],
  ])('is not %s', async (_title, words, said) => {
    const project = await openProject(CONFIG, env);
    await project.write('manifests/tag.yaml', TAG);
    const ran = await project.run(words(word));
    expect([3, 64]).toContain(ran.exit);
    expect(ran.err).toContain(said);
  });

  it('is not declared by notiform.yaml, where it stands in a reference', async () => {
    const project = await openProject(`defaults: { environment: ${word} }\n${CONFIG}`, env);
    const ran = await project.run(['validate']);
    expect([ran.exit, ran.err]).toEqual([
      3,
      expect.stringMatching(/There is no environment `constructor`|`defaults.environment` an alias/),
    ]);
  });

  it('is no variable of the process', async () => {
    const project = await openProject(CONFIG.replace('env:KEY', `env:${word}`), env);
    await project.write('manifests/tag.yaml', TAG);
    const ran = await project.run(['plan']);
    expect([ran.exit, ran.err]).toEqual([3, expect.stringContaining(`The environment variable ${word} is not set`)]);
  });

  it.each([
    ['kind', TAG.replace('GroupTag', word)],
    ['profile', TAG.replace('shop', word)],
    ['profiles', TAG.replace('profile: shop', `profiles: [${word}]`)],
    ['messageType', TEMPLATE.replace('BA', word)],
    ['key', `${TEMPLATE}${word}: x\n`],
    ['emphasis', `${TEMPLATE}emphasis: { type: ${word} }\n`],
    ['button', `${TEMPLATE}buttons: [{ type: ${word}, name: 보기 }]\n`],
    ['variable', TEMPLATE.replace('안녕하세요', `\${var:${word}}`)],
    ['to', `kind: TestSend\nid: t\ntemplate: NotificationTemplate/welcome\nto: [${word}]\n---\n${TEMPLATE}`],
    [
      'from',
      `kind: TestSend\nid: t\ntemplate: NotificationTemplate/welcome\nto: [qa]\nfrom: ${word}\n---\n${TEMPLATE}`,
    ],
    [
      'sample',
      `kind: TestSend\nid: t\ntemplate: NotificationTemplate/welcome\nto: [qa]\nsample: ${word}\n---\n${TEMPLATE}`,
    ],
  ])('is an ordinary word in a manifest, and not known as `%s`', async (_field, text) => {
    const project = await openProject(CONFIG, env);
    await project.write('manifests/one.yaml', text);
    const ran = await project.run(['validate']);
    expect([ran.exit, ran.err]).toEqual([3, expect.stringContaining('manifests/one.yaml')]);
  });
});
