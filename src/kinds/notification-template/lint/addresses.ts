import { formatPath } from '../../../core/path.ts';
import type { PlacedText } from '../../fields.ts';
import { type Hit, LIKELY_REJECTED } from '../../lint/rule.ts';
import { has, MOST_HITS, pattern, pieceOf, type SearchedText, within, wordHits } from '../../lint/search.ts';
import type { TemplateRule } from './reading.ts';
import { say } from './sentences.ts';

const STORE = pattern(
  '(?:https?://)?(?:play\\.google\\.com/store|market://|apps\\.apple\\.com|itunes\\.apple\\.com|itms-apps?://|itms-appss://|onesto\\.re|onestore\\.co\\.kr|galaxy\\.store|apps\\.samsung\\.com|galaxystore\\.samsung\\.com)[^\\s"\']*',
);

const stores: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT21',
  what: { en: 'A link to an app store', ko: '앱 스토어로 연결되는 링크가 있습니다' },
  help: {
    en: 'Link to a page of your own, or to the app itself with an AL button',
    ko: '자사 페이지로 연결하거나 AL 버튼으로 앱을 직접 여세요.',
  },
  find: ({ texts, joined }) =>
    has(joined, STORE) ? wordHits(texts, STORE, [], (found) => ({ message: say('store-link', { found }) })) : [],
};

const PAYING = pattern('결제|납부|송금|청구(?!서)');
/** Words that only show something, or that claim money from an insurer. */
const SHOWING: readonly RegExp[] = [
  pattern(
    '(?:결제|납부|송금|청구)\\s?(?:내역|영수증|정보|확인|결과|안내|이력|방법|수단|상세|취소|일정|현황|내용|증명|계획|예정|금액|상태|실패|카드)',
  ),
  pattern('(?:보험금|보상|실손|실비|환급금?)\\s?청구'),
  pattern('(?:자동|정기)\\s?결제\\s?(?:해지|관리|변경)'),
];

const payment: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT22',
  what: {
    en: 'A word of payment on a button (결제, 납부, 송금, 청구)',
    ko: '결제, 납부, 송금, 청구처럼 결제를 뜻하는 버튼 이름을 썼습니다',
  },
  help: {
    en: 'Name the button after what it shows, for example 결제 내역 보기, or take the payment on a page behind a login',
    ko: '"결제 내역 보기"처럼 보여 줄 내용을 이름으로 쓰거나, 고객이 로그인한 곳에서 결제하게 하세요.',
  },
  find: ({ template: { buttons = [] }, prose, joined }) => {
    if (!has(joined, PAYING)) return [];
    const names = prose.filter(
      ({ at }) => /^(?:buttons|quickReplies)\[\d+\]\.name$/.test(formatPath(at)) && !isPayment(at, buttons),
    );
    return wordHits(names, PAYING, SHOWING, (found) => ({
      message: say('payment-button', { found }),
    }));
  },
};

/** The purpose of the one-click payment plugin (P3) is a payment. */
function isPayment([list, index]: PlacedText['at'], buttons: readonly { type: string }[]): boolean {
  return list === 'buttons' && typeof index === 'number' && buttons[index]?.type === 'P3';
}

/** A variable whose name says that it is an address. 주소 without more is a postal one. */
const ADDRESS_NAME =
  /링크|url|(?:^|[^a-z])link(?:[^a-z]|$)|(?:웹|접속|사이트|홈페이지|인터넷|페이지)\s?주소|바로\s?가기/iu;
/** An address whose host is written out, up to the next space. */
const ADDRESS = /(https?:\/\/|[a-z0-9-]\.[a-z]{2,}\/)\S*/giu;

const SHORTENED = pattern(
  '(?:https?://)?(?<![\\w.-])(?:bit\\.ly|tinyurl\\.com|goo\\.gl|t\\.co|is\\.gd|han\\.gl|me2\\.do|url\\.kr|vo\\.la|buly\\.kr|c11\\.kr|zrr\\.kr|abit\\.ly|muz\\.so|vvd\\.bz)/[^\\s"\']*',
);

const bareLink: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT23',
  what: {
    en: 'A link that hides where it leads: a variable that is a whole link in a text, for example `▶ #{링크}`, or a shortened link',
    ko: '`▶ #{링크}`처럼 링크 전체를 변수로 썼거나 단축 링크를 썼습니다',
  },
  help: {
    en: 'Use a WL button, or write out the beginning of the address: `https://shop.example.com/#{경로}`',
    ko: 'WL 버튼을 쓰거나, `https://shop.example.com/#{경로}`처럼 주소의 앞부분을 적으세요.',
  },
  find: ({ prose, texts, joined }) => [
    ...prose.flatMap((placed) => wholeLinks(placed)),
    ...(has(joined, SHORTENED)
      ? wordHits(texts, SHORTENED, [], (found) => ({ message: say('short-link', { found }) }))
      : []),
  ],
};

function wholeLinks(placed: SearchedText): Hit[] {
  const named = placed.variables.filter(({ name }) => ADDRESS_NAME.test(name));
  if (named.length === 0) return [];
  const paths = Array.from(placed.text.matchAll(ADDRESS), (found) => ({
    start: found.index + String(found[1]).length,
    end: found.index + found[0].length,
  }));
  const isInPath = within(paths);
  return named
    .filter(({ start }) => !isInPath({ start, end: start }))
    .slice(0, MOST_HITS)
    .map(({ name, ...span }) => ({
      ...pieceOf(placed, span),
      message: say('whole-link', { name: `#{${name}}` }),
    }));
}

/** AT21 to AT23 check the links of a message. */
export const addressRules: readonly TemplateRule[] = [stores, payment, bareLink];
