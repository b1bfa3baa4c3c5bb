import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../folder.ts';
import { load } from '../project.ts';

const brand = join(import.meta.dirname, '../../../examples/manifests/brand');
const film = (more: string): string => `kind: Image
id: front
file: ./front.jpg
use: brand/default
---
kind: Video
id: harvest
file: ./harvest.mp4
---
kind: BrandTemplate
id: film
name: 수확하는 날
bubble: PREMIUM_VIDEO
video: ${more}
`;

async function shown(more: string) {
  const root = folder({
    'a.yaml': film(more),
    'front.jpg': readFileSync(join(brand, 'harvest.jpg')),
    'harvest.mp4': readFileSync(join(brand, 'harvest.mp4')),
  });
  const { resources, problems } = await load(root);
  const found = resources.find(({ kind }) => kind === 'BrandTemplate');
  return { problems, dependsOn: [...(found?.dependsOn ?? [])].sort(), video: found?.content['video'] };
}

describe('a thumbnail that is a reference', () => {
  const front = { path: 'front.jpg', width: 960, height: 540, sha256: expect.any(String) };
  const harvest = { path: 'harvest.mp4', sha256: expect.any(String) };

  it('goes with a video that is one too', async () => {
    expect(await shown('{ ref: harvest, thumbnail: { ref: front } }')).toEqual({
      problems: [],
      dependsOn: ['Image/shop/front', 'Video/shop/harvest'],
      video: { file: harvest, thumbnail: front },
    });
  });

  it('goes with one that the service has', async () => {
    expect(await shown('{ vid: v1, thumbnail: { ref: front } }')).toEqual({
      problems: [],
      dependsOn: ['Image/shop/front'],
      video: { vid: 'v1', thumbnail: front },
    });
  });
});

describe('a resource that was renamed', () => {
  const tag = (id: string, more = ''): string => `kind: GroupTag\nid: ${id}\nname: 태그 ${id}\n${more}`;

  it('may have been renamed in each of its profiles, and each by itself', async () => {
    const root = folder({
      'a.yaml': [
        tag('winter', 'profiles: [shop, mall]\nrenamedFrom: cold\n'),
        tag('other', 'renamedFrom: elsewhere\n'),
      ].join('---\n'),
    });
    const { resources, problems } = await load(root);
    expect(problems).toEqual([]);
    expect(resources.map(({ renamedFrom }) => renamedFrom)).toEqual([
      'GroupTag/mall/cold',
      'GroupTag/shop/elsewhere',
      'GroupTag/shop/cold',
    ]);
  });

  it('may have an id that another profile still has', async () => {
    const root = folder({
      'a.yaml': [tag('winter', 'renamedFrom: cold\n'), tag('cold', 'profile: mall\n')].join('---\n'),
    });
    expect((await load(root)).problems).toEqual([]);
  });
});

it('the first 200 references that lead nowhere get a suggestion', async () => {
  const plugin = 'kind: PluginCallback\nid: secure\ntype: SECURE_IMAGE\nurl: https://plugin.example.com\n';
  const template = (id: number): string =>
    `kind: NotificationTemplate\nid: t${id}\nname: 안내 ${id}\ncategory: "001001"\nmessageType: BA\ncontent: 주문 안내\nbuttons: [{ type: P1, name: 보기, plugin: { ref: secur } }]\nlint: { AT25: 시험 }\n`;
  const files = Array.from({ length: 201 }, (_, index): [string, string] => [`t${index}.yaml`, template(index)]);
  const { problems } = await load(folder({ 'plugin.yaml': plugin, ...Object.fromEntries(files) }));
  const hints = problems.flatMap(({ code, hint }) => (code === 'dangling-reference' ? [hint] : []));
  expect(hints).toHaveLength(201);
  expect(hints.filter((hint) => hint === 'Did you mean `PluginCallback/shop/secure`?')).toHaveLength(200);
  expect(hints).toContain('Declare a PluginCallback with the id `secur`');
});
