import type { BrandBubble, BubbleButton, BubbleImage, NotificationBubble } from '../../src/preview/bubble.ts';

export const picture: BubbleImage = { href: 'https://img.example.com/a.png', alt: '니트', width: 800, height: 400 };
export const nowhere: BubbleImage = { href: null, alt: 'order.png' };

export function button(type: string, name: string): BubbleButton {
  return { type, name, link: { mobile: 'https://shop.example.com' } };
}

/** A notification with everything that one can have. */
export const notification: NotificationBubble = {
  kind: 'notification',
  sender: '예시 상점',
  at: '오후 2:30',
  emphasis: { type: 'TEXT', title: '#{금액}원', subtitle: '결제 완료' },
  header: '주문 안내',
  highlight: { title: '니트', description: '결제 완료', image: picture, struck: true },
  items: [
    { title: '주문번호', description: '#{주문번호}' },
    { title: '상품', description: '니트 외 2건' },
  ],
  summary: { title: '합계', description: '29,800원' },
  content: '#{이름}님,\n결제가 완료되었습니다.',
  extra: '주문하신 고객님께 발송됩니다.',
  notice: '채널 추가하고 이 채널의 소식 받기',
  preview: '결제가 완료되었습니다',
  security: true,
  link: { mobile: 'https://shop.example.com/m', pc: 'https://shop.example.com' },
  buttons: [
    { type: 'AC', name: '채널 추가' },
    button('WL', '주문 보기'),
    { type: 'TN', name: '전화 연결', detail: '1588-0000' },
  ],
  quickReplies: [{ type: 'BK', name: '주문 확인' }],
};

const common = { kind: 'brand', sender: '예시 상점', ad: true, optOut: '무료수신거부 080-000-0000' } as const;
const coupon = {
  title: '#{할인금액}원 할인 쿠폰',
  description: '오늘까지',
  link: { mobile: 'https://shop.example.com/c' },
};
const commerce = { title: '겨울 니트', regularPrice: 49_000, discountPrice: 39_200, discountRate: 20 };

/** One brand bubble of each type. */
export const brands: Record<BrandBubble['type'], BrandBubble> = {
  TEXT: {
    ...common,
    type: 'TEXT',
    content: '새 소식입니다.',
    coupon,
    buttons: [button('AC', '채널 추가'), button('WL', '보기')],
  },
  IMAGE: {
    ...common,
    type: 'IMAGE',
    adult: true,
    image: picture,
    imageLink: { mobile: 'https://shop.example.com/i' },
    content: '새 옷장',
    buttons: [button('WL', '보기')],
  },
  WIDE: {
    ...common,
    type: 'WIDE',
    image: nowhere,
    content: '한 장',
    buttons: [button('WL', '보기'), button('WL', '사기')],
  },
  WIDE_ITEM_LIST: {
    ...common,
    type: 'WIDE_ITEM_LIST',
    header: '인기 상품',
    items: [
      { title: '첫째', image: picture, link: { mobile: 'https://shop.example.com/1' } },
      { title: '둘째', image: nowhere },
      { title: '셋째' },
    ],
    buttons: [button('WL', '전체')],
  },
  CAROUSEL_FEED: {
    ...common,
    type: 'CAROUSEL_FEED',
    carousel: {
      cards: [
        { header: '하나', content: '내용\n둘째 줄', image: picture, buttons: [button('WL', '보기')], coupon },
        { header: '둘', content: '내용', image: picture, imageLink: { pc: 'https://shop.example.com/2' } },
      ],
      more: { mobile: 'https://shop.example.com/more' },
    },
  },
  PREMIUM_VIDEO: {
    ...common,
    type: 'PREMIUM_VIDEO',
    video: { thumbnail: nowhere, title: '예고편', duration: 95 },
    header: '영상 공개',
    content: '지금 확인하세요',
    buttons: [button('WL', '보기')],
  },
  COMMERCE: {
    ...common,
    type: 'COMMERCE',
    image: picture,
    commerce,
    additionalContent: '무료 배송',
    buttons: [button('WL', '구매하기'), button('WL', '선물하기')],
  },
  CAROUSEL_COMMERCE: {
    ...common,
    type: 'CAROUSEL_COMMERCE',
    carousel: {
      intro: {
        header: '기획전',
        content: '모았어요',
        image: picture,
        link: { mobile: 'https://shop.example.com/intro' },
      },
      cards: [{ image: picture, commerce, additionalContent: '무료 배송', buttons: [button('WL', '구매')] }],
    },
  },
};
