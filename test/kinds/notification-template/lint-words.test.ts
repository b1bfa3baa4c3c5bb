import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { checkTemplate } from '../../../src/kinds/notification-template/lint/check.ts';
import { findings, least, lint, pointed } from './checking.ts';

test('a text that is far too long is looked at in bounded time, and measured whole', () => {
  for (const nasty of ['#{', '#{링크}', '할인', 'a', '쿠폰 ', '포인트 적립', '010-0000-000', '.a']) {
    const found = checkTemplate({ ...least, content: nasty.repeat(1_000_000 / nasty.length) });
    expect(found.length).toBeLessThan(12_000);
    // Variables alone are as long as their values.
    expect(found.some(({ rule }) => rule === 'AT15')).toBe(nasty !== '#{링크}');
  }
});

describe('AT18: a secret', () => {
  test.each([
    ['인증번호는 #{번호}입니다', '인증번호'],
    ['인증번호 : [#{번호}]', '인증번호'],
    ['인증 코드 482913 을 입력해 주세요', '인증 코드'],
    ['OTP(482913)', 'OTP'],
    ['인증번호를 입력해 주세요.\n\n#{숫자}', '인증번호'],
    ['인증번호를 입력해 주세요.\n[#{숫자}]\n3분 안에', '인증번호'],
    ['새 비밀번호: #{값}', '비밀번호'],
    ['아래 값을 입력해 주세요. #{인증번호}', '#{인증번호}'],
    ['#{otp}', '#{otp}'],
    ['문을 여는 번호는 #{현관비밀번호}', '#{현관비밀번호}'],
    ['로그인 값 #{auth_code}', '#{auth_code}'],
  ])('%j', (content, expected) => {
    expect(pointed('AT18', content)).toEqual([expected]);
    expect(pointed('AT18', content, { security: true })).toEqual([]);
  });

  test.each([
    '비밀번호가 변경되었습니다.',
    '비밀번호 변경일시: #{변경일시}',
    '비밀번호를 5회 잘못 입력하셨습니다.',
    '인증번호를 다른 사람에게 알려 주지 마세요.\n주문번호 #{주문번호}',
    '본인 인증이 완료되었습니다. 인증일: #{인증일}',
    '카드 승인번호 #{승인번호}',
    '예약번호: 482913',
    '비밀번호 문의는 1588-0000',
    '인증코드를 받으려면\n#{지점}에 오세요',
  ])('%j is none', (content) => {
    expect(pointed('AT18', content)).toEqual([]);
  });

  test('is looked for in every text', () => {
    expect(
      lint('AT18', { emphasis: { type: 'TEXT', title: '#{인증번호}', subtitle: '인증' }, security: false }),
    ).toEqual([
      'warning likely-rejected AT18 at value emphasis.title «#{인증번호}»: `#{인증번호}` is a secret, but the template does not have `security: true`',
    ]);
  });
});

describe('AT19: a sentence that reads as advertising', () => {
  test.each([
    '이번 주까지만 특가!',
    '초특가 상품을 만나 보세요',
    '전 품목 할인을 놓치지 마세요',
    '겨울 이벤트에 초대합니다',
    '가입하고 혜택을 누리세요',
    '선착순 100명께 사은품을 드립니다',
    '지금 세일 중!',
    '재구매하시면 20% 할인 쿠폰을 드립니다',
    '지금 연간 요금제로 바꾸시면 2개월을 무료로 이용하실 수 있어요!',
    '최저가 보장, 지금 구매하세요',
    '이벤트에 참여하세요',
    '역대 최대 50% 할인',
  ])('%j', (content) => {
    expect(pointed('AT19', content)).toEqual([content]);
  });

  test('points at the sentence, and shows the signs in it', () => {
    expect(lint('AT19', { content: '예약이 확정되었습니다. 재방문하시면 #{율}% 할인해 드려요! 감사합니다.' })).toEqual([
      'warning likely-rejected AT19 at value content «재방문하시면 #{율}% 할인해 드려요!»: This reads as advertising: `재방문하시면`, `#{율}%`, `할인해`, `드려요`',
    ]);
  });

  test.each([
    [
      'a part of another word',
      ['어떤 역할인지', '참석할인원: #{인원}명', '가까운 할인점', '특가법 위반 사건', '세일즈 담당자'],
    ],
    [
      'a word without any pressure',
      ['할인이 적용되었습니다', '3층 이벤트홀 예약', '쿠폰 할인', '할인 금액을 확인해 주세요'],
    ],
    [
      'a line of a receipt',
      ['■ 할인 금액: -#{할인금액}원', '상품할인: -3,000원', '할인: -3,000원 (10% 할인 적용)', '- 사은품: #{사은품}'],
    ],
    ['a fact of a contract', ['무료주차 2시간 할인 적용', '무료체험 기간이 곧 종료됩니다', '재등록 할인 10% 포함']],
    [
      'what the recipient did',
      ['참여하신 이벤트의 결과입니다', '이벤트 당첨을 축하드립니다', '신청하신 쿠폰을 드립니다'],
    ],
    ['a consent', ['이벤트 및 혜택 정보 수신 동의: #{동의여부}', '마케팅 수신에 동의하시면 혜택을 알려 드립니다']],
    ['a return', ['사은품을 함께 포장해 주세요', '받으신 사은품도 함께 반송해 주세요']],
    [
      'what already happened',
      ['리뷰가 등록되어 적립금 500원을 지급했습니다', '프로모션 사은품을 추가 발송해 드렸어요'],
    ],
    ['an instruction', ['추가 요금 20,000원은 체크인 시 결제하시면 됩니다']],
    ['a loss', ['해지하시면 멤버십 혜택이 중단됩니다', '미제출 시 할인이 취소됩니다']],
    [
      'pressure without an offer',
      [
        '지금 바로 방문해 주세요!',
        '서류를 준비하시면 더 정확한 상담을 받으실 수 있습니다',
        '50% 감면은 시청 누리집에서 확인하실 수 있습니다',
      ],
    ],
    ['the sentence of AT26', ['버튼을 누르면 이벤트(광고) 페이지로 이동합니다']],
    ['the name of a variable', ['지금 #{할인쿠폰} #{이벤트명}!']],
  ])('%s is none', (_, contents) => {
    for (const content of contents) expect(pointed('AT19', content)).toEqual([]);
  });

  test('may be the label of an amount in a list of items', () => {
    const items = (description: string): JsonObject => ({
      emphasis: { type: 'ITEM_LIST' },
      items: [
        { title: '상품', description: '감귤' },
        { title: '할인', description },
      ],
      itemSummary: { title: '할인 합계', description: '#{금액}원' },
    });
    for (const amount of ['-#{할인}원', '2,000원', '₩1,000', '10%', '#{할인}']) {
      expect(lint('AT19', items(amount))).toEqual([]);
    }
    expect(findings('AT19', items('오늘만 특가!')).map(({ path }) => path)).toEqual(['items[1].description']);
  });

  test('on a button is a matter of AT26 where there is extra information', () => {
    const buttons = [{ type: 'BK', name: '이벤트 보기' }];
    expect(lint('AT19', { buttons })).toEqual([
      'warning likely-rejected AT19 at value buttons[0].name «이벤트 보기»: This reads as advertising: `이벤트`, `보기`',
    ]);
    expect(lint('AT19', { buttons, messageType: 'EX', extra: '문의' })).toEqual([]);
    expect(lint('AT19', { quickReplies: buttons, messageType: 'EX', extra: '문의' })).toHaveLength(1);
  });
});

describe('AT20: a purpose that is refused', () => {
  test.each([
    ['장바구니에 담아 두신 상품', '장바구니', 'goods left in a cart'],
    ['찜하신 상품의 값이 내렸습니다', '찜하신 상품', 'goods left in a cart'],
    ['생일을 축하합니다', '생일을 축하', 'wishes for a birthday or an anniversary'],
    ['결혼기념일을 진심으로 축하', '기념일을 진심으로 축하', 'wishes for a birthday or an anniversary'],
    ['Happy Birthday #{이름}', 'Happy Birthday', 'wishes for a birthday or an anniversary'],
    ['12월 뉴스레터입니다', '뉴스레터', 'a newsletter'],
    ['신상품이 출시되었습니다', '신상품이 출시', 'goods that are recommended or new'],
    ['이달의 추천 메뉴', '추천 메뉴', 'goods that are recommended or new'],
    ['오랜만이에요', '오랜만이에요', 'a call to come back'],
    ['앱을 설치하고 확인하세요', '앱을 설치하고', 'a call to install or open an app'],
    ['앱을 다운로드 받으세요', '앱을 다운로드 받으세요', 'a call to install or open an app'],
    ['(광고) 한빛상점 소식', '(광고)', 'a text that is marked as advertising'],
    ['무료수신거부 080-000-0000', '무료수신거부', 'a text that is marked as advertising'],
    ['무직자 대출 당일 가능', '무직자 대출 당일 가능', 'an offer of a loan'],
    ['고수익 재택 알바 모집', '재택 알바', 'an offer of a job'],
    ['월 500만원 보장', '월 500만원 보장', 'an offer of a job'],
  ])('%j', (content, piece, purpose) => {
    expect(findings('AT20', { content }).map(({ text, message }) => [text, message])).toEqual([
      [piece, `\`${piece}\` suggests a purpose that the inspection refuses: ${purpose}`],
    ]);
  });

  test.each([
    '상품: 접이식 장바구니 1개',
    '장바구니에 담으신 상품이 품절되었습니다',
    '생년월일과 생일을 다시 확인해 주세요',
    '뉴스레터 구독이 해지되었습니다',
    '신청하신 재입고 알림: 신상품이 입고되었습니다',
    '앱 설치가 완료되었습니다',
    '앱에서 확인하실 수 있습니다',
    '추천인 코드가 등록되었습니다',
    '신상정보 변경 안내',
    '생일 축하 문구를 새긴 케이크가 준비되었습니다',
    '신청하신 소식지를 발송했습니다',
    '소식지 배송지: #{주소}',
    '소식지를 받으실 주소가 변경되었습니다',
    '아래 버튼을 누르면 이벤트(광고) 페이지로 이동합니다',
    '신청하신 직장인 대출 상담이 예약되었습니다',
    '대출 만기일 안내',
    '지원하신 단기 아르바이트의 결과입니다',
    '추천 상품권 등록',
  ])('%j is none', (content) => {
    expect(pointed('AT20', content)).toEqual([]);
  });
});

describe('AT21: a link to an app store', () => {
  test.each([
    'https://play.google.com/store/apps/details?id=com.example.shop',
    'https://apps.apple.com/kr/app/id17',
    'market://details?id=com.example.shop',
    'itms-apps://itunes.apple.com/app/id17',
    'https://onesto.re/17',
    'https://galaxy.store/shop',
  ])('%s', (address) => {
    expect(pointed('AT21', `받으러 가기 ${address} 입니다`)).toEqual([address]);
    const buttons = [{ type: 'WL', name: '보기', link: { mobile: address } }];
    expect(findings('AT21', { buttons }).map(({ path, text }) => [path, text])).toEqual([
      ['buttons[0].link.mobile', address],
    ]);
  });

  test.each(['https://shop.example.com/market', 'shop://play', 'https://play.google.com/books'])(
    '%s is none',
    (address) => {
      expect(pointed('AT21', address)).toEqual([]);
    },
  );
});

describe('AT22: a word of payment on a button', () => {
  const button = (name: string, type = 'BK'): string[] =>
    findings('AT22', { buttons: [{ type, name }] }).map(({ text = '' }) => text);

  test.each([
    ['결제하기', '결제'],
    ['지금 결제', '결제'],
    ['요금 납부', '납부'],
    ['바로 송금', '송금'],
    ['비용 청구', '청구'],
    ['청구서 납부', '납부'],
  ])('%s', (name, word) => {
    expect(button(name)).toEqual([word]);
  });

  test.each([
    '결제 내역 보기',
    '결제내역',
    '결제 수단 변경',
    '납부 확인서',
    '청구서 보기',
    '송금 확인',
    '보험금 청구하기',
    '정기결제 해지',
    '주문 보기',
  ])('%s is none', (name) => {
    expect(button(name)).toEqual([]);
  });

  test('is told of quick replies too, of texts not, and not of the button that is there to pay', () => {
    expect(lint('AT22', { quickReplies: [{ type: 'BK', name: '결제하기' }] })).toEqual([
      'warning likely-rejected AT22 at value quickReplies[0].name «결제»: A button that says `결제` asks for a payment',
    ]);
    expect(pointed('AT22', '결제하기')).toEqual([]);
    expect(button('바로 결제', 'P3')).toEqual([]);
  });
});

describe('AT23: a variable that is a whole link', () => {
  test.each([
    ['▶ #{링크}', '#{링크}'],
    ['자세히: #{상세URL}', '#{상세URL}'],
    ['#{link}', '#{link}'],
    ['홈페이지 #{접속주소}', '#{접속주소}'],
    ['바로 보기 #{바로가기}', '#{바로가기}'],
    ['http://shop.example.com 또는 #{링크}', '#{링크}'],
    ['자세히 https://bit.ly/3abc 보기', 'https://bit.ly/3abc'],
    ['han.gl/abc', 'han.gl/abc'],
  ])('%j', (content, piece) => {
    expect(pointed('AT23', content)).toEqual([piece]);
  });

  test.each([
    'https://shop.example.com/#{링크}',
    'shop.example.com/o/#{주문}/#{링크}',
    'https://#{링크}',
    '배송지: #{주소}',
    '#{blinking}',
    '링크를 눌러 주세요',
    'https://orbit.ly/a',
  ])('%j is none', (content) => {
    expect(pointed('AT23', content)).toEqual([]);
  });

  test('is no matter of the links of buttons', () => {
    expect(lint('AT23', { buttons: [{ type: 'WL', name: '보기', link: { mobile: '#{링크}' } }] })).toEqual([]);
  });
});

describe('AT24: coupons and points', () => {
  test.each([
    ['쿠폰이 발급되었습니다', '쿠폰이 발급'],
    ['회원 여러분께 포인트를 드립니다', '포인트를 드립니다'],
    ['적립금이 곧 소멸됩니다', '적립금이 곧 소멸'],
    ['만료 예정 마일리지를 확인해 주세요', '만료 예정 마일리지'],
    ['지급된 쿠폰을 확인해 주세요', '지급된 쿠폰'],
    ['축하합니다.\n쿠폰 도착! 쿠폰이 지급되었습니다', '쿠폰 도착'],
    ['가입 축하 쿠폰은 마이페이지에서 확인하세요', '축하 쿠폰은 마이페이지에서 확인하'],
  ])('%j says not what for', (content, piece) => {
    expect(pointed('AT24', content)).toEqual([piece]);
  });

  test.each([
    '쿠폰이 발급되었습니다.\n※ 고객님이 참여하신 이벤트 당첨으로 지급된 쿠폰 안내입니다.',
    '포인트가 소멸됩니다.\n이용약관에 따라 발송됩니다.',
    '구매하신 금액의 1%가 포인트로 적립되었습니다',
    '회원 등급 정책에 따른 쿠폰이 지급되었습니다',
    '신청하신 쿠폰이 도착했습니다',
    '#{이름}님의 적립금이 적립되었습니다.\n적립 사유: 상품 구매',
    '조례에 따라 포인트가 적립되었습니다',
    '리뷰가 등록되어 적립금 500원이 지급되었습니다',
    '회원 가입 감사 쿠폰이 발급되었습니다',
    '이용약관에 따른 가입 축하 쿠폰은 마이페이지에서 확인하세요',
    '#{보낸이}님이 보낸 커피 쿠폰이 도착했습니다',
    '김한빛님의 선물로 쿠폰이 도착했습니다',
    '쿠폰은 마이페이지에서 확인하세요',
  ])('%j says what for', (content) => {
    expect(pointed('AT24', content)).toEqual([]);
  });

  test.each([
    '사용하신 쿠폰을 돌려 드렸습니다',
    '쿠폰을 사용하셨습니다',
    '▶ 적립 예정 포인트: #{포인트}P',
    '적립 포인트: 285P',
    '적립포인트 285P',
    '적립포인트',
    '체크포인트에 도착했습니다',
    '포인트 적립 취소',
    '이 주문은 쿠폰 지급 제외 상품입니다',
    '퇴직연금 현황을 안내해 드립니다.\n적립금 평가액: #{금액}원',
    '쿠폰은 유효기간이 남아 있으면 돌려 드려요',
    '포인트 사용 방법을 알려 드립니다',
  ])('%j gives nothing', (content) => {
    expect(pointed('AT24', content)).toEqual([]);
  });

  test('the line may stand in the extra information', () => {
    const members = { messageType: 'EX', extra: '이용약관에 따라 지급된 쿠폰 안내입니다.' };
    expect(pointed('AT24', '쿠폰이 발급되었습니다', members)).toEqual([]);
  });
});

describe('AT25: why this person gets it', () => {
  test.each([
    '오늘도 좋은 하루 보내세요!',
    '따뜻하게 입고 나가세요.',
    '12월 25일에 쉽니다.',
    '늘 건강하신 하루',
    '대기질이 나쁩니다',
    '#{이름}님, #{회사명}입니다',
    '오늘 #{지역날씨} 좋은 하루!',
  ])('%j does not say', (content) => {
    expect(lint('AT25', { content })).toEqual([
      'warning likely-rejected AT25 at value content: The text does not say why this person gets the message',
    ]);
  });

  test.each([
    '신청하신 서류',
    '상품이 출발했습니다',
    '상품이 입고되었습니다',
    '모임 회원분들께 알려 드립니다',
    '#{주문번호}번입니다',
    '남은 일수는 #{일수}일입니다',
    '세탁이 완료되었습니다',
    '맡기신 옷을 찾아가 주세요',
  ])('%j says', (content) => {
    expect(lint('AT25', { content })).toEqual([]);
  });

  test('any text may say it, decomposed Hangul too', () => {
    expect(lint('AT25', { content: '안녕하세요', header: '주문 완료' })).toEqual([]);
    expect(lint('AT25', { content: '주문'.normalize('NFD') })).toEqual([]);
  });

  test('a body of variables only is a matter of AT03', () => {
    expect(lint('AT25', { content: '#{내용}' })).toEqual([]);
  });
});

describe('AT26: a button that leads to advertising', () => {
  const template = (button: JsonObject, members: JsonObject = {}): string[] =>
    lint('AT26', { messageType: 'EX', extra: '문의는 고객센터로', buttons: [{ type: 'WL', ...button }], ...members });
  const link = (mobile: string): JsonObject => ({ mobile });

  test('is told by its name', () => {
    expect(template({ name: '겨울 이벤트', link: link('https://a.b/w') })).toEqual([
      'warning likely-rejected AT26 at value buttons[0].name: The button `겨울 이벤트` leads to advertising (이벤트), but `extra` does not say so',
    ]);
  });

  test.each(['https://a.b/event/1', 'https://event.a.b', 'https://a.b/?page=promotion', 'https://a.b/sale'])(
    'is told by its address: %s',
    (mobile) => {
      expect(template({ name: '구경하기', link: link(mobile) })).toEqual([
        'warning likely-rejected AT26 at value buttons[0].link.mobile: The address of the button `구경하기` leads to advertising, but `extra` does not say so',
      ]);
    },
  );

  test.each(['https://a.b/eventually', 'https://a.b/wholesale', 'https://a.b/prevent', 'https://a.b/orders'])(
    '%s is none',
    (mobile) => {
      expect(template({ name: '주문 보기', link: link(mobile) })).toEqual([]);
    },
  );

  test.each([
    '아래 버튼을 누르면 이벤트(광고) 페이지로 이동합니다',
    '버튼 클릭 시 광고 페이지로 연결됩니다.',
    '문의 1588-0000\n링크를 선택하시면 쇼핑 페이지가 열립니다',
  ])('may stand where the extra information says %j', (extra) => {
    expect(template({ name: '이벤트' }, { extra })).toEqual([]);
    expect(template({ name: '이벤트' }, { extra, messageType: 'MI' })).toEqual([]);
  });

  test('is a matter of templates with extra information alone', () => {
    expect(template({ name: '이벤트' }, { messageType: 'BA' })).toEqual([]);
    expect(lint('AT26', { messageType: 'EX', extra: '문의' })).toEqual([]);
    expect(lint('AT26', { messageType: 'MI', buttons: [{ type: 'AC' }, { type: 'BK', name: '특가' }] })).toHaveLength(
      1,
    );
  });
});

describe('AT27: a number that changes', () => {
  test.each([
    ['기사님 010-0000-0000', '010-0000-0000'],
    ['기사님 01000000000 입니다', '01000000000'],
    ['기사님 +82 10 0000 0000', '+82 10 0000 0000'],
    ['안심번호 0504-000-0000', '0504-000-0000'],
    ['담당자 김한빛 02-000-0000', '02-000-0000'],
    ['한빛은행 110-000-000000', '110-000-000000'],
    ['입금 계좌: 11000000000000', '11000000000000'],
    ['110-000-000000 (예금주 감귤상점)', '110-000-000000'],
    ['농협 000-0000-0000-00', '000-0000-0000-00'],
    ['신한 110-234-567890', '110-234-567890'],
  ])('%j', (content, piece) => {
    expect(pointed('AT27', content)).toEqual([piece]);
  });

  test.each([
    '고객센터 1588-0000',
    '대표전화 02-000-0000',
    '매장 연락처 0507-0000-0000',
    '인사팀 담당자 02-000-0000',
    '문의: 담당자 02-000-0000',
    '담당자 문의 02-000-0000',
    '무료 상담 080-000-0000',
    '담당자 #{담당자} (#{연락처})',
    '사업자등록번호 000-00-00000 (한빛은행)',
    '한빛은행 이체일 2026-12-01',
    '한빛은행 고객센터 02-000-0000',
    '주문번호 20261201-0017',
    '예약번호 11000000000000',
    '계좌: #{계좌번호}',
    '계좌 123-***-456',
  ])('%j is none', (content) => {
    expect(pointed('AT27', content)).toEqual([]);
  });
});
