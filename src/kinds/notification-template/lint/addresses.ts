import { formatPath } from '../../../core/path.ts';
import type { PlacedText } from '../../fields.ts';
import type { Hit } from '../../lint/rule.ts';
import { MOST_HITS, pattern, pieceOf, type SearchedText, within, wordHits } from '../../lint/search.ts';
import type { TemplateReading } from './reading.ts';
import { say } from './sentences.ts';

const STORE = pattern(
  '(?:https?://)?(?:play\\.google\\.com/store|market://|apps\\.apple\\.com|itunes\\.apple\\.com|itms-apps?://|itms-appss://|onesto\\.re|onestore\\.co\\.kr|galaxy\\.store|apps\\.samsung\\.com|galaxystore\\.samsung\\.com)[^\\s"\']*',
);

/** AT21 finds links to app stores. */
export function stores({ texts, joined }: TemplateReading): Hit[] {
  return wordHits({ texts, joined }, STORE, [], (found) => ({ message: say('store-link', { found }) }));
}

const PAYING = pattern('결제|납부|송금|청구(?!서)');
/** Words that only show something, or that claim money from an insurer. */
const SHOWING: readonly RegExp[] = [
  pattern(
    '(?:결제|납부|송금|청구)\\s?(?:내역|영수증|정보|확인|결과|안내|이력|방법|수단|상세|취소|일정|현황|내용|증명|계획|예정|금액|상태|실패|카드)',
  ),
  pattern('(?:보험금|보상|실손|실비|환급금?)\\s?청구'),
  pattern('(?:자동|정기)\\s?결제\\s?(?:해지|관리|변경)'),
];

export function payment({ template: { buttons = [] }, prose, joined }: TemplateReading): Hit[] {
  const names = prose.filter(
    ({ at }) => /^(?:buttons|quickReplies)\[\d+\]\.name$/.test(formatPath(at)) && !isPayment(at, buttons),
  );
  return wordHits({ texts: names, joined }, PAYING, SHOWING, (found) => ({
    message: say('payment-button', { found }),
  }));
}

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

export function unclearLinks({ prose, texts, joined }: TemplateReading): Hit[] {
  return [
    ...prose.flatMap((placed) => wholeLinks(placed)),
    ...wordHits({ texts, joined }, SHORTENED, [], (found) => ({ message: say('short-link', { found }) })),
  ];
}

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
