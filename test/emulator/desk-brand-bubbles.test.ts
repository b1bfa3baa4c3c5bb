import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import { png } from '../images.ts';
import { shownOn, templateAt } from './desk-support.ts';
import { account, type Bench, emulatorAccount, objectOf, openBench, PHONE, postJson, SENDER, SHOP } from './support.ts';

/** Brand templates and messages, registered and sent as an application does, and read off the drawing. */

async function addTemplate(bench: Bench, fields: JsonObject): Promise<JsonObject> {
  const body = { ...emulatorAccount, senderKey: SHOP, templateName: '소식', ...fields };
  const answer = await postJson(`${bench.url}/v4/msgr/brand/template/add`, body);
  if (answer.body['code'] !== '200') throw new Error(JSON.stringify(answer.body));
  return objectOf(answer.body['data']);
}

async function sendBrand(bench: Bench, type: string, content: JsonObject): Promise<string> {
  const inner = { senderkey: SHOP, sendtarget: 'friend', ...content };
  const envelope = { account: 'emulator', type, from: SENDER, to: PHONE, refkey: 'ref' };
  const { body } = await bench.message({ ...envelope, content: { [type]: inner } });
  if (body['code'] !== 1000) throw new Error(JSON.stringify(body));
  return String(body['messagekey']);
}

async function uploadImage(bench: Bench, use: string, field: string, width: number, height: number): Promise<string> {
  const form = account();
  form.append(field, new Blob([png(width, height)]), 'a.png');
  const response = await fetch(`${bench.url}/v4/msgr/brand/image/${use}`, { method: 'POST', body: form });
  const body = objectOf(await response.json());
  const url = body['image'] ?? firstUrl(body['data']);
  if (typeof url !== 'string') throw new Error(JSON.stringify(body));
  return url;
}

function firstUrl(data: Json | undefined): Json | undefined {
  const success = isObject(data) ? data['success'] : undefined;
  const first = Array.isArray(success) ? success[0] : undefined;
  return isObject(first) ? first['url'] : undefined;
}

/** The words of a drawing, in reading order. */
async function words(bench: Bench, path: string): Promise<string> {
  const { svg } = await shownOn(bench, path);
  return /<desc[^>]*>([\s\S]*?)<\/desc>/.exec(svg)?.[1] ?? svg;
}

const button = { name: '보기', linkType: 'WL', linkMobile: 'https://shop.example/#{경로}' };

describe('a brand template', () => {
  it('is compared with the version that the last update replaced', async () => {
    const bench = await openBench();
    const card = { header: '첫째', content: '감귤', imageUrl: `${bench.url}/images/a.png`, buttons: [button] };
    const carousel = (headers: string[]) => ({ list: headers.map((header) => ({ ...card, header })) });
    await bench.control.seed({
      images: [{ id: 'a.png', use: 'brand/carousel-feed', width: 800, height: 400 }],
    });
    const written = { chatBubbleType: 'CAROUSEL_FEED', carousel: carousel(['첫째', '둘째', '셋째']) };
    const template = await addTemplate(bench, written);
    const code = String(template['templateCode']);
    const view = async (): Promise<string> => (await shownOn(bench, templateAt(code, 'brand'))).html;
    expect(await view()).not.toContain('Changed since');
    const answer = await postJson(`${bench.url}/v4/msgr/brand/template/update`, {
      ...emulatorAccount,
      senderKey: SHOP,
      templateCode: code,
      templateName: '소식',
      ...written,
      carousel: carousel(['첫째', '두 번째']),
    });
    expect(answer.body).toMatchObject({ code: '200' });
    const html = await view();
    expect(html).toContain('<h3>Changed since version 1</h3>');
    expect(html).toMatch(/<dt>Card 2 · Header<\/dt><dd>.*<del>둘째<\/del>/);
    expect(html).toContain('<dt>Card 3 · Header</dt><dd><del>셋째</del></dd>');
  });
});

describe('a brand message with a body of its own', () => {
  it('of the type WIDE_ITEM_LIST, COMMERCE and carousel is drawn with every part', async () => {
    const bench = await openBench();
    const first = await uploadImage(bench, 'wideItemList/first', 'image', 800, 400);
    const other = await uploadImage(bench, 'wideItemList', 'imageList', 500, 500);
    const item = (title: string, image: string): JsonObject => ({
      title,
      img_url: image,
      url_mobile: `https://shop.example/${title}`,
    });
    const list = await sendBrand(bench, 'ul', {
      brandmessagetype: 'FREE',
      header: '머리글',
      item: { list: [item('첫째', first), item('둘째', other), item('셋째', other)] },
    });
    expect(await words(bench, `area=inbox&open=${list}`)).toMatch(/머리글[\s\S]*첫째[\s\S]*둘째[\s\S]*셋째/);

    const picture = await uploadImage(bench, 'default', 'image', 800, 400);
    const sale = await sendBrand(bench, 'um', {
      brandmessagetype: 'FREE',
      image: { img_url: picture },
      commerce: { title: '감귤 5kg', regular_price: 20000, discount_price: 15000, discount_rate: 25 },
      additionalcontent: '덧붙임',
      button: [{ name: '사기', type: 'WL', url_mobile: 'https://shop.example/buy' }],
    });
    expect(await words(bench, `area=inbox&open=${sale}`)).toMatch(/감귤 5kg[\s\S]*사기/);

    const feed = await uploadImage(bench, 'carouselFeed', 'imageList', 800, 400);
    const card = (header: string): JsonObject => ({
      header,
      message: `${header}의 글`,
      attachment: {
        image: { img_url: feed, img_link: 'https://shop.example/card' },
        button: [{ name: '보기', type: 'WL', url_mobile: 'https://shop.example/card' }],
        coupon: { title: '10% 할인 쿠폰', description: '오늘까지', url_mobile: 'https://shop.example/coupon' },
      },
    });
    const strip = await sendBrand(bench, 'uc', {
      brandmessagetype: 'FREE',
      carousel: { list: [card('앞장'), card('뒷장')], tail: { url_mobile: 'https://shop.example/more' } },
    });
    const told = await words(bench, `area=inbox&open=${strip}`);
    expect(told).toMatch(/앞장[\s\S]*앞장의 글[\s\S]*10% 할인 쿠폰[\s\S]*뒷장/);
    expect(told).toContain('https://shop.example/more');
  });

  it('of the type PREMIUM_VIDEO shows the thumbnail of a video that was uploaded here, and no other', async () => {
    const bench = await openBench();
    await bench.control.seed({ videos: [{ profile: SHOP, vid: 'vid-1', title: '감귤 따기' }] });
    const pictures = async (url: string): Promise<string[]> => {
      const video = { video_url: url, thumbnail_url: 'https://elsewhere.example/thumbnail.png' };
      const key = await sendBrand(bench, 'up', { brandmessagetype: 'FREE', message: '영상입니다.', video });
      const { svg } = await shownOn(bench, `area=inbox&open=${key}`);
      return [...svg.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    };
    expect(await pictures(`${bench.url}/v/vid-1`)).toEqual(['/thumbnails/vid-1.png']);
    expect(await pictures('https://elsewhere.example/v/other')).toEqual([]);
  });

  it('tells those who consented where to opt out, by the number of the send or of the profile', async () => {
    const bench = await openBench();
    const marketing = { brandmessagetype: 'FREE', sendtarget: 'marketing', targeting: 'M', message: '소식' };
    const own = await sendBrand(bench, 'ut', {
      ...marketing,
      unsubscribephonenumber: '080-000-0000',
      unsubscribeauthnumber: '1234',
    });
    expect(await words(bench, `area=inbox&open=${own}`)).toContain('무료수신거부 080-000-0000 (인증번호 1234)');
    await postJson(`${bench.url}/v4/msgr/profile/unsubscribeContent/update`, {
      ...emulatorAccount,
      senderKey: SHOP,
      unsubscribePhoneNumber: '080-111-1111',
    });
    const registered = await sendBrand(bench, 'ut', marketing);
    expect(await words(bench, `area=inbox&open=${registered}`)).toContain('무료수신거부 080-111-1111');
    const friend = await sendBrand(bench, 'ut', { brandmessagetype: 'FREE', message: '소식', adult: 'Y' });
    expect(await words(bench, `area=inbox&open=${friend}`)).not.toContain('무료수신거부');
  });
});
