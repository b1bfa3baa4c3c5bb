import type { Said } from '../../../core/sentence.ts';
import type { PlacedText } from '../../fields.ts';
import type { Hit } from '../../lint/rule.ts';
import {
  has,
  MOST_HITS,
  masked,
  pattern,
  pieceOf,
  type SearchedText,
  spansOf,
  type TextSpan,
} from '../../lint/search.ts';
import type { TemplateReading } from './reading.ts';
import { say } from './sentences.ts';

/** Words that ask for a tap, and where it leads. */
const LEADS =
  '(?:버튼|링크|클릭|누르|터치|선택)[^\\n]{0,30}?(?:광고|이벤트|프로모션|기획전|쇼핑|할인|혜택)[^\\n]{0,20}?(?:이동|연결|열)';

const PROMOTION =
  '(?:이벤트(?![홀룸])|프로모션|기획전|(?:특|한정|균일)가(?!법)|특판|세일(?!즈)|타임\\s?딜|특별전|대방출|대잔치|반값(?!\\s?(?:택배|등록금))|최저가(?!\\s?[입격])|1\\s?\\+\\s?1)';

/** Signs of an offer, with their points: a promotion, an invitation to browse, a gift, an amount. */
const OFFERS: readonly (readonly [points: number, sign: RegExp])[] = [
  [2, pattern(PROMOTION)],
  [
    2,
    pattern(
      '만나\\s?보(?:세요)?|만나세요|구경|쇼핑|누려|(?<!온)누리(?!집)|즐겨\\s?보(?:세요)?|경험해\\s?보(?:세요)?|많은\\s?(?:관심|이용|방문)(?![객량자])|놓치지|서두르|갈아타|마감\\s?임박|만을\\s?위한|께만',
    ),
  ],
  [
    1,
    pattern(
      '(?<!(?:분|역|관))할인(?![원점감])|쿠폰|적립금|포인트|기프티콘|사은품|경품|혜택|캐시백|지원금|무[료상]|면제|저렴|절약|공짜|보너스|깎아|DC|추첨|더\\s드[려립]|최저\\s?금리|정상?가(?=[의를에\\s])|(?:상품|이용|숙박|관람|교환|할인|식사)권',
    ),
  ],
  [1, pattern('[\\d…]\\s?(?:%|(?:[천만]\\s?)?원)|[두세\\d]\\s?배(?=[로!\\s])|최대\\s?[\\d…]')],
];

/** Signs that an offer is for a purchase to come: giving, a condition, an imperative, urgency, superlatives, news, word of mouth, an exclamation mark. One point each. */
const PRESSURE: readonly RegExp[] = [
  '(?<!(?:안내해|알려|말씀|보내|연락|부탁|감사|축하|사과|도와|설명해|처리해|추천|넣어|전해)\\s?)드(?:려요|립니다|릴게요|리는|리겠)|증정(?!품)|제공[해합]|쏩|모십|쌓[이입여]|준비[했하되]',
  '(?<!(?:안내|연락|말씀|감사|인사|부탁)[을를]\\s?)(?<=[을를]\\s?)드(?:려요|립니다)',
  '[가-힣](?<!않으|없으|[화정측전표양국장반감])면(?=[\\s,])|\\s시(?=\\s)|때(?:마다)?(?=\\s)|[하시쓰]고(?=\\s)|는\\s(?:분|고객|회원)|(?:고객|회원)님?\\s?(?:한정|께)',
  '(?<!안녕하|주|않으)세요|[보받하가]기$',
  '지금|오늘만|단\\s?하루|이번\\s?(?:주|달)(?=\\s?(?:안|까지|만|말))|이달|까지만|한정|선착순|곧\\s?(?:끝|마감|품절)|서둘러|얼른|어서',
  '업계|최[고저]|역대|파격|단독|특별|시크릿|깜짝|푸짐|맞이|기념(?!품)|시즌|(?<![가-힣])(?:봄|여름|가을|겨울|연말)|추가(?=\\s)|(?<![가-힣])더(?=\\s)|함께|전\\s?(?:품목|상품|메뉴|제품)',
  '열렸|오픈|출시|시작[됩합했]|진행\\s?중|중(?:입니다|이에요|이니|!)|찾아왔|초대|소개|나왔',
  '추천(?!드)|공유|인스타|재구매|첫\\s?구매|재등록|업그레이드[하해]|친구|이웃|리뷰|후기',
  '!',
].map(pattern);

/** Signs of a transaction of the recipient, which explains an offer: what they did, a law or a consent, a loss, an end, a line of a receipt, the sentence for AT26. They take two points each. */
const OWN_DEALING: readonly RegExp[] = [
  '(?<!준비|출시|오픈|마련|시작|출시되|시작되|오픈하|출시하)(?:었|았|였|했|됐|드렸)(?:습니다|어요)!*$|시면\\s?됩니다',
  '(?:하|되|받으|으)신(?=\\s)|셨|당첨|응모|신청(?!하)',
  '수신|동의|철회|마케팅|약관|규정|법(?:률|에)',
  '취소|환불|환급|반품|교환|반송|회수|동봉|포장|누락|차감|돌려|보증금|보상',
  '않|없|불가|어렵|어려|제외|제한|미\\s?(?:납|제출|지참|등록)',
  '종료|만료|중단|마감[되됐]|확정|접수|완료|결과|내역|변경되|한도|잔[여액]|적용(?:[된되됐됩]|\\s?(?:금액|후|가)|\\)?$)|반영|포함',
  '[-−]\\s?[₩￦]?[\\d…]|[:：]\\s*[₩￦]?[\\d…][\\d,.…]*\\s*(?:원|%|P|점|장|매|개|건|시간)?\\s*$',
  '^[^:：…]{1,15}[:：]\\s',
  LEADS,
].map(pattern);

const ENOUGH = 3;

const SENTENCE = pattern('(?:[^\\n.!?]|\\.(?=\\d))+!*');

/** AT19 finds text that belongs in brand messages. */
export function advertising(template: TemplateReading): Hit[] {
  if (!has(template.joined, ANY_OFFER)) return [];
  return template.prose.filter((placed) => !isAdvertisingButton(template, placed)).flatMap((placed) => selling(placed));
}

const ANY_OFFER = pattern(OFFERS.map(([, { source }]) => source).join('|'));

/** The sentences of a text that advertise, with the words that show it. */
function selling(placed: SearchedText): Hit[] {
  const text = placed.masked;
  return spansOf(text, SENTENCE)
    .flatMap((span) => {
      const sentence = text.slice(span.start, span.end);
      const signsOf = (signs: readonly RegExp[]) => signs.flatMap((sign) => sentence.match(sign)?.slice(0, 1) ?? []);
      const offers = OFFERS.filter(([, sign]) => sentence.search(sign) !== -1);
      if (offers.length === 0) return [];
      const signs = [...offers.map(([, sign]) => sign), ...PRESSURE];
      const found = signs.flatMap((sign) => spansOf(sentence, sign).slice(0, 1));
      const points = offers.reduce((sum, [more]) => sum + more - 1, found.length);
      if (points - 2 * signsOf(OWN_DEALING).length < ENOUGH) return [];
      const words = [...new Set(wholeWords(placed.text.slice(span.start, span.end), found))]
        .filter((word, _, all) => !all.some((other) => other !== word && other.includes(word)))
        .map((word) => `\`${word}\``)
        .join(', ');
      return [{ ...pieceOf(placed, trimmed(placed.text, span)), message: say('advertising', { words }) }];
    })
    .slice(0, MOST_HITS);
}

/** The words that spans are a part of, in the order of the text, without the marks at their ends. Spans with a common word are one. */
function wholeWords(text: string, spans: readonly TextSpan[]): string[] {
  const whole: TextSpan[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const from = text.slice(0, start).search(/\S*$/);
    const to = end + text.slice(end).search(/\s|$/);
    const last = whole.at(-1);
    if (last && from < last.end) last.end = Math.max(last.end, to);
    else whole.push({ start: from, end: to });
  }
  return whole
    .map(({ start, end }) => text.slice(start, end).replace(/^[\s(“"']+|[\s)”"',.!?]+$/g, ''))
    .filter(Boolean);
}

function trimmed(text: string, { start, end }: TextSpan): TextSpan {
  const piece = text.slice(start, end);
  return { start: start + piece.length - piece.trimStart().length, end: start + piece.trimEnd().length };
}

/** EX and MI may have a button to advertising, with the sentence that AT26 requires. */
function isAdvertisingButton({ template }: TemplateReading, { at }: PlacedText): boolean {
  return at[0] === 'buttons' && hasExtra(template.messageType);
}

function hasExtra(messageType: string): boolean {
  return messageType === 'EX' || messageType === 'MI';
}

const ADVERTISING = pattern(`${PROMOTION}|할인|혜택|사은품|선착순|무료\\s?체험`);

const ADVERTISING_LINK = /(?<![a-z])(?:events?|promotions?|promos?|sales?|deals?)(?![a-z])/iu;

const LEADING = pattern(LEADS);

/** AT26 requires a sentence about a button that leads to advertising. */
export function advertisingLink({ template: { messageType, extra = '', buttons = [] } }: TemplateReading): Hit[] {
  if (!hasExtra(messageType) || has(masked(extra), LEADING)) return [];
  return buttons.flatMap(({ name = '', link = {} }, index) => {
    const at = ['buttons', index];
    const [word] = spansOf(masked(name), ADVERTISING);
    if (word) return [{ at: [...at, 'name'], message: advertises(name, word) }];
    const [key] = Object.entries(link).find(([, address]) => ADVERTISING_LINK.test(address)) ?? [];
    if (key === undefined) return [];
    return [
      {
        at: [...at, 'link', key],
        message: say('advertising-link', { name }),
      },
    ];
  });
}

function advertises(name: string, { start, end }: TextSpan): Said {
  return say('advertising-button', { name, words: name.slice(start, end) });
}
