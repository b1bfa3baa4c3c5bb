import { own } from '../../../core/json.ts';
import type { PlacedText } from '../texts.ts';
import type { Reading } from './reading.ts';
import { AS_OF, type LintRule, SOURCES } from './rule.ts';
import { masked, pattern, type Span, spansOf, wordHits } from './words.ts';

/** Words of advertising. What follows in brackets keeps longer words out that only begin alike. */
const ADVERTISING = new RegExp(
  [
    '특가(?!법)',
    '할인',
    '이벤트',
    '프로모션',
    '무료\\s?체험',
    '혜택',
    '선착순',
    '사은품',
    '(?<![가-힣])(?:(?:빅|정기|시즌|여름|겨울|창립|오픈|파격|깜짝)\\s?)?세일(?![즈러링럼])',
    '반값(?!\\s?등록금)',
    '최저가(?!\\s?[입격])',
    '기획전(?![략무시담문])',
    '타임딜',
  ].join('|'),
  'gu',
);

const TOOK_PART =
  '(?:당첨|응모|참여|참가|신청)(?:에|이|가|을|를)?\\s?(?:하신|해 ?주|하여|완료|접수|취소|축하|되|됐|으로|확정|결과|내역|정보)';

/** One line of a receipt: a label, an optional noun, an amount, and an optional note in parentheses. */
const LABELLED =
  '^[^\\p{L}\\p{N}…\\n]*[^:：…\\n]{1,20}[:：]\\s*(?:[가-힣]{1,8}\\s)?[-−+]?\\s*[₩￦]?(?:…\\s*%?|\\d[\\d,.]*)\\s*(?:원|%|시간|분|일|개월|개|회|건|장|점|매|P|p)?(?:\\s*\\([^()\\n]{1,30}\\))?[\\s).]*$';

const CONSENT = '(?:동의|거부|철회|해지|설정)';

/**
 * Phrases in which such a word does not advertise: part of another word (`역할인지`), a line of a receipt, an event that
 * the recipient took part in, an end of something, a consent, and the sentence that inspectors ask for (AT26).
 */
const HARMLESS: readonly RegExp[] = [
  pattern('독특가'),
  pattern('(?:역|관|분|구)할인|할인(?:원|감|점)'),
  pattern('할인(?:이|은|을|된|받은)?\\s?(?:적용|포함|제외|취소|회수|차감|반영|금액|내역)'),
  pattern('할인[^\\n.!]{0,15}(?:종료|만료|해지|중단)(?:되|됐|될|됩|예정|일|안내)'),
  pattern(
    '(?:할인|이벤트|프로모션|혜택|사은품)[^\\n.!]{0,25}?(?:완료|접수|등록|취소|종료|만료|변경|적용|처리|확정|반영|승인|반려|마감|정산|전환|결제|차감|확인|발송)(?:이|가|을|를)?\\s?(?:되|됐|됩|될|하였|했)',
  ),
  pattern('할인\\s?(?:여부|조건|문의|증빙|자격|증명|신청)|(?:할인|이벤트|프로모션)\\s?(?:종료|만료)\\s?(?:후|전|일)'),
  pattern('이벤트\\s?(?:경품|상품)\\s?(?:배송|수령|발송)'),
  pattern('(?:등급별|회원)\\s?혜택[^\\n.!]{0,20}확인하실 수'),
  pattern('이벤트(?:홀|룸|로그)'),
  pattern(`(?:이벤트|프로모션)(?:에|의|에서)?\\s?${TOOK_PART}`),
  pattern('(?:참여|참가|응모|신청|당첨)(?:하|되)신\\s[^\\n.]{0,15}?(?:이벤트|프로모션)'),
  pattern(
    '무료\\s?체험[^\\n.!]{0,15}(?:종료|만료|전환|끝나|취소|접수|(?:신청|예약)(?!\\s?(?:해\\s?보|하세요|하고|하면|하기)))',
  ),
  pattern('혜택[^\\n.!]{0,12}(?:종료|중단|소멸|정지|제한|상실|변경|이용하실 수 없)'),
  pattern('선착순[^\\n.!]{0,15}(?:마감되|마감됐|배정되|배정됩|배정하|접수되)'),
  pattern(
    '사은품[^\\n.!]{0,30}(?:반송|반품|회수|동봉|반납|포장|품절|누락|(?:함께|같이)\\s?(?:보내|넣어)\\s?(?:주세요|주셔야))',
  ),
  pattern(`(?:할인|이벤트|프로모션|혜택|사은품)[^\\n.!]{0,25}(?:수신|마케팅|광고)[^\\n.!]{0,15}${CONSENT}`),
  pattern(`(?:수신|마케팅|광고)[^\\n.!]{0,25}(?:할인|이벤트|프로모션|혜택|사은품)[^\\n.!]{0,15}${CONSENT}`),
  pattern(LABELLED),
];

/** Lines that invite the reader to buy: whatever else a word of advertising is part of there, it advertises. */
const INVITING = pattern(
  '^[^\\n]*(?:지금\\s?(?:바로|가입|구매|주문|예약|신청|다시|만나)|오늘만|단\\s?하루|놓치지|서두르|만나\\s?보|누리세|누려\\s?보|최대\\s?(?:…|\\d)|추가\\s?할인|전\\s?(?:품목|상품|메뉴|제품))[^\\n]*$',
);

/** Words that ask for a tap, and where it leads. */
const LEADS =
  /(?:버튼|링크|클릭|누르|터치|선택)[^\n]{0,30}?(?:광고|이벤트|프로모션|기획전|쇼핑|할인|혜택)[^\n]{0,20}?(?:이동|연결|열)/gu;

const MEND =
  'Tell what the recipient has to know about a dealing of theirs and no more; what advertises is for brand messages';

/** How the word is written where it advertises nothing. */
const INSTEAD: Readonly<Record<string, string>> = {
  할인: 'the line of a receipt is `할인 금액: #{할인금액}원`',
  사은품: 'the line of a receipt is `사은품: #{사은품}`',
  이벤트: 'what somebody took part in is `참여하신 이벤트` or `이벤트 당첨`',
  프로모션: 'what somebody took part in is `참여하신 프로모션`',
};

function hintFor(word: string): string {
  const instead = own(INSTEAD, word);
  return instead === undefined ? MEND : `${MEND}; ${instead}`;
}

/** AT19: what is for brand messages. */
export const advertising: LintRule = {
  id: 'AT19',
  level: 'warning',
  code: 'likely-rejected',
  what: 'A word of advertising (특가, 할인, 이벤트, 프로모션, 무료체험, 혜택, 선착순, 사은품, 세일, 반값, 최저가, 기획전, 타임딜)',
  mend: MEND,
  source: SOURCES.guides,
  date: AS_OF,
  find: (template) =>
    wordHits(
      template.prose.filter((placed) => !isLabel(template, placed) && !isAdvertisingButton(template, placed)),
      ADVERTISING,
      [...HARMLESS, LEADS],
      (found) => ({ message: `\`${found}\` is a word of advertising`, hint: hintFor(found) }),
      [INVITING],
    ),
};

const AMOUNT = pattern('^[-−+]?\\s?[₩￦]?(?:…|[\\d,.]+)\\s?(?:원|개|회|건|장|점|매|시간|분|일|P|p|%)?$');

/** The title of an item that has an amount beside it: a line of a receipt. */
function isLabel({ template: { items = [] } }: Reading, { at: [list, index, key] }: PlacedText): boolean {
  if (list === 'itemSummary') return index === 'title';
  const item = list === 'items' && typeof index === 'number' && key === 'title' ? items[index] : undefined;
  return item !== undefined && masked(item.description).search(AMOUNT) !== -1;
}

/** EX and MI may carry such a button, with the sentence that AT26 asks for. */
function isAdvertisingButton({ template }: Reading, { at }: PlacedText): boolean {
  return at[0] === 'buttons' && hasExtra(template.messageType);
}

function hasExtra(messageType: string): boolean {
  return messageType === 'EX' || messageType === 'MI';
}

/** What an address of advertising has between its marks. */
const ADVERTISING_LINK = /(?<![a-z])(?:events?|promotions?|promos?|sales?|deals?)(?![a-z])/iu;

/** AT26: what may stand on a button, if that is said. */
export const advertisingLink: LintRule = {
  id: 'AT26',
  level: 'warning',
  code: 'likely-rejected',
  what: 'A button of an EX or MI template that leads to advertising, without a sentence in the extra information that says so',
  mend: 'Add to `extra`, as: 아래 버튼을 누르면 이벤트(광고) 페이지로 이동합니다',
  source: SOURCES.guides,
  date: AS_OF,
  find: ({ template: { messageType, extra = '', buttons = [] } }) => {
    if (!hasExtra(messageType) || spansOf(extra, LEADS).length > 0) return [];
    return buttons.flatMap(({ name = '', link = {} }, index) => {
      const at = ['buttons', index];
      const [word] = spansOf(name, ADVERTISING);
      if (word) return [{ at: [...at, 'name'], message: advertises(name, word) }];
      const [key] = Object.entries(link).find(([, address]) => ADVERTISING_LINK.test(address)) ?? [];
      if (key === undefined) return [];
      return [
        {
          at: [...at, 'link', key],
          message: `The button \`${name}\` leads to advertising by its address, and \`extra\` does not say so`,
        },
      ];
    });
  },
};

function advertises(name: string, { start, end }: Span): string {
  return `The button \`${name}\` leads to advertising (${name.slice(start, end)}), and \`extra\` does not say so`;
}
