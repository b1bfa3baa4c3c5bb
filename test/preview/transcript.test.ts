import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationText, priceTexts } from '../../src/preview/figures.ts';
import { titleOf, transcript } from '../../src/preview/transcript.ts';
import { visibleText } from '../../src/preview/visible.ts';
import { brands, notification } from './samples.ts';
import { anyBubble, textsOf } from './support.ts';

describe('the transcript of a bubble', () => {
  it('reads a notification from top to bottom', () => {
    expect(transcript(notification)).toEqual([
      '예시 상점',
      '오후 2:30',
      '미리보기 문구 — 결제가 완료되었습니다',
      '보안 메시지',
      '결제 완료',
      '#{금액}원',
      '주문 안내',
      '니트',
      '결제 완료',
      '이미지: 니트',
      '주문번호: #{주문번호}',
      '상품: 니트 외 2건',
      '합계: 29,800원',
      '#{이름}님,\n결제가 완료되었습니다.',
      '주문하신 고객님께 발송됩니다.',
      '채널 추가하고 이 채널의 소식 받기',
      '링크 — 모바일 https://shop.example.com/m, PC https://shop.example.com',
      '버튼: 채널 추가 — 채널 추가',
      '버튼: 주문 보기 — 웹링크, 모바일 https://shop.example.com',
      '버튼: 전화 연결 — 전화하기, 1588-0000',
      '바로연결: 주문 확인 — 봇키워드',
    ]);
  });

  it('loses no text of any bubble', () => {
    fc.assert(
      fc.property(anyBubble, (bubble) => {
        const told = transcript(bubble).join('\n');
        expect(
          textsOf(bubble)
            .map(visibleText)
            .filter((text) => !told.includes(text)),
        ).toEqual([]);
      }),
    );
  });
});

describe('the title of a bubble', () => {
  it('says what it is and from whom', () => {
    expect(titleOf(notification)).toBe('예시 상점: 알림');
    expect(titleOf(brands.TEXT)).toBe('예시 상점: 브랜드 메시지');
    expect(titleOf({ kind: 'text', channel: 'sms', sender: '' })).toBe('문자 메시지');
  });
});

describe('prices', () => {
  it.each([
    ['a rate', { regularPrice: 49_000, discountPrice: 39_200, discountRate: 20 }, ['20%', '39,200원', '49,000원']],
    [
      'a fixed discount',
      { regularPrice: 1000, discountPrice: 0, discountFixed: 1000 },
      ['1,000원 할인', '0원', '1,000원'],
    ],
    ['both', { discountPrice: 99_999_999, discountRate: 1, discountFixed: 5 }, ['1%', '99,999,999원', '']],
    ['no discount', { regularPrice: 999 }, ['', '999원', '']],
    ['nothing', {}, ['', '', '']],
    ['empty texts', { regularPrice: '', discountPrice: '', discountRate: '' }, ['', '', '']],
    [
      'variables',
      { regularPrice: '#{정상가격}', discountPrice: '#{할인가격}', discountRate: '#{할인율}' },
      ['#{할인율}%', '#{할인가격}원', '#{정상가격}원'],
    ],
  ])('with %s', (_name, offer, [off, main, regular]) => {
    expect(priceTexts({ title: '니트', ...offer })).toEqual({ off, main, regular });
  });
});

describe('the length of a video', () => {
  it.each([
    [7, '0:07'],
    [59.6, '1:00'],
    [750, '12:30'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [3723, '1:02:03'],
    [0, '0:00'],
    [undefined, ''],
    [Number.NaN, ''],
    [-1, ''],
  ])('of %s seconds', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});
