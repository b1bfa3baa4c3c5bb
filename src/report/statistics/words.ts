import { type StatSpan, written } from '../../account/statistics/days.ts';
import type { DIMENSIONS } from '../../account/statistics/endpoints.ts';
import { filtersOf, type StatQuestion } from '../../account/statistics/question.ts';
import type { Statistics } from '../../account/statistics/read.ts';
import type { ShownStat } from '../../account/statistics/rows.ts';
import { own } from '../../core/json.ts';
import { fill, type Language, type Phrase, type PhraseValues } from '../../core/language.ts';
import { visibleText } from '../../preview/visible.ts';
import { type StatTotals, shareOf } from './totals.ts';

export const statWords = {
  notification: { en: 'notifications', ko: '알림 메시지' },
  brand: { en: 'brand messages', ko: '브랜드 메시지' },
  byDay: { en: 'by day', ko: '일별' },
  byMonth: { en: 'by month', ko: '월별' },
  send: { en: 'Sends of {product}, {by}', ko: '{product} {by} 발송 통계' },
  template: { en: 'Templates of {product}, {by}', ko: '{product} 템플릿 {by} 통계' },
  delivered: { en: 'Delivered', ko: '성공' },
  failed: { en: 'Failed', ko: '실패' },
  unknown: { en: 'Unknown', ko: '결과 미확인' },
  read: { en: 'Read', ko: '열람' },
  clicks: { en: 'Clicks', ko: '클릭' },
  day: { en: 'Day', ko: '날짜' },
  month: { en: 'Month', ko: '월' },
  total: { en: 'Total', ko: '합계' },
  notProvided: { en: 'not provided', ko: '미제공' },
  moveClock: {
    en: "On the emulator, move the clock to see today's numbers. Keep `notiform emulator` running in another terminal: `notiform emulator clock --forward 2d`",
    ko: '에뮬레이터에서는 시각을 앞당기면 오늘의 통계를 볼 수 있습니다. 다른 터미널에서 `notiform emulator`를 실행해 둔 채로 쓰세요: `notiform emulator clock --forward 2d`',
  },
  nothing: { en: 'There are no numbers in this period.', ko: '이 기간에는 집계된 통계가 없습니다.' },
} satisfies Record<string, Phrase>;

/** The dimensions of statistics: in a sentence, and as the English heading of a column. */
export const DIMENSION_WORDS: Readonly<Record<(typeof DIMENSIONS)[number], Phrase & { heading: string }>> = {
  uuid: { en: 'channel', heading: 'CHANNEL', ko: '채널' },
  templateCode: { en: 'template', heading: 'TEMPLATE', ko: '템플릿' },
  groupTagKey: { en: 'tag', heading: 'TAG', ko: '그룹 태그' },
  messageType: { en: 'message type', heading: 'TYPE', ko: '메시지 유형' },
  messageSpec: { en: 'message spec', heading: 'SPEC', ko: '메시지 방식' },
  chatBubbleType: { en: 'bubble', heading: 'BUBBLE', ko: '말풍선 유형' },
  targeting: { en: 'targeting', heading: 'TARGET', ko: '타기팅' },
  friendType: { en: 'friend type', heading: 'FRIEND', ko: '친구 여부' },
  receiveUserType: { en: 'receive user type', heading: 'RECEIVER', ko: '수신자 식별 방식' },
};

const NOTES = {
  notYet: {
    en: '{when}: not there yet. The numbers of a day exist from about 7 a.m. (Korean time) of the next day on.',
    ko: '{when}: 아직 집계되지 않았습니다. 하루의 통계는 다음 날 오전 7시쯤(한국 시각)부터 조회할 수 있습니다.',
  },
  none: {
    en: 'The numbers of a day exist from about 7 a.m. (Korean time) of the next day on.',
    ko: '하루의 통계는 다음 날 오전 7시쯤(한국 시각)부터 조회할 수 있습니다.',
  },
  partialMonth: { en: '{when} has numbers of some of its days only.', ko: '{when}: 일부 날짜만 집계되었습니다.' },
  notProvided: {
    en: 'not provided: {count} {count:row has|rows have} no read and click counts. The service provides them for rows with more than 10 successes, and for sends from 2024-04-01 on.',
    ko: '미제공: {count}개 행에는 열람·클릭 수가 없습니다. 2024-04-01 이후 발송분 중 성공이 10건을 넘는 행에만 제공됩니다.',
  },
  versions: {
    en: 'The numbers of all versions are added up: {codes}. `--template CODE` counts one of them.',
    ko: '모든 버전의 통계를 합산했습니다: {codes}. 버전 하나의 통계는 `--template CODE`로 볼 수 있습니다.',
  },
  withoutInvalid: {
    en: 'The failures of templates are without `invalidFailCount`, which the service provides only for `stats send`.',
    ko: '템플릿별 실패 건수에는 `실패(잘못된 요청)`이 포함되지 않습니다. 서비스는 이 값을 `stats send`에만 제공합니다.',
  },
} satisfies Record<string, Phrase>;

/** The heading of statistics, without their period. */
export function headingOf(question: StatQuestion, language: Language): string {
  const product = fill(statWords[question.product], language);
  const by = fill(question.by === 'day' ? statWords.byDay : statWords.byMonth, language);
  return fill(question.of === 'send' ? statWords.send : statWords.template, language, { product, by });
}

/** `2026-11-01 – 2026-11-20`, or one day. */
function spanText({ from, to }: StatSpan): string {
  return from === to ? written(from) : `${written(from)} – ${written(to)}`;
}

/** The period and the filters of statistics: a heading without them would promise all messages. */
export function scopeOf(question: StatQuestion, language: Language): string {
  const filters = Object.entries(filtersOf(question)).map(([name, value]) => {
    return visibleText(`${own(DIMENSION_WORDS, name)?.[language] ?? name} ${value}`);
  });
  return [spanText(question.span), ...filters].join(', ');
}

/** What a reader must know about the numbers. */
export function notesOf({ question, rows, notYet, partialMonth }: Statistics, language: Language): string[] {
  const { laterCodes = [] } = question;
  const notProvided = rows.filter(isUnprovided).length;
  const codes = [question.templateCode, ...laterCodes].join(', ');
  const notes: [boolean, Phrase, PhraseValues?][] = [
    [notYet === null && rows.length === 0, NOTES.none],
    [notYet !== null, NOTES.notYet, { when: notYet ? spanText(notYet) : '' }],
    [partialMonth !== null, NOTES.partialMonth, { when: written(partialMonth ?? '') }],
    [notProvided > 0, NOTES.notProvided, { count: notProvided }],
    [laterCodes.length > 0, NOTES.versions, { codes }],
    [question.of === 'template' && rows.length > 0, NOTES.withoutInvalid],
  ];
  return notes.flatMap(([isSo, phrase, values]) => (isSo ? [fill(phrase, language, values)] : []));
}

/** True if a count of reads or clicks is null, or the reads are not in the row at all. */
function isUnprovided(row: ShownStat): boolean {
  const counts = Object.entries(row).filter(([name]) => /^readCount$|ClickCount$/.test(name));
  return counts.some(([, value]) => value === null) || row['readCount'] === undefined;
}

/** `Total: 100 delivered, 5 failed, 50 of 100 read (50.0%)` */
export function totalText({ delivered, failed, unknown, read, clicks }: StatTotals, language: Language): string {
  const say = (phrase: Phrase, number: number): string => fill(phrase, language, { number });
  const ofAll = read && fill(TOTALS.read, language, { read: read.count, all: read.of });
  const parts = [
    say(TOTALS.delivered, delivered),
    say(TOTALS.failed, failed),
    ...(unknown === 0 ? [] : [say(TOTALS.unknown, unknown)]),
    ...(read ? [`${ofAll}${read.of === 0 ? '' : ` (${shareOf(read)})`}`] : []),
    ...(clicks ? [say(TOTALS.clicks, clicks.count)] : []),
  ];
  return `${fill(statWords.total, language)}: ${parts.join(', ')}`;
}

const TOTALS = {
  delivered: { en: '{number} delivered', ko: '성공 {number}건' },
  failed: { en: '{number} failed', ko: '실패 {number}건' },
  unknown: { en: '{number} unknown', ko: '결과 미확인 {number}건' },
  read: { en: '{read} of {all} read', ko: '{all}건 중 열람 {read}건' },
  clicks: { en: '{number} clicks', ko: '클릭 {number}회' },
} satisfies Record<string, Phrase>;
