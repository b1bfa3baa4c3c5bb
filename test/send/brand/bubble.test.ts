import { describe, expect, it } from 'vitest';
import type { FileNode } from '../../../src/core/content.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { BrandSend } from '../../../src/core/test-send.ts';
import type { ShownSend } from '../../../src/send/channel.ts';
import { brandBubble } from '../../../src/send/channels/brand/channel.ts';
import { template } from '../support.ts';

const photo = { path: 'images/coat.jpg', sha256: 'c0a7', width: 800, height: 400 } satisfies FileNode;
const other = { path: 'images/scarf.jpg', sha256: '5ca2' } satisfies FileNode;

describe('the bubble of a brand message', () => {
  const button = { type: 'WL', name: '보기', link: { mobile: 'https://shop.example.com/#{주문번호}' } };
  const coupon = {
    title: '#{할인금액}원 할인 쿠폰',
    description: '첫 구매',
    link: { mobile: 'https://shop.example.com' },
  };
  const shown = (content: JsonObject, brand: BrandSend = {}, more: Partial<ShownSend> = {}, payload: JsonObject = {}) =>
    brandBubble('ut', payload, {
      template: template(content),
      profile: 'shop',
      from: '15880000',
      sample: '기본',
      variables: undefined,
      images: undefined,
      files: () => null,
      brand,
      ...more,
    });

  it('has the values of the sample and of the test send in every text', () => {
    const content = { bubble: 'TEXT', content: '#{이름}님', buttons: [button], coupon };
    expect(shown(content, {}, { variables: { 할인금액: '1000' } })).toMatchObject({
      kind: 'brand',
      type: 'TEXT',
      sender: 'shop',
      ad: true,
      content: '홍길동님',
      buttons: [{ name: '보기', link: { mobile: 'https://shop.example.com/A-1' } }],
      coupon: { title: '1000원 할인 쿠폰', description: '첫 구매' },
    });
  });

  it('has the images of the test send in place of those of the template, and no coupon that is left out', () => {
    const image = { file: photo, link: 'https://shop.example.com' };
    const wide = shown({ bubble: 'WIDE', content: '글', image, coupon }, { image: other, coupon: 'omit' });
    expect(wide).toMatchObject({ image: { alt: 'scarf.jpg' }, imageLink: { mobile: 'https://shop.example.com' } });
    expect(wide.coupon).toBeUndefined();
    const items = [
      { title: '하나', image: photo },
      { title: '둘', image: photo },
    ];
    const list = shown({ bubble: 'WIDE_ITEM_LIST', header: '머리', items }, { images: [photo, other] });
    expect(list).toMatchObject({
      items: [{ image: { alt: 'coat.jpg' } }, { title: '둘', image: { alt: 'scarf.jpg' } }],
    });
    const video = { url: 'https://tv.example.com/v/1', thumbnail: other };
    const film = shown({ bubble: 'PREMIUM_VIDEO', content: '글', video: { vid: 'v1' } }, { video });
    expect(film).toMatchObject({ video: { thumbnail: { alt: 'scarf.jpg' } } });
  });

  it('has the values of each card of a carousel, and the intro first', () => {
    const card = (title: string): JsonObject => ({
      content: '#{글}',
      image: photo,
      buttons: [button],
      coupon,
      commerce: { title, regularPrice: 1000 },
    });
    const carousel = {
      intro: { header: '#{이름}', content: '소개', image: photo },
      cards: [card('코트'), card('목도리')],
    };
    const cards: BrandSend['cards'] = [
      { variables: { 이름: '겨울' }, image: other },
      { variables: { 글: '하나', 할인가격: '900', 할인율: '10', 할인금액: '1' } },
      { variables: { 글: '둘' }, coupon: 'omit', image: other },
    ];
    const bubble = shown({ bubble: 'CAROUSEL_COMMERCE', carousel }, { cards });
    expect(bubble.carousel).toMatchObject({
      intro: { header: '겨울', content: '소개', image: { alt: 'scarf.jpg' } },
      cards: [
        {
          content: '하나',
          image: { alt: 'coat.jpg' },
          coupon: { title: '1원 할인 쿠폰' },
          buttons: [{ link: { mobile: 'https://shop.example.com/A-1' } }],
          commerce: { regularPrice: 1000, discountPrice: 900, discountRate: 10, discountFixed: '' },
        },
        { content: '둘', image: { alt: 'scarf.jpg' }, commerce: { title: '목도리', discountPrice: '' } },
      ],
    });
    expect(bubble.carousel?.cards[1]?.coupon).toBeUndefined();
    const plain = shown(
      { bubble: 'CAROUSEL_FEED', carousel: { cards: [{ content: '#{글}' }] } },
      { cards: cards.slice(2) },
    );
    expect(plain.carousel?.cards).toMatchObject([{ content: '둘' }]);
  });

  it('has no text of a COMMERCE, and no discount without a value', () => {
    const commerce = { title: '코트' };
    const content = { bubble: 'COMMERCE', content: '등록할 때만 쓰는 글', image: photo, commerce, buttons: [button] };
    expect(shown(content, {}, { variables: { 정상가격: '1000' } })).toMatchObject({
      content: '',
      commerce: { title: '코트', regularPrice: 1000, discountPrice: '', discountRate: '', discountFixed: '' },
    });
  });

  it('is that of its own content if the test send writes it', () => {
    const body = { bubble: 'TEXT', content: '#{이름}님, 직접 쓴 글' };
    const own = { template: undefined, sample: undefined, variables: { 이름: '홍길동' } };
    expect(shown({}, { mode: 'free', body }, own)).toMatchObject({ type: 'TEXT', content: '홍길동님, 직접 쓴 글' });
  });

  it('has the mark for adults and the line about opting out of the message', () => {
    const content = { bubble: 'TEXT', content: '글', adult: true };
    const payload = { adult: 'N', unsubscribephonenumber: '080-000-0000', unsubscribeauthnumber: '1234' };
    expect(shown(content)).toMatchObject({ adult: true, optOut: '' });
    expect(shown(content, {}, {}, payload)).toMatchObject({
      adult: false,
      optOut: '무료수신거부 080-000-0000 (인증번호 1234)',
    });
    expect(shown(content, {}, {}, { unsubscribephonenumber: '080-1' })).toMatchObject({ optOut: '무료수신거부 080-1' });
  });
});
