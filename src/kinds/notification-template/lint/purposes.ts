import type { Said } from '../../../core/sentence.ts';
import type { Hit } from '../../lint/rule.ts';
import { has, masked, pattern, pieceOf, wordHits, wordsIn } from '../../lint/search.ts';
import type { TemplateReading } from './reading.ts';
import { say } from './sentences.ts';

/** A refused purpose: the words that show it, and similar phrases about a transaction of the recipient. */
interface RefusedPurpose {
  purpose: Said;
  shows: RegExp;
  harmless?: readonly RegExp[];
}

const REFUSED: readonly RefusedPurpose[] = [
  {
    purpose: say('purpose-cart'),
    shows: pattern('장바구니(?=에|가|를|\\s?(?:상품|속|알림|확인|안내|비우|보기))|찜하신 상품'),
    harmless: [pattern('(?:찜하신 상품|장바구니)[^\\n.!]{0,20}(?:(?<!곧 )품절|단종|판매가? ?(?:중단|종료))')],
  },
  {
    purpose: say('purpose-wishes'),
    shows: pattern(
      '(?:생일|생신|기념일)[^\\n.!]{0,8}축하(?=[드합해하!~\\n]|\\s*$)|해피\\s?버스데이|[Hh]appy\\s[Bb]irthday|HAPPY BIRTHDAY',
    ),
  },
  {
    purpose: say('purpose-newsletter'),
    shows: pattern('뉴스레터|소식지|웹진|카드뉴스'),
    harmless: [
      pattern('신청하신\\s[^\\n.!]{0,10}(?:뉴스레터|소식지|웹진|카드뉴스)'),
      pattern('(?:뉴스레터|소식지|웹진)[을를의이가]?\\s?(?:정기\\s?)?(?:구독|수신|신청|해지|발송\\s?(?:중단|중지))'),
      pattern(
        '(?:뉴스레터|소식지|웹진)[을를의]?\\s?(?:배송|수령|우편|받으실|받아\\s?보실|발송)[^\\n.!]{0,4}(?:주소|[지처곳])',
      ),
    ],
  },
  {
    purpose: say('purpose-goods'),
    shows: pattern(
      '추천\\s?(?:상품(?!권)|제품|아이템|메뉴)|(?:신상(?!정보)|신제품|신메뉴|신규\\s?(?:패키지|상품|메뉴)|컬렉션)[^\\n.!?]{0,10}?(?:출시|입고|소식|오픈|만나|안내|소개|나왔)',
    ),
    harmless: [pattern('신청하신[^\\n.!]{0,20}(?:입고|출시)')],
  },
  {
    purpose: say('purpose-return'),
    shows: pattern(
      '오랜만(?:이에요|입니다|이네요|에 인사)|다시 (?:찾아\\s?주세요|만나고\\s?싶)|보고\\s?싶었(?:어요|습니다)|뜸하|(?:그동안|한동안)[^\\n.!?]{0,12}없으[셨셔](?:네요|죠|서)',
    ),
  },
  {
    purpose: say('purpose-marked'),
    shows: pattern('[(（\\[]\\s?광고\\s?[)）\\]](?!\\s?(?:페이지|화면))|무료\\s?(?:수신\\s?)?거부'),
  },
  {
    purpose: say('purpose-loan'),
    shows: pattern(
      '(?:무직자|저신용자?|신용\\s?불량자?|직장인|사업자|비상금|당일|즉시|무서류|무방문|저금리|대환|햇살론)\\s?(?:도\\s?)?(?:신용\\s?)?대출[^\\n.!]{0,12}(?:가능|상담|문의|한도\\s?조회|받으세|신청하세|알아\\s?보)|대출\\s?(?:특판|갈아타)',
    ),
    harmless: [pattern('신청하신[^\\n.!]{0,20}대출[^\\n.!]*')],
  },
  {
    purpose: say('purpose-job'),
    shows: pattern(
      '(?:고수익|재택|부업|단기|당일\\s?지급)\\s?(?:보장\\s?)?(?:알바|아르바이트|부업|일자리)|(?:월|일|주)\\s?(?:수입|수익)?\\s?[\\d,]+\\s?만\\s?원\\s?(?:이상\\s?)?(?:보장|가능)',
    ),
    harmless: [pattern('(?:지원|신청|근무)하신[^\\n.!]*')],
  },
  {
    purpose: say('purpose-app'),
    shows: pattern(
      '(?:앱|어플|애플리케이션)[을를]?\\s?(?:새로\\s?)?(?:설치|다운로드|다운|실행)(?:\\s?받)?(?:하고|하세요|하시고|해\\s?(?:보|주)세요|받고|받으|으세요|으시)',
    ),
  },
];

/** AT20 finds purposes that the inspection refuses. */
export function purposes({ prose: texts, joined }: TemplateReading): Hit[] {
  return REFUSED.flatMap(({ purpose, shows, harmless = [] }) =>
    wordHits({ texts, joined }, shows, harmless, (found) => ({ message: say('purpose', { found, purpose }) })),
  );
}

const VALUABLE = '(?:쿠폰|포인트|적립금|마일리지)';
const COMES =
  '(?:지급|발급|적립(?!금)|증정|도착|(?<!안내해\\s?|알려\\s?|말씀)드(?:립니다|려요|렸)|들어왔|소멸|만료|사라)';

/** Coupons or points that are issued or expire. One that welcomes somebody was issued, also if the text only shows the way to it. */
const GRANTED = pattern(
  `(?:축하|환영|웰컴)\\s?${VALUABLE}[^\\n.!:：]{0,25}?(?:확인하|확인해|받으세|받아|다운)|${VALUABLE}[^\\n.!:：]{0,25}?${COMES}|${COMES}(?:된|될|되는|하신| ?예정인?)? ?(?:\\S{1,8} )?${VALUABLE}`,
);

const NOT_GRANTED: readonly RegExp[] = [
  pattern('(?:체크|파워|뷰|터치|액세스|엑세스|관전|거점)\\s?포인트[^\\n]*'),
  pattern(`${VALUABLE}[^\\n.!]{0,10}?${COMES}\\s?(?:취소|불가|제외|되지|하지|기준|기간|방법|조건)`),
  pattern(`${VALUABLE}[^\\n.!]{0,25}(?:돌려|반환|복원|복구)[^\\n.!]*|${VALUABLE}[^\\n.!]{0,6}(?:회수|사용)[^\\n.!]*`),
  // a line of a receipt: a label and its value
  pattern(
    `^[^\\p{L}\\p{N}\\n]*[^:：.\\n]{0,10}(?:${VALUABLE}|${COMES})[^:：.\\n]{0,10}[:：\\s]\\s*[-−+]?\\s*(?:…|[\\d,]+)\\s*(?:원|점|P|p|장|매)?\\s*$`,
  ),
  pattern(`^\\s*(?:적립|소멸\\s?예정)\\s?${VALUABLE}\\s*$`),
];

/** The reason for it, or the rule behind it. */
const BASED: readonly RegExp[] = [
  pattern('(?:약관|동의|규정|정책|등급|제도|조례|지침|계약)[^\\n]{0,25}(?:따라|따른|의거|의해|의한|하신|근거|기준)'),
  pattern(
    `(?:구매|결제|주문|참여|응모|당첨|가입|이용|방문|예매|예약|충전|작성|추천|신청|구독|완료|적립|반품|취소|보상)[^\\n.!]{0,14}(?:하신|하여|해|으로|로|시|따라|따른|대한|받으신|되신|된|감사|기념|보상)[^\\n.!]{0,30}(?:지급|발급|적립|발송|소멸|만료|쿠폰|포인트)`,
  ),
  pattern('신청하신[^\\n.!]{0,15}(?:쿠폰|포인트)'),
  // from a person who is named
  pattern('(?:[가-힣…]\\s?(?:님|씨)|친구)(?:이|가|께서|으로부터|의)\\s?[^\\n.!]{0,12}(?:선물|보낸|보내)'),
  pattern('(?:지급|적립|발급|소멸|증정)\\s?(?:사유|근거|기준)\\s*[:：]'),
  pattern(`[되하][어여]\\s[^\\n.!]{0,20}${VALUABLE}[^\\n.!]{0,15}(?:지급|적립|발급)`),
];

export function valueReason({ prose, joined }: TemplateReading): Hit[] {
  if (!has(joined, GRANTED)) return [];
  if (prose.some((one) => BASED.some((based) => has(one.masked, based)))) return [];
  const [first] = prose.flatMap((placed) =>
    wordsIn(placed.masked, GRANTED, NOT_GRANTED)
      .slice(0, 1)
      .map((span) => pieceOf(placed, span)),
  );
  if (!first) return [];
  return [
    {
      ...first,
      message: say('value-reason', { found: first.text ?? '' }),
    },
  ];
}

/** Something that happened, ends or has to be done, and nouns of transactions that a title uses without a verb. */
const DEALINGS = new RegExp(
  [
    '(?<!건강|행복|안녕|평안|편안)하신|[되하]였|[됐했]|됩니다|되었|되지|드렸|드린|받으신|요청|의뢰|안내|알림|예정|기한|사유|결과|완료|확정|준비|중단|제한|마감',
    '주문|결제|구매|구입|예약|예매|신청|접수|문의|가입|회원|이용|방문(?!\\s?(?:바랍|해\\s?주|하세요|부탁))|배송|배달|택배|출고|출발|발송|도착|수령',
    '환불|반품|교환|취소|변경|등록|계약|납부|청구|입금|출금|이체|송금|충전|적립|포인트|쿠폰|만료|갱신|연장|구독|해지|요금|수리|점검|수선|세탁',
    '수강|수업|교육|상담|검사|진료|검진|접종|처방|시험|합격|면접|채용|당첨|응모|참여|참가|참석|등원|하원|등교|하교|출석|결석',
    '로그인|비밀번호|계정|휴면|탈퇴|동의|약관|대출|반납|연체|보험|카드|민원|발급|영수증|급여|답[변글]|맡기신|찾아\\s?[가오]|리뷰|후기|주차|관리비|단수|정전|단속',
    '(?:학부모|보호자|환자|입주민|임직원|점주|수험생|지원자|신청인|가입자|납세자)\\s?(?:님|분|여러분)|(?:에게|분들?께)\\s?(?:발송|보내|안내|알려)|신고|제출|서류',
  ].join('|'),
  'u',
);

/** Variables that any mass mailing has: the recipient, the sender, and texts that are unknown before they are sent. */
const GREETING =
  /(?:이름|성명|성함|고객|회원|닉네임|회사|상호|업체|매장|지점|브랜드|인사말?|제목|내용|메시지|문구|본문|맺음말|날씨|기온|운세|뉴스|명언)(?:명|님)?$/u;

export function reason(template: TemplateReading): Hit[] {
  if (tellsDealing(template)) return [];
  return [{ at: ['content'], message: say('no-reason') }];
}

/** A value of the recipient counts too (`#{주문번호}`). AT03 reports a body of variables only. */
function tellsDealing({ prose, template: { content } }: TemplateReading): boolean {
  return (
    prose.some((one) => DEALINGS.test(one.masked.normalize('NFC'))) ||
    prose.some(({ variables }) => variables.some(({ name }) => !GREETING.test(name.normalize('NFC')))) ||
    !/[\p{L}\p{N}]/u.test(masked(content))
  );
}
