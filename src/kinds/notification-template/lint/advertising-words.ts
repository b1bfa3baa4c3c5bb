import { wordList } from '../../lint/search.ts';

/** A row of the tables of AT19: if a sentence has one of the words, it gets the points. */
interface WordRow {
  points: number;
  words: RegExp;
  /** Longer words and phrases in which a word is no sign. */
  not: readonly RegExp[];
}

/** Words that ask for a tap, and where it leads. */
export const LEADS =
  '(?:버튼|링크|클릭|누르|터치|선택)[^\\n]{0,30}?(?:광고|이벤트|프로모션|기획전|쇼핑|할인|혜택)[^\\n]{0,20}?(?:이동|연결|열)';

export const PROMOTION = {
  words: '이벤트 프로모션 기획전 특가 한정가 균일가 특판 세일 타임_딜 특별전 대방출 대잔치 반값 최저가 1_\\+_1',
  not: '이벤트홀 이벤트룸 특가법 한정가법 균일가법 세일즈 반값_택배 반값_등록금 최저가_입 최저가_격',
};

/** Signs of an offer: a promotion, an invitation to browse, a gift, an amount. How to write words: `wordList`. */
export const OFFERS = signs([
  [2, PROMOTION.words, PROMOTION.not],
  [
    2,
    '만나_보 만나세요 구경 쇼핑 누려 누리 즐겨_보 경험해_보 많은_관심 많은_이용 많은_방문 놓치지 서두르 갈아타 마감_임박 만을_위한 께만',
    '온누리 누리집 많은_관심[객량자] 많은_이용[객량자] 많은_방문[객량자]',
  ],
  [
    1,
    '할인 쿠폰 적립금 포인트 기프티콘 사은품 경품 혜택 캐시백 지원금 무료 무상 면제 저렴 절약 공짜 보너스 깎아 DC 추첨 더\\s드려 더\\s드립 최저_금리 정상?가(?=[의를에\\s]) 상품권 이용권 숙박권 관람권 교환권 할인권 식사권',
    '분할인 역할인 관할인 할인원 할인점 할인감',
  ],
  [1, '#_% #_원 #_천_원 #_만_원 두_배(?=[로!\\s]) 세_배(?=[로!\\s]) [\\d]_배(?=[로!\\s]) 최대_#'],
]);

/** Signs that an offer is for a purchase to come: giving, a condition, an imperative, urgency, superlatives, news, word of mouth, an exclamation mark. */
export const PRESSURE = signs([
  [
    1,
    '드려요 드립니다 드릴게요 드리는 드리겠 증정 제공해 제공합 쏩 모십 쌓이 쌓여 쌓입 준비했 준비하 준비되',
    '증정품 (?:안내해|알려|말씀|보내|연락|부탁|감사|축하|사과|도와|설명해|처리해|추천|넣어|전해)_드\\S*',
  ],
  [1, '(?<=[을를]_)드(?:려요|립니다)', '(?:안내|연락|말씀|감사|인사|부탁)[을를]_드\\S*'],
  [
    1,
    '[가-힣]면(?=[\\s,]) \\s시(?=\\s) 때(?=\\s) 때마다(?=\\s) 하고(?=\\s) 시고(?=\\s) 쓰고(?=\\s) 는\\s분 는\\s고객 는\\s회원 고객님?_한정 회원님?_한정 고객님?_께 회원님?_께',
    '않으면 없으면 [화정측전표양국장반감]면',
  ],
  [1, '세요 [보받하가]기$', '안녕하세요 주세요 않으세요'],
  [
    1,
    '지금 오늘만 단_하루 이번_[주달](?=_(?:안|까지|만|말)) 이달 까지만 한정 선착순 곧_끝 곧_마감 곧_품절 서둘러 얼른 어서',
  ],
  [
    1,
    '업계 최고 최저 역대 파격 단독 특별 시크릿 깜짝 푸짐 맞이 기념 시즌 (?<![가-힣])(?:봄|여름|가을|겨울|연말) 추가(?=\\s) (?<![가-힣])더(?=\\s) 함께 전_품목 전_상품 전_메뉴 전_제품',
    '기념품',
  ],
  [1, '열렸 오픈 출시 시작됩 시작합 시작했 진행_중 중입니다 중이에요 중이니 중! 찾아왔 초대 소개 나왔'],
  [1, '추천 공유 인스타 재구매 첫_구매 재등록 업그레이드하 업그레이드해 친구 이웃 리뷰 후기', '추천드'],
  [1, '!'],
]);

/** Signs of a transaction of the recipient, which explains an offer: what they did, a law or a consent, a loss, an end, a line of a receipt, the sentence for AT26. */
export const OWN_DEALING = signs([
  [
    -2,
    '(?:었|았|였|했|됐|드렸)(?:습니다|어요)!*$ 시면_됩니다',
    '(?:준비|출시|오픈|마련|시작|출시되|시작되|오픈하|출시하)(?:었|았|였|했|됐|드렸)\\S*',
  ],
  [-2, '(?:하|되|받으|으)신(?=\\s) 셨 당첨 응모 신청', '신청하'],
  [-2, '수신 동의 철회 마케팅 약관 규정 법률 법에'],
  [-2, '취소 환불 환급 반품 교환 반송 회수 동봉 포장 누락 차감 돌려 보증금 보상'],
  [-2, '않 없 불가 어렵 어려 제외 제한 미_납 미_제출 미_지참 미_등록'],
  [
    -2,
    '종료 만료 중단 마감되 마감됐 확정 접수 완료 결과 내역 변경되 한도 잔여 잔액 적용(?:[된되됐됩]|_(?:금액|후|가)|\\)?$) 반영 포함',
  ],
  [-2, '[-−]_[₩￦]?# [:：]\\s*[₩￦]?#[\\d…,.]*\\s*(?:원|%|P|점|장|매|개|건|시간)?\\s*$'],
  [-2, '^[^:：…]{1,15}[:：]\\s'],
  [-2, LEADS],
]);

function signs(rows: readonly (readonly [points: number, words: string, not?: string])[]): readonly WordRow[] {
  return rows.map(([points, words, not]) => ({
    points,
    words: wordList(words),
    not: not === undefined ? [] : [wordList(not)],
  }));
}
