import { AS_OF, type LintRule, SOURCES } from './rule.ts';
import { pattern, wordHits } from './words.ts';

/** A purpose that is refused: what shows it, and phrases that look alike and are about a dealing. */
interface RefusedPurpose {
  purpose: string;
  shows: RegExp;
  harmless?: readonly RegExp[];
}

const REFUSED: readonly RefusedPurpose[] = [
  {
    purpose: 'goods left in a cart',
    shows: pattern('장바구니(?=에|가|를|\\s?(?:상품|속|알림|확인|안내|비우|보기))|찜하신 상품'),
    harmless: [pattern('(?:찜하신 상품|장바구니)[^\\n.!]{0,20}(?:(?<!곧 )품절|단종|판매가? ?(?:중단|종료))')],
  },
  {
    purpose: 'wishes for a birthday or an anniversary',
    shows: pattern(
      '(?:생일|생신|기념일)[^\\n.!]{0,8}축하(?=[드합해하!~\\n]|\\s*$)|해피\\s?버스데이|[Hh]appy\\s[Bb]irthday|HAPPY BIRTHDAY',
    ),
  },
  {
    purpose: 'a newsletter',
    shows: pattern('뉴스레터|소식지|웹진|카드뉴스'),
    harmless: [
      pattern('신청하신\\s[^\\n.!]{0,10}(?:뉴스레터|소식지|웹진|카드뉴스)'),
      pattern('(?:뉴스레터|소식지|웹진)[을를의이가]?\\s?(?:정기\\s?)?(?:구독|수신|신청|해지|발송\\s?(?:중단|중지))'),
    ],
  },
  {
    purpose: 'goods that are recommended or new',
    shows: pattern(
      '추천\\s?(?:상품(?!권)|제품|아이템|메뉴)|(?:신상(?!정보)|신제품|신메뉴|신규\\s?(?:패키지|상품|메뉴)|컬렉션)[^\\n.!?]{0,10}?(?:출시|입고|소식|오픈|만나|안내|소개|나왔)',
    ),
    harmless: [pattern('신청하신[^\\n.!]{0,20}(?:입고|출시)')],
  },
  {
    purpose: 'a call to come back',
    shows: pattern(
      '오랜만(?:이에요|입니다|이네요|에 인사)|다시 (?:찾아\\s?주세요|만나고\\s?싶)|보고\\s?싶었(?:어요|습니다)|뜸하|(?:그동안|한동안)[^\\n.!?]{0,12}없으[셨셔](?:네요|죠|서)',
    ),
  },
  {
    purpose: 'a call to install or open an app',
    shows: pattern(
      '(?:앱|어플|애플리케이션)[을를]?\\s?(?:새로\\s?)?(?:설치|다운로드|다운|실행)(?:\\s?받)?(?:하고|하세요|하시고|해\\s?(?:보|주)세요|받고|받으|으세요|으시)',
    ),
  },
];

/** AT20: what a notification is not for. */
export const purposes: LintRule = {
  id: 'AT20',
  level: 'warning',
  code: 'likely-rejected',
  what: 'A purpose that is refused: goods left in a cart, birthday wishes, a newsletter, new or recommended goods, a call to come back or to install an app',
  help: 'Send it as a brand message: a notification tells of a dealing that the recipient began',
  source: SOURCES.guides,
  date: AS_OF,
  find: ({ prose }) =>
    REFUSED.flatMap(({ purpose, shows, harmless = [] }) =>
      wordHits(prose, shows, harmless, (found) => ({
        message: `\`${found}\` shows a purpose that is refused: ${purpose}`,
      })),
    ),
};
