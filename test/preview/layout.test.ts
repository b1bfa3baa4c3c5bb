import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bubble, NotificationBubble } from '../../src/preview/bubble.ts';
import { layout } from '../../src/preview/layout.ts';
import { piecesOf, withLineFeeds } from '../../src/preview/visible.ts';
import { brands, button, notification, nowhere, picture } from './samples.ts';
import { anyBubble, drawnLines, escaping, painting, placed } from './support.ts';

const short: NotificationBubble = { kind: 'notification', sender: '상점', emphasis: { type: 'NONE' }, content: '안녕' };

function titled(title: string, subtitle: string): string[] {
  return drawnLines(layout({ ...short, emphasis: { type: 'TEXT', title, subtitle } }));
}

function glyphsOf(bubble: Bubble): string[] {
  return placed(layout(bubble)).flatMap(({ box: { paint } }) => (paint?.type === 'glyph' ? [paint.glyph] : []));
}

describe('the layout of a text message', () => {
  it('is a bubble beside its sender, with the time at its lower end', () => {
    const bubble: Bubble = {
      kind: 'text',
      channel: 'sms',
      sender: '1588-0000',
      at: '14:30',
      ad: true,
      text: '안녕하세요',
    };
    expect(painting(layout(bubble))).toEqual([
      '0,0 396.5x107 panel room',
      '16,16 38x38 panel bubble',
      '24,24 22x22 glyph person',
      '63,16 64.4x18 sender: 1588-0000',
      '133.4,16.5 42.1x17 ring roomInk',
      '140.4,17.5 28.1x15 tag: (광고)',
      '181.4,16.5 37.5x17 ring roomInk',
      '188.4,17.5 23.5x15 tag: SMS',
      '63,41 284x50 panel bubble',
      '79,55 252x22 body: 안녕하세요',
      '353,76 27.5x15 time: 14:30',
    ]);
  });

  it('has pictures over the text, and a foot under a line', () => {
    expect(
      painting(
        layout({
          kind: 'text',
          channel: 'mms',
          sender: '',
          subject: '제목',
          text: '글',
          images: [picture, nowhere],
          footer: '무료수신거부',
        }),
      ).slice(3),
    ).toEqual([
      '63,16 39.7x17 ring roomInk',
      '70,17 25.7x15 tag: MMS',
      '63,40 284x473 panel bubble',
      '63,40 284x142 panel place',
      '63,40 284x142 image https://img.example.com/a.png',
      '63,184 284x213 panel place',
      '191,266.5 28x28 glyph picture',
      '73,298.5 264x16 place: order.png',
      '79,411 252x21 header: 제목',
      '79,438 252x22 body: 글',
      '79,472 252x1 panel line',
      '79,482 252x17 footnote: 무료수신거부',
    ]);
  });

  it('is a bubble even where nothing is said', () => {
    expect(painting(layout({ kind: 'text', channel: 'ntalk', sender: '상점' })).at(-1)).toBe(
      '63,41 284x32 panel bubble',
    );
  });
});

describe('the layout of a notification', () => {
  it('shows everything that one can have, from top to bottom', () => {
    expect(drawnLines(layout(notification))).toEqual([
      '예시 상점',
      '결제가 완료되었습니다',
      '예',
      '예시 상점',
      '알림',
      '보안',
      '결제 완료',
      '‹#{금액}›원',
      '주문 안내',
      '니트',
      '결제 완료',
      '주문번호',
      '‹#{주문번호}›',
      '상품',
      '니트 외 2건',
      '합계',
      '29,800원',
      '‹#{이름}›님,',
      '결제가 완료되었습니다.',
      '주문하신 고객님께 발송됩니다.',
      '채널 추가하고 이 채널의 소식 받기',
      '채널 추가',
      '주문 보기',
      '전화 연결',
      '오후 2:30',
      '주문 확인',
    ]);
  });

  it('cuts a title over 23 characters and a subtitle over 18, as a phone does', () => {
    expect(titled('가'.repeat(23), '나'.repeat(18)).slice(-4)).toEqual([
      '나'.repeat(18),
      '가'.repeat(13),
      '가'.repeat(10),
      '안녕',
    ]);
    expect(titled('가'.repeat(24), '나'.repeat(19)).slice(-4)).toEqual([
      `${'나'.repeat(18)}…`,
      '가'.repeat(13),
      `${'가'.repeat(10)}…`,
      '안녕',
    ]);
  });

  it('leaves no space before the dots and no emoji in half', () => {
    expect(titled('', `${'나'.repeat(17)} 다라`).at(-2)).toBe(`${'나'.repeat(17)}…`);
    expect(titled('', `${'나'.repeat(17)}👨‍👩‍👧👨‍👩‍👧`).at(-2)).toBe(`${'나'.repeat(17)}👨‍👩‍👧…`);
  });

  it('does not cut a title whose variables are not filled in', () => {
    expect(titled(`#{이름}${'가'.repeat(24)}`, '').join('')).toContain(`${'가'.repeat(9)}`);
    expect(titled(`#{이름}${'가'.repeat(24)}`, '').join('')).not.toContain('…');
  });

  it('tells the whole title where the pointer rests', () => {
    const box = layout({ ...short, emphasis: { type: 'TEXT', title: '가'.repeat(30), subtitle: '나' } });
    expect(placed(box).flatMap(({ box: { hint } }) => (hint ? [hint] : []))).toEqual([`나\n${'가'.repeat(30)}`]);
  });

  it('shows the picture over its whole width in a ratio of 2:1', () => {
    const shown = painting(layout({ ...short, emphasis: { type: 'IMAGE', image: { href: 'a.png', alt: '' } } }));
    expect(shown).toContain('63,77 284x142 image a.png');
  });

  it.each([
    ['as it is', { width: 800, height: 800 }, '284x284'],
    ['never flatter than 3:1', { width: 1000, height: 10 }, '284x95'],
    ['never taller than 3:4', { width: 10, height: 1000 }, '284x379'],
    ['by default without a size', { width: 0, height: 100 }, '284x142'],
    ['by default with half a size', { width: 100 }, '284x142'],
  ])('shows a picture %s', (_name, size, expected) => {
    const image = { href: 'a.png', alt: '', ...size };
    const shown = painting(layout({ ...short, emphasis: { type: 'IMAGE', image } }));
    expect(shown).toContain(`63,77 ${expected} image a.png`);
  });

  it('draws a glyph for each type of button', () => {
    const types = ['WL', 'AL', 'DS', 'BK', 'MD', 'AC', 'BC', 'BT', 'P1', 'P2', 'P3', 'TN', 'MP', 'BF', 'what'];
    const drawn = types.map((type) => glyphsOf({ ...short, buttons: [{ type, name: '이름' }] }).at(-1));
    expect(drawn).toEqual([
      'web',
      'app',
      'truck',
      'keyword',
      'forward',
      'add',
      'consult',
      'bot',
      'shield',
      'person',
      'card',
      'phone',
      'pin',
      'form',
      'tap',
    ]);
  });

  it('puts quick replies under the bubble, in as many rows as they need', () => {
    const replies = ['주문 확인', '배송 조회', '상담원 연결', '처음으로'].map((name) => button('BK', name));
    const pills = painting(layout({ ...short, quickReplies: replies })).filter((line) =>
      line.endsWith('x32 panel bubble'),
    );
    expect(pills.map((line) => line.split(' ')[0]?.split(',')[1])).toEqual(['138', '138', '178', '178']);
  });
});

describe('the layout of a brand message', () => {
  it.each([
    ['TEXT', ['새 소식입니다.', '‹#{할인금액}›원 할인 쿠폰', '오늘까지', '채널 추가', '보기']],
    ['IMAGE', ['새 옷장', '보기']],
    ['WIDE', ['order.png', '한 장', '보기', '사기']],
    ['WIDE_ITEM_LIST', ['인기 상품', '첫째', '둘째', '셋째', '전체']],
    ['PREMIUM_VIDEO', ['1:35', '예고편', '영상 공개', '지금 확인하세요', '보기']],
    ['COMMERCE', ['겨울 니트', '20%', '39,200원', '49,000원', '무료 배송', '구매하기', '선물하기']],
    [
      'CAROUSEL_FEED',
      ['하나', '내용', '둘째 줄', '‹#{할인금액}›원 할인 쿠폰', '오늘까지', '보기', '둘', '내용', '더보기'],
    ],
    ['CAROUSEL_COMMERCE', ['기획전', '모았어요', '겨울 니트', '20%', '39,200원', '49,000원', '무료 배송', '구매']],
  ] as const)('of type %s', (type, lines) => {
    const tags = type === 'IMAGE' ? ['(광고)', '19'] : ['(광고)'];
    expect(drawnLines(layout(brands[type]))).toEqual([
      '예',
      '예시 상점',
      ...tags,
      ...lines,
      '무료수신거부 080-000-0000',
    ]);
  });

  it('makes all cards of a carousel as high as the highest', () => {
    const cards = painting(layout(brands.CAROUSEL_FEED)).filter((line) => / (252|92)x\d+ panel bubble/.test(line));
    expect(cards).toEqual(['63,41 252x344 panel bubble', '325,41 252x344 panel bubble', '587,41 92x344 panel bubble']);
  });

  it('has a bubble over a carousel only where something is said', () => {
    const said: Bubble = { ...brands.CAROUSEL_FEED, content: '머리' };
    expect(drawnLines(layout(said)).slice(3, 5)).toEqual(['머리', '하나']);
  });

  it('is a bubble even where nothing is said', () => {
    expect(painting(layout({ kind: 'brand', type: 'TEXT', sender: '' })).at(-1)).toBe('63,16 284x32 panel bubble');
  });
});

describe('any layout', () => {
  it('keeps every box inside of its parent', () => {
    fc.assert(
      fc.property(anyBubble, (bubble) => {
        expect(escaping(layout(bubble))).toEqual([]);
      }),
    );
  });

  it('draws the whole body, to the last character', () => {
    fc.assert(
      fc.property(anyBubble, (bubble) => {
        const body = bubble.kind === 'text' ? bubble.text : bubble.content;
        const whole = withLineFeeds(body ?? '')
          .split('\n')
          .flatMap(piecesOf)
          .map(({ text }) => text)
          .join('');
        const drawn = drawnLines(layout(bubble))
          .join('')
          .replace(/[‹›\s]/g, '');
        expect(drawn).toContain(whole.replace(/[‹›\s]/g, ''));
      }),
    );
  });
});
