import { readFile } from 'node:fs/promises';
import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../src/core/json.ts';
import { emulatorAccount, NOON, openBench, PHONE, postJson } from './support.ts';

describe('a seed', () => {
  it('is accepted as docs/emulator.md shows it, with the states that the page lists', async () => {
    const { control } = await openBench();
    const page = await readFile('docs/emulator.md', 'utf8');
    const [, yaml = ''] = /A file for `--seed`[^`]*(?:`[^`]+`[^`]*)?```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    expect(await control.seed(parse(yaml))).toEqual({ ok: true, templates: 2 });
    const row =
      page.split('\n').find((line) => line.startsWith('| `templates` | **`profile`**, **`templateCode`**')) ?? '';
    const states = [...row.matchAll(/`([A-Z]{1,3})`/g)].map(([, state]) => state);
    expect(states).toEqual(['REG', 'REQ', 'REJ', 'APR', 'R', 'A', 'S']);
    const wrong = { profile: 'shop', templateCode: 'x', inspectionStatus: 'NO' } as unknown as {
      profile: string;
      templateCode: string;
    };
    expect(JSON.stringify(await control.seed({ templates: [wrong] }))).toMatch(/REG.*REQ.*REJ.*APR/);
  });

  it('of a snapshot leaves the profiles and numbers of the start', async () => {
    const { control } = await openBench({ seed: { snapshot: { serial: 1 } } });
    expect(await control.health()).toMatchObject({ profiles: [{ alias: 'shop' }, { alias: 'mall' }] });
    expect(await control.snapshot()).toMatchObject({ snapshot: { recipients: [PHONE] } });
  });

  it('gives what it leaves out of a part the value of nothing, as every detail has it', async () => {
    const { control, detail } = await openBench();
    const templateItem = { list: [{ title: '상품' }, { description: '배송' }], summary: { title: '합계' } };
    await control.seed({
      templates: [
        {
          profile: 'shop',
          templateCode: 'parts',
          templateEmphasizeType: 'ITEM_LIST',
          templateItem,
          templateItemHighlight: { title: '주문' },
          templateRepresentLink: { linkMo: 'https://a.example' },
        },
      ],
    });
    expect(await detail('parts')).toMatchObject({
      templateItem: {
        list: [
          { title: '상품', description: '' },
          { title: '', description: '배송' },
        ],
        summary: { title: '합계', description: null },
      },
      templateItemHighlight: { title: '주문', description: null, imageUrl: null },
      templateRepresentLink: { linkMo: 'https://a.example', linkPc: null, linkAnd: null, linkIos: null },
    });
  });

  it.each([
    [
      {
        templates: [
          { profile: 'shop', templateCode: 'a' },
          { profile: 'other', templateCode: 'a' },
        ],
      },
      400,
      'templates[1].profile: there is no profile other',
    ],
    [{ templates: [{ profile: 'shop' }] }, 400, 'templates[0].templateCode is required'],
    ...(
      [
        [{ templateContent: 7 }, '.templateContent must be a string'],
        [{ templateTitle: {} }, '.templateTitle must be a string'],
        [{ securityFlag: 'yes' }, '.securityFlag must be a boolean'],
        [{ buttons: {} }, '.buttons must be an array'],
        [{ buttons: [7] }, '.buttons[0] must be an object'],
        [{ quickReplies: [{ name: 7 }] }, '.quickReplies[0].name must be a string'],
        [{ templateItem: { list: 7 } }, '.templateItem.list must be an array'],
        [{ templateItem: {} }, '.templateItem.list is required'],
        [{ templateItem: { list: [{ title: 7 }] } }, '.templateItem.list[0].title must be a string'],
        [{ templateItemHighlight: 'a' }, '.templateItemHighlight must be an object'],
        [{ templateRepresentLink: { linkMo: 7 } }, '.templateRepresentLink.linkMo must be a string'],
        [{ inspectionStatus: 'OK' }, '.inspectionStatus must be one of REG, REQ, REJ, APR'],
        [{ createdAt: 'now' }, '.createdAt must be a time in milliseconds since the epoch, not in seconds'],
        [{ comments: [{ content: 'a' }] }, '.comments[0].status is required'],
        [
          { colour: 'red' },
          ' does not know the member `colour`. Allowed: profile, templateCode, templateName, templateMessageType, templateEmphasizeType, templateContent, templatePreviewMessage, templateExtra, templateImageName, templateImageUrl, templateTitle, templateSubtitle, templateHeader, templateItemHighlight, templateRepresentLink, categoryCode, buttons, quickReplies, templateItem, securityFlag, inspectionStatus, status, block, dormant, createdAt, modifiedAt, comments',
        ],
      ] satisfies [JsonObject, string][]
    ).map(([change, wrong]): [JsonObject, number, string] => [
      {
        templates: [
          { profile: 'shop', templateCode: 'a' },
          { profile: 'shop', templateCode: 'b', ...change },
        ],
      },
      400,
      `templates[1]${wrong}`,
    ]),
    [
      { templates: [{ profile: 'shop', templateCode: 'a' }], publicTemplates: [{ releasedAt: 'x' }] },
      400,
      'publicTemplates[0].releasedAt must be a time in milliseconds since the epoch, not in seconds',
    ],
    [
      { messages: [{ type: 'sms', to: '01000000000', content: {}, acceptedAt: 1_790_000_000 }] },
      400,
      'messages[0].acceptedAt must be milliseconds since the epoch, a Korean time such as 2030-01-15 21:00:00, or an ISO time with its zone; not seconds',
    ],
    [{ messages: [{ type: 'sms', to: 1_000_000_000, content: {} }] }, 400, 'messages[0].to must be a string'],
    [{ messages: [{ type: 'sms', to: 'abc', content: {} }] }, 400, 'messages[0].to must be a phone number'],
    [{ templates: {} }, 400, 'templates must be an array'],
    [{ publicTemplates: 'a' }, 400, 'publicTemplates must be an array'],
    [{ publicTemplates: ['a'] }, 400, 'publicTemplates[0] must be an object'],
    [
      { colours: [] },
      400,
      'the seed does not know the member `colours`. Allowed: channels, profiles, groupTags, pluginCallbacks, images, videos, templates, publicTemplates, brandTemplates, statistics, messages',
    ],
  ])('refuses the seed %j, and plants nothing of it', async (body, status, message) => {
    const { url, control } = await openBench();
    const answer = await postJson(`${url}/_emulator/seed`, body);
    expect([answer.status, answer.body]).toEqual([status, { ok: false, message }]);
    expect(await control.health()).toMatchObject({ templates: 0 });
  });
});

describe('a seed of every kind', () => {
  const seeds = {
    channels: [{ id: '@cafe', phone: PHONE }],
    profiles: [{ alias: 'cafe', key: 'cafe-key', type: 'S' }],
    groupTags: [{ profile: 'cafe', groupTagName: '봄 세일', groupTagKey: 'spring' }],
    pluginCallbacks: [
      { profile: 'cafe', pluginId: 'secure', pluginType: 'SECURE_IMAGE', callbackUrl: 'https://shop.example.com/p' },
    ],
    images: [{ id: 'order.png', use: 'notification/template', width: 800, height: 400 }],
    videos: [{ profile: 'cafe', vid: 'v1', title: '안내', status: 'PUBLIC' }],
    templates: [{ profile: 'cafe', templateCode: 'order_paid' }],
    publicTemplates: [
      { templateCode: 'open', templateName: '공개', status: 'A', categoryCode: '001001', releasedAt: NOON },
    ],
    brandTemplates: [
      { profile: 'cafe', templateCode: 'sale', templateName: '세일', chatBubbleType: 'TEXT', content: '안녕' },
    ],
    messages: [{ messagekey: 'm1', type: 'sms', to: PHONE, content: { message: '안녕' }, result: '4100' }],
  } satisfies JsonObject;

  it('is one call, and each is found by its own endpoint', async () => {
    const { url, control } = await openBench();
    const planted = await postJson(`${url}/_emulator/seed`, seeds);
    const counts = Object.fromEntries(Object.entries(seeds).map(([name, { length }]) => [name, length]));
    expect(planted.body).toEqual({ ok: true, ...counts });
    const call = async (path: string, body: JsonObject = {}) =>
      (await postJson(url + path, { ...emulatorAccount, senderKey: 'cafe-key', ...body })).body;
    expect(await call('/v3/msgr/profile')).toMatchObject({ code: '200', data: { senderKey: 'cafe-key' } });
    expect(await call('/v4/msgr/groupTag', { groupTagKey: 'spring' })).toMatchObject({
      data: { groupTagKey: 'spring', groupTagName: '봄 세일' },
    });
    expect(await call('/v3/msgr/plugin/callbackUrl/list')).toMatchObject({ data: [{ pluginId: 'secure' }] });
    expect(await call('/v4/msgr/brand/video/search', { vid: 'v1' })).toMatchObject({ data: { status: 'PUBLIC' } });
    expect(await call('/v3/msgr/template/detail', { templateCode: 'order_paid' })).toMatchObject({ code: '200' });
    expect(await call('/v3/msgr/template/public/list')).toMatchObject({ data: [{ templateCode: 'open' }, {}, {}] });
    expect(await call('/v4/msgr/brand/template/detail', { templateCode: 'sale' })).toMatchObject({
      data: { templateName: '세일' },
    });
    const image = await fetch(`${url}/images/order.png`);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(imageSize(new Uint8Array(await image.arrayBuffer()))).toEqual({ width: 800, height: 400, type: 'png' });
    expect(await control.message('m1')).toMatchObject({ message: { result: '4100', text: '안녕' } });
  });
});

describe('a checkpoint', () => {
  it('brings back what was there, as often as wanted', async () => {
    const { control, add, call, detail } = await openBench();
    await add();
    const before = await control.snapshot();
    expect(await control.checkpoint('start')).toEqual({ ok: true });
    for (const _ of [1, 2]) {
      await call('/template/request', { templateCode: 'order_paid' });
      await add({ templateCode: 'other', templateName: 'other' });
      expect(await control.restore('start')).toEqual({ ok: true });
      expect(await control.snapshot()).toEqual(before);
      expect(await detail('order_paid')).toMatchObject({ inspectionStatus: 'REG' });
    }
    expect(await call('/template/delete', { templateCode: 'order_paid' })).toMatchObject({ code: '200' });
    await control.restore('start');
    expect(await call('/template/list')).toMatchObject({ totalCount: 1 });
  });

  it('is one of twenty at most, and has to be there', async () => {
    const { control } = await openBench();
    expect(await control.restore('none')).toEqual({ ok: false, message: 'no such checkpoint: none' });
    for (let index = 0; index < 20; index += 1) expect(await control.checkpoint(`c${index}`)).toEqual({ ok: true });
    expect(await control.checkpoint('c7')).toEqual({ ok: true });
    expect(await control.checkpoint('more')).toEqual({
      ok: false,
      message: 'there are too many checkpoints; reset forgets them',
    });
    await control.reset();
    expect(await control.checkpoint('more')).toEqual({ ok: true });
    expect(await control.restore('c7')).toMatchObject({ ok: false });
  });
});
