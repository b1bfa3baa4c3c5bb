import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import type { ApprovedTemplate, Values } from '../../../src/send/channel.ts';
import { brand } from '../../../src/send/channels/brand/channel.ts';
import { compareBrand } from '../../../src/send/channels/brand/compare.ts';
import { typeOf } from '../../../src/send/channels/brand/table.ts';
import { bodyOf } from '../../../src/send/channels/brand/template.ts';
import { proveMessage } from '../../../src/send/proof.ts';
import { changed } from '../../emulator/brand-message-bodies.ts';
import { basicMessage, characters, IMAGE, lines } from './bodies.ts';

const WEB = 'https://shop.example.com';

/** Registered templates, as the service answers them in manifest form. */
const image = { url: IMAGE, link: `${WEB}/image` };
const buttons = [
  { type: 'WL', name: '보러 가기', link: { mobile: `${WEB}/#{경로}`, pc: WEB } },
  { type: 'BF', name: '신청', bizFormId: '77' },
];
const coupon = { title: '#{할인금액}원 할인 쿠폰', description: '첫 구매', link: { mobile: `${WEB}/c` } };
const commerce = { title: '겨울 #{상품}', regularPrice: 50_000, discountRate: 30 };
const product = { image, commerce, buttons: [{ type: 'AC', name: '채널 추가' }] };

const TEMPLATES = {
  ut: { bubble: 'TEXT', content: '#{이름}님,\n오늘만 할인합니다.', buttons, coupon },
  plain: { bubble: 'TEXT', content: '오늘만 할인합니다.' },
  ui: { bubble: 'IMAGE', content: '오늘만', image },
  uw: { bubble: 'WIDE', content: '오늘은 #{이름}', image },
  ul: {
    bubble: 'WIDE_ITEM_LIST',
    header: '이번 주 #{분류}',
    items: [
      { title: '대표', image, link: { mobile: `${WEB}/#{번호}` } },
      { title: '둘째', image },
      { title: '#{순서}', image },
    ],
  },
  um: { bubble: 'COMMERCE', content: '등록할 때만', additionalContent: '#{값} 배송', image, commerce, buttons },
  open: { bubble: 'COMMERCE', content: '등록할 때만', image, commerce: { title: '코트' }, buttons: [buttons[1] ?? {}] },
  up: {
    bubble: 'PREMIUM_VIDEO',
    header: '새 #{것}',
    content: '보세요',
    video: { vid: 'v7', thumbnail: { url: IMAGE } },
  },
  uc: {
    bubble: 'CAROUSEL_FEED',
    carousel: {
      cards: [
        { header: '#{순서}', content: '첫 소식', image, coupon },
        { header: '둘째', content: '둘째 소식', image },
      ],
      more: { link: { mobile: `${WEB}/more` } },
    },
  },
  ua: {
    bubble: 'CAROUSEL_COMMERCE',
    carousel: { intro: { header: '#{계절}', content: '겨울 상품', image: { url: IMAGE } }, cards: [product, product] },
  },
} satisfies Record<string, JsonObject>;

type Name = keyof typeof TEMPLATES;

function approved(content: JsonObject): ApprovedTemplate {
  return { code: 'brand_1', state: 'A', content };
}

/** Each failure as `code path`. */
function found(
  content: JsonObject,
  template: JsonObject,
  values: Values = new Map(),
  type = typeOf(template) ?? '',
): string[] {
  return compareBrand(type, content, approved(template), values).map(({ code, path }) => `${code} ${path}`);
}

const VARIABLES: Partial<Record<Name, JsonObject>> = {
  ut: { messagevariable: { 이름: '홍길동' }, buttonvariable: { 경로: 'm' }, couponvariable: { 할인금액: '1000' } },
  uw: { messagevariable: { 이름: '맑음' } },
  ul: { messagevariable: { 분류: '옷', 번호: '1', 순서: '셋째' } },
  um: { messagevariable: { 값: '무료' }, buttonvariable: { 경로: 'm' }, commercevariable: { 상품: '코트' } },
  open: { commercevariable: { 정상가격: '50000', 할인가격: '35000', 할인율: '30' } },
  up: { messagevariable: { 것: '영상' } },
  uc: { carouselvariable: [{ messagevariable: { 순서: '첫째' }, couponvariable: { 할인금액: '1000' } }] },
  ua: {
    carouselvariable: [
      { messagevariable: { 계절: '겨울' } },
      { commercevariable: { 상품: '코트' } },
      { commercevariable: { 상품: '모자' } },
    ],
  },
};

function byVariables(name: Name): JsonObject {
  return { ...basicMessage, ...VARIABLES[name] };
}

describe('a message of the variables of a template', () => {
  it.each(Object.keys(TEMPLATES) as Name[])('has a value for each: %s', (name) => {
    expect(found(byVariables(name), TEMPLATES[name])).toEqual([]);
  });

  it.each<[Name, string, Json | undefined, string[]]>([
    ['ut', 'messagevariable', undefined, ['send-missing-value messagevariable.이름']],
    ['ut', 'messagevariable', { 이름: '' }, ['send-empty-value messagevariable.이름']],
    ['ut', 'messagevariable', { 이름: '가', 이룸: '나' }, ['send-unused-value messagevariable.이룸']],
    ['ut', 'messagevariable', { 이름: '가', 경로: 'm' }, ['send-unused-value messagevariable.경로']],
    [
      'ut',
      'couponvariable',
      { 경로: '1000' },
      ['send-missing-value couponvariable.할인금액', 'send-unused-value couponvariable.경로'],
    ],
    [
      'ul',
      'messagevariable',
      { 번호: '1 2', 순서: '셋째' },
      ['send-missing-value messagevariable.분류', 'send-value messagevariable.번호'],
    ],
    ['open', 'commercevariable', { 정상가격: '50,000' }, []],
    ['ut', 'couponvariable', { 무엇이든: 'ESCAPE_COUPON' }, []],
    ['ut', 'couponvariable', { 할인금액: 'ESCAPE_COUPON' }, []],
    ['uc', 'carouselvariable.0.couponvariable', { 할인금액: 'ESCAPE_COUPON' }, []],
    ['open', 'commercevariable', { 정상가격: '50000' }, []],
    ['open', 'commercevariable', { 할인율: '30' }, ['send-missing-value commercevariable.정상가격']],
    ['open', 'commercevariable', { 정상가격: '50000', 할인가격: '35000' }, ['send-value commercevariable.할인가격']],
    ['um', 'commercevariable.정상가격', '1000', ['send-unused-value commercevariable.정상가격']],
    [
      'uc',
      'carouselvariable',
      [{}, VARIABLES['uc']?.['carouselvariable'] ?? null],
      [
        'send-missing-value carouselvariable[0].messagevariable.순서',
        'send-missing-value carouselvariable[0].couponvariable.할인금액',
      ],
    ],
    [
      'uc',
      'carouselvariable',
      [...((VARIABLES['uc']?.['carouselvariable'] as Json[]) ?? []), {}, {}],
      ['send-parts carouselvariable'],
    ],
    ['ua', 'carouselvariable.0', {}, ['send-missing-value carouselvariable[0].messagevariable.계절']],
    ['ul', 'imagevariable', [IMAGE, IMAGE, IMAGE], []],
    ['ul', 'imagevariable', [IMAGE, IMAGE, IMAGE, IMAGE], ['send-parts imagevariable']],
    ['uw', 'messagevariable.이름', characters(73), ['send-limit messagevariable.이름']],
    ['uw', 'messagevariable.이름', characters(72), []],
    ['uw', 'messagevariable.이름', lines(6), ['send-limit messagevariable.이름']],
    ['ul', 'messagevariable.번호', '1 2', ['send-value messagevariable.번호']],
    [
      'ua',
      'carouselvariable.1.commercevariable.상품',
      characters(28),
      ['send-limit carouselvariable[1].commercevariable.상품'],
    ],
  ])('%s with another %s', (name, path, value, failures) => {
    expect(found(changed(byVariables(name), path, value), TEMPLATES[name])).toEqual(failures);
  });

  it('has the known values, character by character', () => {
    const values = new Map([
      ['이름', '홍길동'],
      ['경로', 'm'],
      ['할인금액', '1000'],
    ]);
    expect(found(byVariables('ut'), TEMPLATES.ut, values)).toEqual([]);
    expect(found(changed(byVariables('ut'), 'messagevariable.이름', '홍길동 '), TEMPLATES.ut, values)).toEqual([
      'send-differs messagevariable.이름',
    ]);
  });

  it('may be the template as it is, if the template has no variables', () => {
    expect(found(basicMessage, TEMPLATES.plain)).toEqual([]);
    expect(found(basicMessage, TEMPLATES.uw)).toEqual(['send-missing-value messagevariable.이름']);
  });

  it.each<[string, JsonObject]>([
    ['a list of two items', { bubble: 'WIDE_ITEM_LIST', header: '옷', items: [{ image }, { image, title: '둘째' }] }],
    [
      'a card without header',
      { bubble: 'CAROUSEL_FEED', carousel: { cards: [{ image }, { content: '소식', image }] } },
    ],
    [
      'a coupon without description',
      { bubble: 'TEXT', content: '안녕', coupon: { title: '배송비 할인 쿠폰', link: coupon.link } },
    ],
    ['an app link of an image', { bubble: 'IMAGE', content: '안녕', image: { ...image, link: 'shop://a' } }],
  ])('is sent as it is registered: %s', (_, registered) => {
    expect(found(basicMessage, registered)).toEqual([]);
  });

  it('needs the values of its coupon', () => {
    expect(
      found(basicMessage, { ...TEMPLATES.plain, coupon: { title: coupon.title, link: coupon.link } }),
    ).toContainEqual(expect.stringContaining('send-missing-value couponvariable.할인금액'));
  });

  it('ignores parts that a message of its bubble does not have', () => {
    expect(found(basicMessage, { ...TEMPLATES.plain, header: '#{머리}', image })).toEqual([]);
  });

  it('may bring the images that its template lacks', () => {
    const cards = [
      { header: '첫째', content: '소식' },
      { header: '둘째', content: '소식' },
    ];
    const template = { bubble: 'CAROUSEL_FEED', carousel: { cards } };
    const brought = { ...basicMessage, carouselvariable: [{ imagevariable: [IMAGE] }, { imagevariable: [IMAGE] }] };
    expect(found(brought, template)).toEqual([]);
    expect(found({ ...basicMessage, carouselvariable: [{ imagevariable: [IMAGE] }] }, template)).toEqual([]);
  });
});

/** The full text of a template, with values. */
function fullText(name: Name): JsonObject {
  const filled = JSON.parse(
    JSON.stringify(bodyOf(TEMPLATES[name]))
      .replaceAll(/#\{video\}/g, 'https://tv.example.com/v')
      .replaceAll(/#\{.*?\}/g, '가'),
  );
  return { ...basicMessage, ...filled };
}

describe('a full text', () => {
  it.each((Object.keys(TEMPLATES) as Name[]).filter((name) => name !== 'open'))('equals its template: %s', (name) => {
    const { commerce: prices, ...content } = fullText(name);
    const sent =
      prices === undefined
        ? content
        : { ...content, commerce: { title: '겨울 가', regular_price: 50_000, discount_rate: 30 } };
    const text = JSON.parse(
      JSON.stringify(sent)
        .replaceAll(/"discount_(?:price|fixed)":"가",?/g, '')
        .replaceAll(',}', '}'),
    );
    expect(found(text, TEMPLATES[name])).toEqual([]);
  });

  it.each<[Name, string, Json | undefined, string]>([
    ['ut', 'message', '가님,\n오늘만 할인합니다.\n', 'send-differs message'],
    ['ut', 'message', '가님,\n오늘만  할인합니다.', 'send-differs message'],
    ['ut', 'message', '님,\n오늘만 할인합니다.', 'send-differs message'],
    ['ut', 'button', undefined, 'send-parts button'],
    ['ut', 'button.0.url_mobile', 'https://other.example.com/가', 'send-differs button[0].url_mobile'],
    ['ut', 'button.0.url_pc', undefined, 'send-parts button[0].url_pc'],
    ['ut', 'button.0.scheme_ios', 'shop://1', 'send-parts button[0].scheme_ios'],
    ['ut', 'button.0.name', '보러가기', 'send-differs button[0].name'],
    ['ut', 'button.1.type', 'BK', 'send-parts button[1].type'],
    ['ut', 'button.1.biz_form_key', 78, 'send-differs button[1].biz_form_key'],
    ['ut', 'button', [], 'send-parts button'],
    ['ut', 'coupon', undefined, 'send-parts coupon'],
    ['ut', 'coupon.description', '첫구매', 'send-differs coupon.description'],
    ['ui', 'image.img_url', `${IMAGE}?1`, 'send-differs image.img_url'],
    ['ui', 'image.img_link', undefined, 'send-parts image.img_link'],
    ['ui', 'coupon', { title: '배송비 할인 쿠폰' }, 'send-parts coupon'],
    ['ul', 'item.list', [], 'send-parts item.list'],
    ['ul', 'item.list.1.title', '둘째 ', 'send-differs item.list[1].title'],
    ['um', 'commerce.regular_price', 50_001, 'send-differs commerce.regular_price'],
    ['um', 'commerce.regular_price', '50000', 'send-differs commerce.regular_price'],
    ['um', 'commerce.discount_rate', undefined, 'send-parts commerce.discount_rate'],
    ['up', 'video.video_url', 'https://tv.example.com/v/v8', 'send-differs video.video_url'],
    ['uc', 'carousel.list.1.message', '둘째소식', 'send-differs carousel.list[1].message'],
    ['uc', 'carousel.tail', undefined, 'send-parts carousel.tail'],
    ['ua', 'carousel.head.content', '겨울상품', 'send-differs carousel.head.content'],
  ])('%s with another %s', (name, path, value, failure) => {
    expect(found(changed(fullText(name), path, value), TEMPLATES[name])).toContainEqual(
      expect.stringContaining(failure),
    );
  });

  it('has the buttons and cards of its template in their order', () => {
    const { button, ...others } = fullText('ut');
    expect(found({ ...others, button: [...(button as Json[])].reverse() }, TEMPLATES.ut)).toEqual([
      'send-parts button[0]',
    ]);
    const feed = fullText('uc');
    const [first = null, second = null] = bodyListOf(feed);
    expect(found(changed(feed, 'carousel.list', [second, first]), TEMPLATES.uc)).not.toEqual([]);
    expect(found(changed(feed, 'carousel.list', [first]), TEMPLATES.uc)).toEqual(['send-parts carousel.list']);
  });

  it('may have any price that its template leaves open, or none', () => {
    const prices = (more: JsonObject) => ({
      ...fullText('open'),
      commerce: { title: '코트', regular_price: 7, ...more },
    });
    expect(found(prices({}), TEMPLATES.open)).toEqual([]);
    expect(found(prices({ discount_price: 5, discount_fixed: 2 }), TEMPLATES.open)).toEqual([]);
    const values = new Map([['할인가격', '5']]);
    expect(found(prices({ discount_price: 6 }), TEMPLATES.open, values)).toEqual([
      'send-differs commerce.discount_price',
    ]);
    expect(found(prices({}), TEMPLATES.open, values)).toEqual(['send-parts commerce.discount_price']);
  });

  it('may add the values of a bot to a button, and members that the documents do not have', () => {
    const button = { type: 'BT', name: '상담' };
    const template = { ...TEMPLATES.plain, buttons: [button] };
    const sent = {
      message: TEMPLATES.plain.content,
      button: [{ ...button, chat_extra: '더', chat_event: '일', memo: '1' }],
    };
    expect(found({ ...basicMessage, ...sent }, template)).toEqual([]);
  });

  it('has either address of the video of its template', () => {
    for (const url of ['https://tv.example.com/v/v7', 'http://tv.example.com/channel/3/cliplink/v7'])
      expect(found(changed(fullText('up'), 'video.video_url', url), TEMPLATES.up)).toEqual([]);
  });

  it('may have any address of a file that is not uploaded yet', () => {
    const file = { path: 'images/coat.png', sha256: 'ab' };
    const template = { bubble: 'IMAGE', content: '오늘만', image: file };
    const sent = { ...basicMessage, message: '오늘만', image: { img_url: IMAGE } };
    expect(found(sent, template)).toEqual([]);
    expect(found(basicMessage, template)).toEqual([]);
  });
});

function bodyListOf(content: JsonObject): Json[] {
  const { list } = content['carousel'] as JsonObject;
  return list as Json[];
}

describe('a template', () => {
  it('of another bubble is not sent as this type', () => {
    expect(found(basicMessage, TEMPLATES.ui, new Map(), 'ut')).toEqual(['send-parts type']);
  });

  it('of a bubble that the documents do not have cannot be proved', () => {
    expect(found(basicMessage, { bubble: 'FOLDED' }, new Map(), 'ut')).toEqual(['send-parts type']);
  });

  it('can be sent while it is registered', () => {
    const state = (of: string) =>
      proveMessage({ type: 'ut' }, brand, { approved: { ...approved({}), state: of } })
        .filter(({ code }) => code === 'send-state')
        .map(({ message, hint }) => [message, hint]);
    expect(state('A')).toEqual([]);
    expect(state('S')).toEqual([
      ['The template brand_1 is blocked by the service (S)', 'Only the service can lift a block'],
    ]);
    expect(state('X')).toEqual([['The template brand_1 cannot be sent (X)', undefined]]);
  });
});
