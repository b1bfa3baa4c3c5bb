import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pictures } from '../../src/kinds/registry.ts';
import { boxed } from '../../src/preview/boxed.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject } from '../cli/project.ts';
import { environment, load } from '../manifest/project.ts';
import { parseXml } from '../preview/xml-check.ts';

const PROFILES = [
  { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const },
  { alias: 'market', key: 'b'.repeat(40), type: 'S' as const },
  { alias: 'jeju', key: 'c'.repeat(40), type: 'G' as const },
];
const VARIABLES = { host: 'shop.example.com', market: 'market.example.com', app: 'gyulshop' };

/** Names of images and of a video are the manifest's alone: the service has addresses. */
function withoutImages(text: string): string[] {
  return text.split('\n').filter((line) => !/^\[(?:이미지|동영상)/.test(line));
}

it('a preview says of each template what the desk of the emulator says after an apply', async () => {
  const emulator = await openEmulator(PROFILES, ['15880000']);
  const more = `    senders: { main: "15880000" }\n    recipients: { qa: "01000000000", owner: "01000000001" }\n    variables: ${JSON.stringify(VARIABLES)}\n`;
  const project = await openProject(
    `${hereOf(emulator, PROFILES, more)}defaults: { profile: shop, sender: main }\n`,
    EMULATOR_KEY,
  );
  const examples = join(import.meta.dirname, '../../examples/manifests');
  for (const part of ['orders.yaml', 'promotions.yaml', 'images', 'brand'])
    await cp(join(examples, part), join(project.path, 'manifests', part), { recursive: true });
  const { err } = await project.run(['-e', 'here', 'apply', '--yes']);
  expect(err).not.toContain('error:');
  const profiles = new Map(PROFILES.map(({ alias, type }) => [alias, { type }]));
  const { resources } = await load(join(project.path, 'manifests'), {
    environment: { ...environment, profiles, variables: new Map(Object.entries(VARIABLES)) },
  });
  const page = await (await fetch(`${emulator.url}/?state=&count=200`)).text();
  const rows = [...page.matchAll(/ data-key="([^"]*)">.*?<a [^>]*>([^<]*)<\/a>.*? · ([^ ]+) · /g)];
  const compared = [];
  for (const { kind, profile = '', content } of resources) {
    const picture = pictures.get(kind);
    const [, code = ''] = rows.find(([, , name, of]) => name === content['name'] && of === profile) ?? [];
    if (!picture || code === '') continue;
    const shown = await (await fetch(`${emulator.url}/?state=&open=${encodeURIComponent(code)}`)).text();
    const drawing = /<svg[\s\S]*?<\/svg>/.exec(shown)?.[0] ?? '';
    const desc = parseXml(drawing).children.find(({ name }) => name === 'desc')?.text ?? '';
    const bubble = picture.bubble(content, { sender: profile, values: new Map(), files: () => null });
    expect(withoutImages(boxed(bubble, { sides: 'none', language: 'ko' }).join('\n'))).toEqual(withoutImages(desc));
    compared.push(code);
  }
  expect(compared.length).toBeGreaterThan(10);
});
