import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { api } from '../../api.ts';
import { png } from '../../images.ts';
import { type LiveProject, openLiveProject, shop } from '../live-project.ts';
import { signal } from '../recorded.ts';
import { document, manifest, manifests, writeFiles } from './fixtures.ts';

/** Manifests, engine, kinds and client together against the emulator, which was written from the documents by others. */

async function open(profiles = [shop]): Promise<LiveProject> {
  const project = await openLiveProject(profiles);
  await writeFiles(project);
  return project;
}

/** The brand templates among the addresses. */
function templates(of: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(of).filter(([address]) => address.startsWith('BrandTemplate/')));
}

async function codes(project: LiveProject): Promise<Record<string, string>> {
  const { rows } = await api(project.service).brandTemplate.list(shop, signal);
  return Object.fromEntries(rows.map(({ title, name }) => [title, name]).sort());
}

/** All brand templates of the shop, as the service tells them. */
async function details({ service }: LiveProject) {
  const { list, detail } = api(service).brandTemplate;
  const { rows } = await list(shop, signal);
  return Promise.all(rows.map(({ name }) => detail(shop, name, signal)));
}

/** A template that somebody else made. */
async function plant({ control }: LiveProject, template: JsonObject & { templateCode: string }): Promise<void> {
  const planted = await control.seed({
    brandTemplates: [{ profile: 'shop', content: '안내', chatBubbleType: 'TEXT', ...template }],
  });
  expect(planted).toEqual({ ok: true, brandTemplates: 1 });
}

/** The encoding of a video takes its time. */
async function encode(project: LiveProject): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await project.control.clock({ advance: 600_000 });
}

describe.each([...manifests.keys()])('%s', (name) => {
  const id = String(document(name)['id']);
  const address = `BrandTemplate/shop/${id}`;
  const title = String(document(name)['name']);

  test('is registered, changed, renamed and deleted, and nothing is left to do after each', async () => {
    const project = await open();
    const isFilm = name === 'premium-video';
    await project.declare(manifest(name));
    if (isFilm) {
      expect(templates(await project.actions())).toEqual({});
      expect(Object.values(await project.apply())).toEqual(['done', 'done']);
      await encode(project);
    }
    expect(templates(await project.actions())).toEqual({ [address]: 'create: brandTemplate.add' });
    expect(new Set(Object.values(await project.apply()))).toEqual(new Set(['done']));
    expect(await project.actions()).toEqual({});
    const made = await codes(project);
    expect(Object.keys(made)).toEqual([title]);
    expect(project.binding(address)).toEqual({ code: made[title] });

    const changed = manifest(name).replace(`name: ${title}`, 'name: 바뀐 이름');
    await project.declare(changed);
    expect(await project.actions()).toEqual({ [address]: 'update: brandTemplate.update' });
    expect(await project.apply()).toEqual({ [address]: 'done' });
    expect(await project.actions()).toEqual({});
    expect(await codes(project)).toEqual({ '바뀐 이름': made[title] });

    await project.declare(changed.replace(`id: ${id}`, `id: renamed\nrenamedFrom: ${id}`));
    expect(new Set(Object.values(await project.actions()))).toEqual(new Set(['move']));
    await project.apply();
    expect(await project.actions()).toEqual({});
    expect(project.binding('BrandTemplate/shop/renamed')).toEqual({ code: made[title] });

    await project.declare('');
    expect(templates(await project.actions())).toEqual({
      'BrandTemplate/shop/renamed': 'delete: brandTemplate.delete',
    });
    expect(new Set(Object.values(await project.apply()))).toEqual(new Set(['done']));
    expect(await project.actions()).toEqual({});
    expect(await codes(project)).toEqual({});
  });
});

const TEXT = 'BrandTemplate/shop/winter-text';
const IMAGE = 'BrandTemplate/shop/winter-image';

describe('references', () => {
  test('to an Image and a Video keep what stands beside them', async () => {
    const project = await open();
    await project.declare(`
kind: Image
id: sale
file: ./images/sale.png
use: brand/default
---
kind: Video
id: film
file: ./images/film.mp4
---
${manifest('image').replace('file: ./images/sale.png', 'ref: sale')}
---
${manifest('premium-video').replace('file: ./images/film.mp4', 'ref: film')}
`);
    await project.apply();
    await encode(project);
    await project.apply();
    expect(await project.actions()).toEqual({});
    const live = await details(project);
    expect(live.map(({ imageLink }) => imageLink ?? null).sort()).toEqual(['https://m.shop.example.com/wine', null]);
    expect(live.find(({ video }) => video)?.video).toMatchObject({ thumbnailUrl: expect.stringMatching(/^http/) });
  });
});

describe('a template that the service has blocked', () => {
  const blockedWords = 'the service has blocked this template (status S), and only the service can unblock it';

  test('is left alone, and said so', async () => {
    const project = await open();
    await plant(project, { templateCode: 'blocked', templateName: '겨울 특가 안내', status: 'S' });
    await project.declare('kind: BrandTemplate\nid: winter-text\nname: 겨울 특가 안내\nbubble: TEXT\ncontent: 안내');
    expect(await project.apply()).toEqual({ [TEXT]: 'done' });
    expect(await project.blocked()).toEqual({ [TEXT]: blockedWords });
    await project.declare(
      'kind: BrandTemplate\nid: winter-text\nname: 겨울 특가 안내\nbubble: TEXT\ncontent: 다른 안내',
    );
    expect(await project.blocked()).toEqual({ [TEXT]: blockedWords });
    await project.declare('');
    expect(await project.blocked()).toEqual({
      [TEXT]: 'it can be deleted in status A only, and the service has blocked it (status S)',
    });
  });
});

describe('what can be made of a template', () => {
  test('its bubble cannot change, and another id makes another template', async () => {
    const project = await open();
    await project.declare(manifest('text'));
    await project.apply();
    const wide = manifest('image').replace('name: 겨울 특가 이미지', 'name: 겨울 특가 안내');
    await project.declare(wide.replace('id: winter-image', 'id: winter-text'));
    expect(await project.blocked()).toMatchObject({
      [TEXT]:
        'a template keeps its bubble, and this one is TEXT, not IMAGE [another id: a template with the new bubble is registered, and this one is deleted]',
    });
    await project.declare(wide);
    expect(templates(await project.actions())).toEqual({
      [TEXT]: 'delete: brandTemplate.delete',
      [IMAGE]: 'create: brandTemplate.add',
    });
    expect(new Set(Object.values(await project.apply()))).toEqual(new Set(['done']));
    expect(await project.actions()).toEqual({});
  });
});

/** What resource API 2.2 and 2.4 do not forbid, although a message or an inspector may. */
const ALLOWED = `kind: BrandTemplate
id: text
name: 글
bubble: TEXT
header: 머리말
content: 본문
additionalContent: 덧붙임
buttons: [{ type: WL, name: 보기 }, { type: BK, name: 상담, link: { mobile: "https://m.shop.example.com" } }]
coupon: { title: "10,000원 할인 쿠폰", link: { mobile: "https://m.shop.example.com" } }
---
kind: BrandTemplate
id: feed
name: 소식
bubble: CAROUSEL_FEED
carousel:
  cards: [{ image: ./flat.png }, { image: ./high.png, header: 코트 }]
---
kind: BrandTemplate
id: shop-window
name: 진열장
bubble: CAROUSEL_COMMERCE
carousel:
  intro: { content: 겨울 코트 }
  cards: [{ commerce: { title: 코트, regularPrice: 20000, discountPrice: 10000 } }, { content: 곧 나와요 }]
  more: { link: { ios: "shop://coats" } }
---
kind: NotificationTemplate
id: parcel
name: 배송 안내
category: "005001"
lifecycle: draft
messageType: BA
content: "주문하신 상품이 #{택배사} 송장번호 #{송장번호}(으)로 출발했습니다."
highlight: { title: 배송 시작 }
link: { android: "tell://1" }
buttons:
  - { type: DS, name: 배송 조회, link: { mobile: "https://m.shop.example.com" } }
  - { type: WL, name: 보기, link: { mobile: m.shop.example.com, android: "shop://a", ios: "shop://a" } }
  - { type: AC }
  - { type: AC }
---
kind: NotificationTemplate
id: receipt
name: 결제 안내
category: "002001"
lifecycle: draft
messageType: BA
emphasis: { type: ITEM_LIST }
content: 결제가 완료되었습니다.
highlight: { image: ./square.png }
items: [{ title: 상품, description: 코트 }, { title: 수량, description: 1개 }]
itemSummary: { description: "20,000원" }
`;

test('what the documents do not forbid is applied, and read again as it is wanted', async () => {
  const project = await open();
  await project.write('manifests/flat.png', png(800, 400));
  await project.write('manifests/high.png', png(600, 800));
  await project.write('manifests/square.png', png(200, 200));
  await project.declare(ALLOWED);
  expect(new Set(Object.values(await project.apply()))).toEqual(new Set(['done']));
  expect(await project.actions()).toEqual({});
});
