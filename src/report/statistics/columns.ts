import { DIMENSIONS } from '../../account/statistics/endpoints.ts';
import type { StatQuestion } from '../../account/statistics/question.ts';
import type { Statistics } from '../../account/statistics/read.ts';
import type { ShownStat } from '../../account/statistics/rows.ts';
import { type Json, own } from '../../core/json.ts';
import { fill, grouped, type Language, type Phrase } from '../../core/language.ts';
import type { Style } from '../style.ts';
import { cellText, type DataColumn, dataTableText, drawDataTable, type TableFormat } from '../terminal/data-table.ts';
import { render, wrapHanging } from '../terminal/line.ts';
import { span } from '../text.ts';
import { clicksOf, numberOf, shareOf, totalsOf } from './totals.ts';
import { DIMENSION_WORDS, headingOf, notesOf, scopeOf, statWords, totalText } from './words.ts';

/** Draws statistics as a table with a total, or as CSV. */
export function statisticsText(statistics: Statistics, format: TableFormat, style: Style): string {
  const { question, rows } = statistics;
  const { language = 'en' } = style;
  if (format !== 'table') return dataTableText({ columns: csvColumns(question), rows }, format, style);
  const heading = [span(headingOf(question, language), 'bold'), span(`, ${scopeOf(question, language)}`)];
  const notes = notesOf(statistics, language).flatMap((note) => wrapHanging([span(note, 'yellow')], style.width, 2));
  const body =
    rows.length === 0
      ? `${statWords.nothing[language]}\n`
      : drawDataTable({ columns: tableColumns(statistics, language), rows }, style);
  const total = rows.length === 0 ? [] : wrapHanging([span(totalText(totalsOf(rows), language))], style.width, 2);
  return [
    render([heading], style),
    '\n',
    body,
    total.length === 0 ? '' : `\n${render(total, style)}`,
    notes.length === 0 ? '' : `\n${render(notes, style)}`,
  ].join('');
}

const OF_BRAND = ['messageSpec', 'chatBubbleType', 'targeting', 'friendType', 'receiveUserType'];
const OF_NOTIFICATION = ['messageType', 'receiveUserType'];

/** The columns of CSV: every member that rows of this question may have, so that a file has the same columns each day. */
function csvColumns(question: StatQuestion): DataColumn[] {
  const isBrand = question.product === 'brand';
  const ofTemplates = question.of === 'template';
  const image = ofTemplates ? 'imageClickCount' : 'thumbnailClickCount';
  const clicks = isBrand
    ? [image, 'listClickCount', 'buttonClickCount', 'etcClickCount']
    : ['qrClickCount', 'buttonClickCount', 'etcClickCount'];
  const keys = [
    'profile',
    question.by === 'month' ? 'month' : 'date',
    ...(ofTemplates ? ['templateCode', ...(isBrand ? ['groupTagKey'] : [])] : ['uuid']),
    ...(isBrand ? OF_BRAND : OF_NOTIFICATION),
    'successCount',
    'chargedSuccessCount',
    'freeContractSuccessCount',
    ...(isBrand ? [] : ['freeTemplateSuccessCount', 'unknownRequestCount']),
    'validFailCount',
    ...(ofTemplates ? [] : ['invalidFailCount']),
    'readCount',
    ...(isBrand || ofTemplates ? clicks : []),
  ];
  return keys.map((key) => ({ key, title: key }));
}

const PROFILE: Phrase = { en: 'Profile', ko: '발신 프로필' };
const RATE: Phrase = { en: 'Rate', ko: '열람률' };

/** The heading of a column. */
function columnTitle({ en, ko }: Phrase, language: Language): string {
  return language === 'en' ? en.toUpperCase() : ko;
}

/** Korean names of the values of dimensions. A value without a name is the word of the service. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  messageType: { AT: '알림 메시지(AT)', AI: '알림 메시지 이미지형(AI)' },
  messageSpec: { BASIC: '기본형(BASIC)', FREESTYLE: '자유형(FREESTYLE)' },
  friendType: { F: '친구(F)', N: '친구 아님(N)' },
  receiveUserType: { PhoneNumber: '전화번호', AppUserId: '앱 사용자 ID', UserKey: '사용자 키', None: '없음' },
};

/** A value of a row for a reader: a day with hyphens, a value of a dimension by its name. */
function valueText(key: string, value: Json, language: Language): string {
  const text = cellText(value);
  if (key === 'date' || key === 'month') return dashed(text);
  return (language === 'ko' ? own(VALUES[key] ?? {}, text) : undefined) ?? text;
}

/** The columns of a table for people: the dimensions in which rows differ, and the numbers added up. */
function tableColumns({ question, rows }: Statistics, language: Language): DataColumn[] {
  const named = DIMENSIONS.filter((name) => name === 'templateCode' || name === 'messageType' || varies(rows, name));
  const dimensions = named.filter((name) => rows.some((row) => typeof row[name] === 'string'));
  const number = (title: Phrase, key: string, show: (row: ShownStat) => Json): DataColumn => ({
    key,
    title: columnTitle(title, language),
    right: true,
    show: (_value, _style, row) => shownNumber(show(row as ShownStat), language), // a row of these statistics
  });
  const hasUnknown = rows.some((row) => (row['unknownRequestCount'] ?? 0) !== 0);
  const hasClicks = rows.some((row) => clicksOf(row) !== undefined);
  return [
    ...(varies(rows, 'profile') ? [{ key: 'profile', title: columnTitle(PROFILE, language), whole: true }] : []),
    {
      key: question.by === 'month' ? 'month' : 'date',
      title: columnTitle(statWords[question.by], language),
      whole: true,
      show: (value: Json) => dashed(cellText(value)),
    },
    ...dimensions.map((key) => ({
      key,
      title: language === 'en' ? DIMENSION_WORDS[key].heading : DIMENSION_WORDS[key].ko,
      whole: key === 'templateCode',
      show: (value: Json) => valueText(key, value, language),
    })),
    number(statWords.delivered, 'successCount', (row) => row['successCount'] ?? null),
    number(statWords.failed, 'validFailCount', failedOf),
    ...(hasUnknown ? [number(statWords.unknown, 'unknownRequestCount', (row) => row['unknownRequestCount'] ?? 0)] : []),
    number(statWords.read, 'readCount', (row) => row['readCount'] ?? null),
    number(RATE, 'readShare', rateOf),
    ...(hasClicks ? [number(statWords.clicks, 'clicks', (row) => clicksOf(row) ?? null)] : []),
  ];
}

function varies(rows: readonly ShownStat[], name: string): boolean {
  return new Set(rows.map((row) => row[name] ?? null)).size > 1;
}

function failedOf(row: ShownStat): number {
  return numberOf(row['validFailCount']) + numberOf(row['invalidFailCount']);
}

function rateOf(row: ShownStat): string {
  const [read, of] = [row['readCount'], row['successCount']];
  return typeof read === 'number' && typeof of === 'number' ? shareOf({ count: read, of }) : '';
}

function shownNumber(value: Json, language: Language): string {
  if (value === null) return fill(statWords.notProvided, language);
  return typeof value === 'number' ? grouped(value) : cellText(value);
}

function dashed(text: string): string {
  return text.replace(/^(\d{4})(\d\d)(\d\d)?$/, (_all, year, month, day) =>
    [year, month, day].filter((part) => part !== undefined).join('-'),
  );
}
