import type { Hit } from '../../lint/rule.ts';
import { MOST_HITS, masked, pieceOf, type SearchedText, type TextSpan } from '../../lint/search.ts';
import { finder, has, pattern, pointed, spansOf } from '../../lint/words.ts';
import { say } from '../sentences.ts';
import type { TemplateReading } from './reading.ts';
import { WORDS } from './words.ts';

type TextsOf = (reading: TemplateReading) => readonly SearchedText[];

/** Finds the words of the tables of a rule. @param textsOf the texts in which they are looked for */
export function words(names: string, textsOf: TextsOf = ({ prose }) => prose): (reading: TemplateReading) => Hit[] {
  const find = finder(WORDS, names);
  return (reading) => pointed(find(textsOf(reading)));
}

/** The names of buttons and quick replies, except of the one-click payment plugin (P3). */
export const buttonNames: TextsOf = ({ template: { buttons = [] }, prose }) =>
  prose.filter(({ place, at: [, index] }) =>
    place === 'buttons[].name' ? buttons[Number(index)]?.type !== 'P3' : place === 'quickReplies[].name',
  );

/** The titles of the emphasis and of the highlight. */
export const titles: TextsOf = ({ prose }) =>
  prose.filter(({ at: [part, name] }) => name === 'title' && ['emphasis', 'highlight'].includes(String(part)));

const findValues = finder(WORDS, 'AT24 values');
const findReasons = finder(WORDS, 'AT24 reason');

/** AT24 finds the first of several: one reason is enough for all. */
export function valueReason({ prose }: TemplateReading): Hit[] {
  const first = findValues(prose).slice(0, 1);
  return first.length === 0 || findReasons(prose).length > 0 ? [] : pointed(first);
}

/** A variable whose name says that it is an address. 주소 without more is a postal one. */
const ADDRESS_NAME =
  /링크|url|(?:^|[^a-z])link(?:[^a-z]|$)|(?:웹|접속|사이트|홈페이지|인터넷|페이지)\s?주소|바로\s?가기/iu;
/** The beginning of an address, or a host that is written out. */
const HOST = /https?:\/\/|[a-z0-9-]\.[a-z]{2,}\//iu;

const findShortened = finder(WORDS, 'AT23 ');

/** AT23 finds links that hide where they lead. */
export function unclearLinks({ prose, texts }: TemplateReading): Hit[] {
  return [...prose.flatMap(wholeLinks), ...pointed(findShortened(texts))];
}

function wholeLinks(placed: SearchedText): Hit[] {
  const before = (start: number): string => placed.part.slice(0, start).split(/\s/).at(-1) ?? '';
  return placed.variables
    .filter(({ name, start }) => ADDRESS_NAME.test(name) && !HOST.test(before(start)))
    .slice(0, MOST_HITS)
    .map((span) => pieceOf(placed, span));
}

const COURIER =
  /택배사|택배\s?회사|배송\s?(?:사|업체|회사)(?![가-힣]*\s?(?:일정|항))|운송\s?(?:사|업체)|대한통운|한진|롯데택배|로젠|경동|대신|일양|합동택배|건영|천일|우체국|CJ|CU|GS25|DHL|UPS|FedEx|EMS|courier|carrier/iu;
const TRACKING = /송장|등기\s?번호|배송\s?(?:조회\s?)?번호|tracking|invoice/iu;

/** AT29 checks what a button requires in the body. */
export function tracking({ template: { content, buttons = [] } }: TemplateReading): Hit[] {
  if (COURIER.test(content) && TRACKING.test(content)) return [];
  return buttons.flatMap(({ type }, index): Hit[] => (type === 'DS' ? [{ at: ['buttons', index] }] : []));
}

const SECRET_NAME =
  /인증\s?(?:번호|코드)|OTP|비밀\s?번호|비번|패스워드|보안\s?코드|passw(?:or)?d|passcode|auth_?(?:code|number|no)$/iu;

const WORD = '(?:인증\\s?(?:번호|코드)|(?:OTP|[Oo]tp)(?:\\s?(?:번호|코드))?|비밀\\s?번호|패스워드|보안\\s?코드)';
const VALUE = '[\\[(<「【]?\\s*(?:…|\\d{4,8}(?![\\d-]))';

/** The word and its value right after it: on the same line, or as the whole next line that is not empty. */
const GIVEN: readonly RegExp[] = [
  pattern(`${WORD}(?=(?:은|는)?\\s*[:：\\-]?\\s*${VALUE})`),
  pattern(`${WORD}(?=[^\\n…]*\\n\\s*${VALUE}\\s*[\\])>」】]?\\s*(?:\\n|$(?![^])))`),
];

const SECRET_WORD = pattern(WORD);

/** Returns the first secret of a text: a variable with a secret name, else a word with a value after it. */
function secretIn({ variables, masked }: SearchedText): TextSpan | undefined {
  const named = variables.find(({ name }) => SECRET_NAME.test(name));
  if (named || !has(masked, SECRET_WORD)) return named;
  return GIVEN.flatMap((given) => spansOf(masked, given))[0];
}

/** AT18 finds secrets that only the main device may show. */
export function security({ template, prose }: TemplateReading): Hit[] {
  if (template.security === true) return [];
  return prose.flatMap((placed): Hit[] => {
    const secret = secretIn(placed);
    return secret ? [pieceOf(placed, secret)] : [];
  });
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

/** AT25. A value of the recipient is a reason too (`#{주문번호}`). AT03 reports a body of variables only. */
export function reason({ prose, template: { content } }: TemplateReading): Hit[] {
  const isGiven =
    prose.some((one) => DEALINGS.test(one.masked.normalize('NFC'))) ||
    prose.some(({ variables }) => variables.some(({ name }) => !GREETING.test(name.normalize('NFC')))) ||
    !/[\p{L}\p{N}]/u.test(masked(content));
  return isGiven ? [] : [{ at: ['content'] }];
}

const findAdvertising = finder(WORDS, 'AT19 ');

/** EX and MI may have a button to advertising, with the sentence that AT26 requires. */
function hasExtra({ template: { messageType } }: TemplateReading): boolean {
  return messageType === 'EX' || messageType === 'MI';
}

/** AT19 finds text that belongs in brand messages, and shows the words that make it advertising. */
export function advertising(template: TemplateReading): Hit[] {
  const texts = hasExtra(template) ? template.prose.filter(({ at }) => at[0] !== 'buttons') : template.prose;
  return findAdvertising(texts).map(({ placed, sentence, words }) => {
    const shown = Array.from(placed.text.slice(sentence.start, sentence.end).matchAll(/\S+/g)).flatMap((word) => {
      const start = sentence.start + word.index;
      const isSign = words.some((one) => one.start < start + word[0].length && start < one.end);
      return isSign ? `\`${word[0].replace(/^[(“"']+|[)”"',.!?]+$/g, '')}\`` : [];
    });
    const message = say('advertising', { words: [...new Set(shown)].join(', ') });
    return { ...pieceOf(placed, sentence), message };
  });
}

const findButton = finder(WORDS, 'AT26 button');
const findNotice = finder(WORDS, 'AT26 notice');

const ADVERTISING_LINK = /(?<![a-z])(?:events?|promotions?|promos?|sales?|deals?)(?![a-z])/iu;

/** AT26 requires a sentence about a button that leads to advertising. */
export function advertisingLink(template: TemplateReading): Hit[] {
  const { prose } = template;
  if (!hasExtra(template) || findNotice(prose.filter(({ at }) => at[0] === 'extra')).length > 0) return [];
  const { buttons = [] } = template.template;
  return buttons.flatMap(({ link = {} }, index) => {
    const at = ['buttons', index];
    if (findButton(prose.filter((one) => one.at[0] === 'buttons' && one.at[1] === index)).length > 0)
      return [{ at: [...at, 'name'] }];
    const [key] = Object.entries(link).find(([, address]) => ADVERTISING_LINK.test(address)) ?? [];
    return key === undefined ? [] : [{ at: [...at, 'link', key] }];
  });
}
