import type { JsonObject } from '../../src/core/json.ts';

/** An account as years of work in a console leave one: every kind, every state, texts that no YAML is made for. */

/** Bodies that a careless writer would not bring back. */
export const TEXTS: readonly string[] = [
  '주문이 접수되었습니다.',
  '#{이름}님, 주문하신 상품이 도착했습니다.\n\n▶ 주문번호: #{주문번호}\n▶ 금액: #{금액}원\n\n감사합니다.',
  '- 첫째: 하나\n- 둘째: "둘"\n# 주석이 아닙니다\n',
  '  앞에 빈칸이 있고\n뒤에도 있습니다  \n',
  '\n\n빈 줄로 시작하고 빈 줄로 끝납니다\n\n\n',
  '`${var:host}` 는 변수가 아니고 $${ 도 아닙니다. ${',
  '탭\t과\t탭, 이모지 🎉, 그리고 \\ 와 "따옴표"',
  'null',
  '001001',
  'yes: no # maybe',
  `아주 긴 줄 ${'가나다라마바사아자차카타파하 '.repeat(20)}끝`,
  '|\n>\n---\n...\n%YAML',
  '윈도우 줄바꿈\r\n입니다',
  '한글이 풀어져 있습니다'.normalize('NFD'),
  '👩‍👩‍👧 #{이름}님 \u00a0 끝\n\ufe0f',
  '! 느낌표로 시작하고 @ 와 & 와 * 도 있습니다',
];

/** Service states of a template, with the facts that make them. */
export const STATES: Readonly<Record<string, JsonObject>> = {
  REG: { inspectionStatus: 'REG', status: 'R' },
  REQ: { inspectionStatus: 'REQ', status: 'R' },
  REJ: {
    inspectionStatus: 'REJ',
    status: 'R',
    comments: [
      { content: '검수 부탁드립니다', status: 'REQ', userName: '담당자' },
      { content: '광고성 문구가 있습니다.\n수정 후 다시 요청해 주세요.', status: 'REJ', userName: '검수자' },
    ],
  },
  STP: { inspectionStatus: 'APR', status: 'S' },
  RDY: { inspectionStatus: 'APR', status: 'R' },
  ACT: { inspectionStatus: 'APR', status: 'A' },
  DMT: { inspectionStatus: 'APR', status: 'A', dormant: true },
  BLK: { inspectionStatus: 'APR', status: 'A', block: true },
};

interface AccountPlace {
  /** Where images are, without the name. */
  images: string;
  templates: number;
  brandTemplates: number;
  tags: number;
  callbacks: number;
}

/** A seed request for the emulator. */
export function accountOf(place: AccountPlace): JsonObject {
  const each = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, at) => make(at));
  return {
    images: IMAGES,
    pluginCallbacks: each(place.callbacks, callback),
    groupTags: each(place.tags, (index) => ({
      profile: index % 3 === 2 ? 'mall' : 'shop',
      groupTagName: index === 1 ? '프로모션 0' : `프로모션 ${index}`,
      groupTagKey: `GT${String(index).padStart(6, '0')}`,
    })),
    videos: [{ profile: 'shop', vid: 'summer-1' }],
    templates: each(place.templates, (index) => template(index, place)),
    brandTemplates: each(place.brandTemplates, (index) => brandTemplate(index, place)),
  };
}

/** Of different sizes: the emulator draws one colour, and bytes tell images apart. */
const IMAGES: JsonObject[] = [
  { id: 'order.png', use: 'notification/template', width: 800, height: 400 },
  { id: 'order-again.png', use: 'notification/template', width: 800, height: 400 },
  { id: 'thumb.png', use: 'notification/highlight', width: 120, height: 120 },
  { id: 'ui.png', use: 'brand/default', width: 800, height: 400 },
  { id: 'wide.png', use: 'brand/wide', width: 800, height: 600 },
  { id: 'first.png', use: 'brand/wide-first', width: 1000, height: 500 },
  { id: 'item.png', use: 'brand/wide-items', width: 500, height: 500 },
  { id: 'feed.png', use: 'brand/carousel-feed', width: 800, height: 600 },
  { id: 'feed-again.png', use: 'brand/carousel-feed', width: 800, height: 600 },
  { id: 'commerce.png', use: 'brand/carousel-commerce', width: 800, height: 600 },
];

function callback(index: number): JsonObject {
  return {
    profile: index % 2 === 0 ? 'shop' : 'outlet',
    pluginId: index === 0 ? 'secure_Image' : `plugin-${index}`,
    pluginType: index % 3 === 0 ? 'SECURE_IMAGE' : 'ONE_TIME_PROFILE',
    callbackUrl: `https://plugin.example.com/${index}?a=b#c`,
    ...(index % 4 === 1 && { modifiable: false, deletable: false }),
  };
}

function template(index: number, { images, callbacks }: AccountPlace): JsonObject {
  const states = Object.values(STATES);
  const alias = ['shop', 'mall', 'outlet'][index % 3] ?? 'shop';
  return {
    profile: alias,
    templateCode: codeOf(index),
    templateName: `안내 ${index}: ${TEXTS[index % TEXTS.length]?.slice(0, 6).trim()}`,
    templateContent: TEXTS[index % TEXTS.length] ?? '',
    categoryCode: '001001',
    ...FORMS[index % FORMS.length]?.({ images, plugin: alias === 'shop' && callbacks > 0 }),
    ...states[index % states.length],
    createdAt: 1_790_000_000_000 + index,
  };
}

/** Codes that differ in what an id cannot hold. */
function codeOf(index: number): string {
  if (index === 0) return 'Order_Paid';
  if (index === 3) return 'order_paid';
  if (index === 6) return 'order-paid';
  if (index === 9) return '___';
  return `tpl_${index}`;
}

type Form = (place: { images: string; plugin: boolean }) => JsonObject;

const BUTTONS: JsonObject[] = [
  { name: '주문 보기', linkType: 'WL', linkMo: 'https://m.example.com/o/#{주문번호}', linkPc: 'https://example.com/o' },
  { name: '앱 열기', linkType: 'AL', linkAnd: 'shop://o/1', linkIos: 'shop://o/1' },
  { name: '고객센터 연결', linkType: 'TN', telNumber: '1588-0000' },
];

const FORMS: readonly Form[] = [
  () => ({
    templateMessageType: 'BA',
    templateEmphasizeType: 'NONE',
    templatePreviewMessage: '미리보기',
    templateHeader: '머리말',
  }),
  () => ({
    templateMessageType: 'EX',
    templateEmphasizeType: 'TEXT',
    templateTitle: '#{금액}원',
    templateSubtitle: '결제: 완료',
    templateExtra: '부가 정보\n두 줄',
    buttons: BUTTONS,
    quickReplies: [],
  }),
  ({ images }) => ({
    templateMessageType: 'BA',
    templateEmphasizeType: 'IMAGE',
    templateImageName: 'order.png',
    templateImageUrl: `${images}/order.png`,
    templateItemHighlight: { title: '#{상품}', description: '결제 완료', imageUrl: `${images}/thumb.png` },
  }),
  ({ images }) => ({
    templateMessageType: 'BA',
    templateEmphasizeType: 'IMAGE',
    templateImageName: 'again.png',
    templateImageUrl: `${images}/order-again.png`,
  }),
  () => ({
    templateMessageType: 'BA',
    templateEmphasizeType: 'ITEM_LIST',
    templateItem: {
      list: [
        { title: '주문번호', description: '#{주문번호}' },
        { title: '상품', description: 'yes' },
      ],
      summary: { title: '합계', description: '#{금액}원' },
    },
    templateRepresentLink: { linkMo: 'https://m.example.com', linkPc: 'https://example.com' },
    securityFlag: true,
  }),
  ({ plugin }) => ({
    templateMessageType: 'AD',
    templateEmphasizeType: 'NONE',
    buttons: [
      { name: '채널 추가', linkType: 'AC' },
      ...(plugin ? [{ name: '보안 사진', linkType: 'P1', pluginId: 'secure_Image' }] : []),
      { name: '챗봇', linkType: 'BT' },
    ],
    quickReplies: plugin ? [] : [{ name: '문의', linkType: 'BK' }],
  }),
  ({ images }) => ({
    templateMessageType: 'BA',
    templateEmphasizeType: 'IMAGE',
    templateImageName: 'gone.png',
    templateImageUrl: `${images}/gone.png`,
  }),
];

function brandTemplate(index: number, place: AccountPlace): JsonObject {
  return {
    profile: index % 4 === 3 ? 'mall' : 'shop',
    templateCode: `BR${String(index).padStart(8, '0')}`,
    // Two of one name: only one can have a manifest.
    templateName: index === 8 ? '브랜드 0' : `브랜드 ${index}`,
    ...BUBBLES[index % BUBBLES.length]?.(place.images, index % 4 === 3),
    ...(index % 11 === 10 && { status: 'S' }),
  };
}

const WEB = { linkMobile: 'https://m.example.com/#{번호}', linkPc: 'https://example.com' };
const BUY = { name: '구매하기', linkType: 'WL', ...WEB };
const COUPON = { title: '10% 할인 쿠폰', description: '오늘만', linkMobile: 'https://m.example.com/c' };
const PRICES = { title: '여름 원피스', regularPrice: 20000, discountPrice: 15000, discountRate: 25 };

const BUBBLES: readonly ((images: string, isGroup: boolean) => JsonObject)[] = [
  () => ({
    chatBubbleType: 'TEXT',
    content: '여름 세일\n\n#{이름}님께만 드려요 ',
    adult: true,
    buttons: [{ name: '채널 추가', linkType: 'AC' }, BUY],
    coupon: COUPON,
  }),
  (images) => ({
    chatBubbleType: 'IMAGE',
    content: '# 신상품',
    imageUrl: `${images}/ui.png`,
    imageLink: 'https://example.com/new',
    buttons: [BUY],
  }),
  (images) => ({ chatBubbleType: 'WIDE', content: '넓은 그림: "보기"', imageUrl: `${images}/wide.png` }),
  (images) => ({
    chatBubbleType: 'WIDE_ITEM_LIST',
    header: '이번 주 추천',
    mainWideItem: { title: '첫째', imageUrl: `${images}/first.png`, ...WEB },
    subWideItemList: [
      { title: '둘째', imageUrl: `${images}/item.png`, linkMobile: 'https://m.example.com/2' },
      { title: '셋째', imageUrl: `${images}/item.png`, linkMobile: 'https://m.example.com/3' },
    ],
  }),
  (images) => ({
    chatBubbleType: 'CAROUSEL_FEED',
    carousel: {
      list: [
        {
          header: '하나',
          content: '첫 소식\n두 줄',
          imageUrl: `${images}/feed.png`,
          imageLink: 'https://example.com/1',
          buttons: [BUY],
        },
        { header: '둘', content: '다음 소식', imageUrl: `${images}/feed-again.png`, coupon: COUPON },
      ],
      tail: { linkMobile: 'https://m.example.com/all' },
    },
  }),
  (images, isGroup) =>
    isGroup
      ? { chatBubbleType: 'WIDE', content: '그룹', imageUrl: `${images}/gone.png` }
      : { chatBubbleType: 'PREMIUM_VIDEO', header: '영상', content: '보세요', video: { vid: 'summer-1' } },
  (images) => ({
    chatBubbleType: 'COMMERCE',
    content: '특가',
    additionalContent: '한정 수량',
    imageUrl: `${images}/ui.png`,
    commerce: { title: '원피스', regularPrice: 20000 },
    buttons: [BUY],
  }),
  (images) => ({
    chatBubbleType: 'CAROUSEL_COMMERCE',
    carousel: {
      head: { header: '모음', content: '전체 보기', imageUrl: `${images}/commerce.png`, ...WEB },
      list: [{ imageUrl: `${images}/commerce.png`, commerce: PRICES, buttons: [BUY] }],
    },
  }),
];
