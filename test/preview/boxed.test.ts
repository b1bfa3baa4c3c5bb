import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxed } from '../../src/preview/boxed.ts';
import type { Bubble } from '../../src/preview/bubble.ts';
import { columns } from '../../src/text/columns.ts';
import { brands, notification } from './samples.ts';
import { anyBubble } from './support.ts';

function drawn(bubble: Bubble, options?: Parameters<typeof boxed>[1]): string {
  return `\n${boxed(bubble, options).join('\n')}\n`;
}

describe('a bubble in boxes', () => {
  it('shows a notification from its alarm to its quick replies', () => {
    expect(drawn(notification)).toMatchInlineSnapshot(`
      "
      예시 상점 오후 2:30
      preview: 결제가 완료되었습니다
      ╭─ 알림 · 보안 ────────────────────────────╮
      │ 결제 완료                                │
      │ #{금액}원                                │
      ├──────────────────────────────────────────┤
      │ 주문 안내                                │
      ├──────────────────────────────────────────┤
      │ ~~니트~~                                 │
      │ 결제 완료                                │
      │ [image 800×400 니트]                     │
      ├──────────────────────────────────────────┤
      │ 주문번호       #{주문번호}               │
      │ 상품           니트 외 2건               │
      ├──────────────────────────────────────────┤
      │ 합계           29,800원                  │
      ├──────────────────────────────────────────┤
      │ #{이름}님,                               │
      │ 결제가 완료되었습니다.                   │
      │                                          │
      │ 주문하신 고객님께 발송됩니다.            │
      │                                          │
      │ 채널 추가하고 이 채널의 소식 받기        │
      ├──────────────────────────────────────────┤
      │ → mobile https://shop.example.com/m      │
      │ → PC https://shop.example.com            │
      ├──────────────────────────────────────────┤
      │ ╭──────────────────────────────────────╮ │
      │ │              채널 추가               │ │
      │ ╰──────────────────────────────────────╯ │
      │ → add channel                            │
      │ ╭──────────────────────────────────────╮ │
      │ │              주문 보기               │ │
      │ ╰──────────────────────────────────────╯ │
      │ → https://shop.example.com               │
      │ ╭──────────────────────────────────────╮ │
      │ │              전화 연결               │ │
      │ ╰──────────────────────────────────────╯ │
      │ → phone call 1588-0000                   │
      ╰──────────────────────────────────────────╯
      ( 주문 확인 )
      → bot keyword
      "
    `);
  });

  it.each(Object.entries(brands))('shows a brand bubble of type %s', (_, bubble) => {
    expect(drawn(bubble, { language: 'ko', width: 36 })).toMatchSnapshot();
  });

  it('shows a text message', () => {
    const message: Bubble = {
      kind: 'text',
      channel: 'mms',
      sender: '1588-0000',
      ad: true,
      subject: '안내',
      text: '배송이 시작되었습니다.',
      images: [{ href: null, alt: 'a.jpg', width: 640, height: 480 }],
      buttons: [{ type: 'urlAction', name: '보기', link: { mobile: 'https://a.example', pc: 'https://a.example' } }],
      footer: '무료수신거부 080-000-0000',
    };
    expect(drawn(message)).toMatchInlineSnapshot(`
      "
      1588-0000 (광고)
      ╭─ MMS ────────────────────────────────────╮
      │ [image 640×480 a.jpg]                    │
      ├──────────────────────────────────────────┤
      │ 안내                                     │
      │ 배송이 시작되었습니다.                   │
      ├──────────────────────────────────────────┤
      │ ╭──────────────────────────────────────╮ │
      │ │                 보기                 │ │
      │ ╰──────────────────────────────────────╯ │
      │ → https://a.example                      │
      ├──────────────────────────────────────────┤
      │ 무료수신거부 080-000-0000                │
      ╰──────────────────────────────────────────╯
      "
    `);
  });

  it('names hidden characters, and keeps graphemes whole', () => {
    const content =
      '\u202Egnp.exe 👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦\u200b#{이\u2066름}';
    const bubble: Bubble = { kind: 'notification', sender: '', emphasis: { type: 'NONE' }, content };
    expect(drawn(bubble, { width: 24 })).toMatchInlineSnapshot(`
      "
      ╭─ 알림 ───────────────╮
      │ [U+202E]gnp.exe      │
      │ 👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦 │
      │ 👨‍👩‍👧‍👦[U+200B]           │
      │ #{이[U+2066]름}      │
      ╰──────────────────────╯
      "
    `);
  });

  it('keeps to its width, whatever the texts are', () => {
    fc.assert(
      fc.property(anyBubble, fc.integer({ min: 0, max: 60 }), fc.boolean(), (bubble, width, isOpen) => {
        const room = Math.max(24, width);
        const lines = boxed(bubble, { width, sides: isOpen ? 'left' : 'both' });
        const isWrong = (line: string): boolean => {
          const isSide = /^[╭│├╰]/.test(line) && !isOpen;
          return columns(line) > room || (isSide && columns(line) < room) || /[\p{Cc}\p{Bidi_Control}]/u.test(line);
        };
        expect(lines.filter(isWrong)).toEqual([]);
      }),
    );
  });

  it('reads a notification from top to bottom, without boxes', () => {
    expect(boxed(notification, { sides: 'none', language: 'ko' })).toEqual([
      '예시 상점 오후 2:30',
      '미리보기 문구: 결제가 완료되었습니다',
      '알림 · 보안',
      '결제 완료',
      '#{금액}원',
      '주문 안내',
      '~~니트~~',
      '결제 완료',
      '[이미지 800×400 니트]',
      '주문번호: #{주문번호}',
      '상품: 니트 외 2건',
      '합계: 29,800원',
      '#{이름}님,',
      '결제가 완료되었습니다.',
      '주문하신 고객님께 발송됩니다.',
      '채널 추가하고 이 채널의 소식 받기',
      '→ 모바일 https://shop.example.com/m',
      '→ PC https://shop.example.com',
      '버튼: 채널 추가',
      '→ 채널 추가',
      '버튼: 주문 보기',
      '→ https://shop.example.com',
      '버튼: 전화 연결',
      '→ 전화하기 1588-0000',
      '바로연결: 주문 확인',
      '→ 봇키워드',
    ]);
  });
});
