import { describe, expect, it } from 'vitest';
import { basic, changed, free, fullBodies, variableBodies, variableValues } from './brand-message-bodies.ts';
import { type BrandBench, by, DELIVERED, openBrandBench } from './brand-message-templates.ts';
import { plainMessage } from './support.ts';

const text = { ...free, message: '오늘만 할인합니다.' };
const marketing = { ...text, sendtarget: 'marketing', targeting: 'M' };

describe('the sender profile', () => {
  it('must be known', async () => {
    const { send } = await openBrandBench();
    expect(await send('ut', { ...text, senderkey: 'no-key' })).toEqual([
      '7103',
      'the sender profile is unknown, blocked or dormant',
    ]);
  });

  it.each([{ block: true }, { dormant: true }, { profileStatus: 'C' }])('must be usable: %j', async (profile) => {
    const { send } = await openBrandBench(profile);
    expect(await send('ut', text)).toEqual(['7103', 'the sender profile is unknown, blocked or dormant']);
  });

  it('needs a permission for marketing, and none for friends', async () => {
    const { send } = await openBrandBench({ brandMessage: false });
    expect(await send('ut', marketing)).toEqual(['7103', 'the sender profile has no permission for marketing']);
    expect(await send('ut', text)).toEqual(DELIVERED);
  });

  it('needs an opt-out number for marketing, registered or sent', async () => {
    const { send } = await openBrandBench({ unsubscribePhoneNumber: null });
    expect(await send('ut', marketing)).toEqual([
      '7103',
      'there is no opt-out number, neither sent nor registered with the sender profile',
    ]);
    expect(await send('ut', { ...marketing, unsubscribephonenumber: '080-000-0000' })).toEqual(DELIVERED);
    expect(await send('ut', text)).toEqual(DELIVERED);
    expect(await (await openBrandBench()).send('ut', marketing)).toEqual(DELIVERED);
  });
});

describe('the hours', () => {
  const outside = ['7322', 'brand messages are sent from 08:00 to 20:50, Korean time'];

  it.each([
    ['07:59:59', outside],
    ['08:00:00', DELIVERED],
    ['20:49:59', DELIVERED],
    ['20:50:00', outside],
    ['00:00:00', outside],
  ])('%s', async (time, expected) => {
    const { control, send } = await openBrandBench();
    await control.clock({ set: `2026-11-21 ${time}` });
    expect(await send('ut', text)).toEqual(expected);
  });

  it.each([
    ['2026-11-20 20:49:59', '7000'],
    ['2026-11-20 20:50:00', '7322'],
    ['2026-11-21 08:00:00', '7000'],
  ])('are those at which a reserved message goes out: %s', async (moment, expected) => {
    const { control, message } = await openBrandBench();
    const sendtime = String(Date.parse(`${moment.replace(' ', 'T')}+09:00`) / 1000);
    await message({ ...plainMessage, type: 'ut', content: { ut: text }, sendtime });
    // Far beyond: what counts is when it went out, not when somebody looked.
    await control.clock({ advance: 86_400_000 });
    expect(await control.inbox()).toMatchObject({ messages: [{ result: expected }] });
  });
});

describe('the template', () => {
  it('must be there', async () => {
    const { send } = await openBrandBench();
    expect(await send('ut', basic)).toEqual(['7315', 'there is no such template']);
  });

  it('must not be blocked', async () => {
    const { control, send } = await openBrandBench();
    await control.seed({ brandTemplates: [{ profile: 'shop', templateCode: 'brand_1', status: 'S' }] });
    expect(await send('ut', basic)).toEqual(['7318', 'the template is blocked']);
  });

  it('is the profile’s own, or one of its group', async () => {
    const { control, send } = await openBrandBench();
    await control.seed({ brandTemplates: [{ profile: 'mall', templateCode: 'brand_1' }] });
    expect(await send('ut', basic)).toEqual(DELIVERED);
    expect(await send('ut', { ...basic, senderkey: 'mall-key' })).toEqual([
      '7103',
      'the sender profile is unknown, blocked or dormant',
    ]);
    expect(await send('ut', { ...basic, senderkey: 'other-key' })).toEqual(['7315', 'there is no such template']);
  });

  it('has the bubble of the type', async () => {
    const { image, register, send } = await openBrandBench();
    const code = await register('ui', fullBodies(image).ui);
    expect(await send('ut', by(code))).toEqual(['7204', 'the template is IMAGE, which is not sent as ut']);
  });
});

it('a group tag must be one of the profile or its group', async () => {
  const { control, send } = await openBrandBench();
  const tag = (profile: string) => ({ profile, groupTagName: '가을', groupTagKey: `tag-${profile}` });
  await control.seed({ groupTags: [tag('shop'), tag('mall'), tag('other')] });
  expect(await send('ut', { ...text, grouptagkey: 'tag-shop' })).toEqual(DELIVERED);
  expect(await send('ut', { ...text, grouptagkey: 'tag-mall' })).toEqual(DELIVERED);
  expect(await send('ut', { ...text, grouptagkey: 'tag-other' })).toEqual(['7320', 'there is no such group tag']);
  expect(await send('ut', { ...text, grouptagkey: 'none' })).toEqual(['7320', 'there is no such group tag']);
});

describe('the images of a bubble', () => {
  const no = (at: string, use: string): [string, string] => [
    '7319',
    `${at} is not an image that was uploaded for ${use}`,
  ];

  it.each<['ui' | 'uw' | 'ul' | 'uc' | 'um' | 'ua', string, [string, string]]>([
    ['ui', 'image.img_url', no('image.img_url', 'brand/default')],
    ['um', 'image.img_url', no('image.img_url', 'brand/default')],
    ['uw', 'image.img_url', no('image.img_url', 'brand/wide')],
    ['ul', 'item.list.0.img_url', no('item.list[0].img_url', 'brand/wide-first')],
    ['ul', 'item.list.2.img_url', no('item.list[2].img_url', 'brand/wide-items')],
    [
      'uc',
      'carousel.list.1.attachment.image.img_url',
      no('carousel.list[1].attachment.image.img_url', 'brand/carousel-feed'),
    ],
    ['ua', 'carousel.head.image_url', no('carousel.head.image_url', 'brand/carousel-commerce')],
    [
      'ua',
      'carousel.list.0.attachment.image.img_url',
      no('carousel.list[0].attachment.image.img_url', 'brand/carousel-commerce'),
    ],
  ])('%s %s comes of an upload for it', async (type, path, expected) => {
    const { image, send } = await openBrandBench();
    const body = fullBodies(image)[type];
    const other = type === 'uw' ? image('brand/default') : image('brand/wide');
    for (const url of [other, image('none'), 'https://elsewhere.example.com/images/default.png', 'default.png'])
      expect(await send(type, { ...free, ...changed(body, path, url) })).toEqual(expected);
  });

  it('of a CAROUSEL_COMMERCE have one ratio', async () => {
    const { image, send } = await openBrandBench();
    const body = changed(fullBodies(image).ua, 'carousel.list.1.attachment.image.img_url', image('square-card'));
    expect(await send('ua', { ...free, ...body })).toEqual([
      '7319',
      'carousel.list[1].attachment.image.img_url has another ratio than carousel.head.image_url',
    ]);
  });
});

describe('the video of a bubble', () => {
  async function openWithVideo(status: string, profile = 'shop'): Promise<BrandBench & { address: string }> {
    const bench = await openBrandBench();
    await bench.control.seed({ videos: [{ profile, vid: 'vid-1', status }] });
    return { ...bench, address: `${bench.url}/v/vid-1` };
  }

  it.each(['v/vid-1', 'channel/shop/cliplink/vid-1'])('is sent where it is open: %s', async (path) => {
    const { url, send } = await openWithVideo('PUBLIC');
    const video = { video_url: `${url}/${path}`, thumbnail_url: `${url}/thumbnails/vid-1.png` };
    expect(await send('up', { ...free, video })).toEqual(DELIVERED);
    expect(await send('up', { ...free, video: { video_url: `${url}/${path}` } })).toEqual(DELIVERED);
  });

  it.each(['REGISTERED', 'ENCODING', 'PRIVATE', 'VIOLATED', 'ILLEGAL', 'DELETED', 'ERROR'])(
    'is not sent by itself where it is %s',
    async (status) => {
      const { address, send } = await openWithVideo(status);
      expect(await send('up', { ...free, video: { video_url: address } })).toEqual([
        '7319',
        `video.video_url is a video that is ${status}`,
      ]);
    },
  );

  it('must be the profile’s own', async () => {
    const { address, url, send } = await openWithVideo('PUBLIC', 'other');
    for (const video_url of [address, `${url}/v/none`])
      expect(await send('up', { ...free, video: { video_url } })).toEqual([
        '7319',
        'video.video_url is not a video of this profile',
      ]);
  });

  it('may be private in a template, under a picture', async () => {
    const { address, image, register, send } = await openWithVideo('PRIVATE');
    const video = { video_url: address, thumbnail_url: image('brand/default') };
    const code = await register('up', { video });
    expect(await send('up', by(code))).toEqual(DELIVERED);
    expect(await send('up', by(code, { video }))).toEqual(DELIVERED);
    expect(await send('up', by(code, { videovariable: { video_url: address } }))).toEqual([
      '7319',
      'video.thumbnail_url is required for a private video',
    ]);
  });

  it('has its own picture, or one that was uploaded', async () => {
    const { address, image, url, send } = await openWithVideo('PUBLIC');
    const withPicture = (thumbnail_url: string): Promise<unknown> =>
      send('up', { ...free, video: { video_url: address, thumbnail_url } });
    expect(await withPicture(image('brand/default'))).toEqual(DELIVERED);
    for (const picture of [image('brand/wide'), `${url}/thumbnails/other.png`, 'https://a.kr/1.png'])
      expect(await withPicture(picture)).toEqual([
        '7319',
        'video.thumbnail_url is not an image that was uploaded for brand/default',
      ]);
  });
});

it('a brand message falls back to a text', async () => {
  const { control, message, image, register } = await openBrandBench();
  const code = await register('ut', variableBodies(image).ut);
  const fallback = { resend: { first: 'sms' }, recontent: { sms: { message: '할인' } } };
  const sent = { ...plainMessage, type: 'ut', content: { ut: by(code, variableValues.ut) }, ...fallback };
  expect(await message(sent)).toMatchObject({ body: { code: 1000 } });
  expect(await message({ ...sent, content: { ut: by('none') } })).toMatchObject({ body: { code: 1000 } });
  await control.clock({ advance: 300 });
  expect(await control.inbox()).toMatchObject({
    messages: [
      { result: '4100', device: 'sms', reason: 'ut: there is no such template' },
      { result: '7000', device: 'ut', reason: null },
    ],
  });
});
