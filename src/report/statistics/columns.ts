import { DIMENSIONS } from '../../account/statistics/endpoints.ts';
import type { StatQuestion } from '../../account/statistics/question.ts';
import type { Statistics } from '../../account/statistics/read.ts';
import type { ShownStat } from '../../account/statistics/rows.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { cellText, type DataColumn } from '../data-table.ts';
import { clicksOf, numberOf, shareOf } from './totals.ts';

const OF_BRAND = ['messageSpec', 'chatBubbleType', 'targeting', 'friendType', 'receiveUserType'];
const OF_NOTIFICATION = ['messageType', 'receiveUserType'];

/** The columns of CSV: every member that rows of this question may have, so that a file has the same columns each day. */
export function csvColumns(question: StatQuestion): DataColumn[] {
  const isBrand = question.product === 'brand';
  const ofTemplates = question.of === 'template' || (question.of === 'direct' && isOfTemplate(question));
  const hasReads = question.of !== 'direct' || question.what === 'read';
  const hasClicks = question.of !== 'direct' ? isBrand || ofTemplates : question.what === 'click';
  const image = ofTemplates ? 'imageClickCount' : 'thumbnailClickCount';
  const clicks = isBrand
    ? [image, 'listClickCount', 'buttonClickCount', 'etcClickCount']
    : ['qrClickCount', 'buttonClickCount', 'etcClickCount'];
  const keys = [
    'profile',
    question.of !== 'direct' && question.by === 'month' ? 'month' : 'date',
    ...(question.of === 'direct' ? ['mode'] : []),
    ...(ofTemplates ? ['templateCode', ...(isBrand ? ['groupTagKey'] : [])] : ['uuid']),
    ...(isBrand ? OF_BRAND : OF_NOTIFICATION),
    'successCount',
    'chargedSuccessCount',
    'freeContractSuccessCount',
    ...(isBrand ? [] : ['freeTemplateSuccessCount', 'unknownRequestCount']),
    'validFailCount',
    ...(ofTemplates ? [] : ['invalidFailCount']),
    ...(hasReads ? ['readCount'] : []),
    ...(hasClicks ? (question.of === 'direct' && ofTemplates ? ['clickInfo'] : clicks) : []),
  ];
  return keys.map((key) => ({ key, title: key }));
}

function isOfTemplate({ templateCode, groupTagKey }: { templateCode?: string; groupTagKey?: string }): boolean {
  return (templateCode ?? groupTagKey) !== undefined;
}

/** The words for numbers that a table cannot show. */
export interface Absent {
  notProvided: string;
  notYet: string;
}

const TITLES: Readonly<Record<(typeof DIMENSIONS)[number], string>> = {
  uuid: 'CHANNEL',
  templateCode: 'TEMPLATE',
  groupTagKey: 'TAG',
  messageType: 'TYPE',
  messageSpec: 'SPEC',
  chatBubbleType: 'BUBBLE',
  targeting: 'TARGET',
  friendType: 'FRIEND',
  receiveUserType: 'RECEIVER',
};

/** The columns of a table for people: the dimensions in which rows differ, and the numbers added up. */
export function tableColumns({ question, rows, elapsedNotYet }: Statistics, absent: Absent): DataColumn[] {
  const isDirect = question.of === 'direct';
  const named = DIMENSIONS.filter((name) => name === 'templateCode' || name === 'messageType' || varies(rows, name));
  const dimensions = named.filter((name) => rows.some((row) => typeof row[name] === 'string'));
  const number = (title: string, key: string, show: (row: ShownStat) => Json | undefined): DataColumn => ({
    key,
    title,
    right: true,
    show: (_value, _style, row) => shownNumber(show(row as ShownStat), absent), // a row of these statistics
  });
  const hasUnknown = rows.some((row) => (row['unknownRequestCount'] ?? 0) !== 0);
  const hasReads = isDirect ? question.what === 'read' : true;
  const hasClicks = isDirect ? question.what === 'click' : rows.some((row) => clicksOf(row) !== undefined);
  // Without an elapsed day no row has a count.
  const noneYet = isDirect && question.what !== 'send' && elapsedNotYet.length === question.elapsed.length;
  return [
    ...(varies(rows, 'profile') ? [{ key: 'profile', title: 'PROFILE', whole: true }] : []),
    ...(isDirect
      ? []
      : [
          {
            key: question.by === 'day' ? 'date' : 'month',
            title: question.by.toUpperCase(),
            whole: true,
            show: dashed,
          },
        ]),
    ...dimensions.map((key) => ({ key, title: TITLES[key], whole: key === 'templateCode' })),
    number('DELIVERED', 'successCount', (row) => row['successCount'] ?? null),
    number('FAILED', 'validFailCount', (row) => numberOf(row['validFailCount']) + numberOf(row['invalidFailCount'])),
    ...(hasUnknown ? [number('UNKNOWN', 'unknownRequestCount', (row) => row['unknownRequestCount'] ?? 0)] : []),
    ...(hasReads ? [number('READ', 'readCount', (row) => (noneYet ? undefined : (row['readCount'] ?? null)))] : []),
    ...(hasReads && !noneYet ? [number('RATE', 'readShare', rateOf)] : []),
    ...(hasClicks ? [number('CLICKS', 'clicks', (row) => (noneYet ? undefined : (clicksOf(row) ?? null)))] : []),
    ...PLACES.filter(({ key }) => rows.some((row) => placesOf(row, key) !== '')).map(placeColumn),
  ];
}

function varies(rows: readonly ShownStat[], name: string): boolean {
  return new Set(rows.map((row) => row[name] ?? null)).size > 1;
}

function rateOf(row: ShownStat): string {
  const [read, of] = [row['readCount'], row['successCount']];
  return typeof read === 'number' && typeof of === 'number' ? shareOf({ count: read, of }) : '';
}

function shownNumber(value: Json | undefined, { notProvided, notYet }: Absent): string {
  if (value === undefined) return notYet;
  if (value === null) return notProvided;
  return typeof value === 'number' ? value.toLocaleString('en') : cellText(value);
}

function dashed(value: Json): string {
  return cellText(value).replace(/^(\d{4})(\d\d)(\d\d)?$/, (_all, year, month, day) =>
    [year, month, day].filter((part) => part !== undefined).join('-'),
  );
}

/** The places of clicks in a direct look-up of a template. */
const PLACES = [
  { title: 'BUTTONS', key: 'buttonOrders' },
  { title: 'TYPES', key: 'buttonType' },
  { title: 'REPLIES', key: 'qrType' },
  { title: 'IMAGES', key: 'imageOrders' },
  { title: 'LIST', key: 'listOrders' },
] as const;

function placeColumn({ title, key }: (typeof PLACES)[number]): DataColumn {
  return {
    key,
    title,
    show: (_value, _style, row) => placesOf(row, key),
  };
}

function placesOf({ clickInfo }: JsonObject, key: string): string {
  return isObject(clickInfo) ? placesText(clickInfo[key]) : '';
}

/** `1: 5, 3: 2` */
function placesText(value: Json | undefined): string {
  const entries = Array.isArray(value)
    ? value.map((clicks, index): [string, Json] => [String(index + 1), clicks])
    : Object.entries(isObject(value) ? value : {});
  return entries
    .filter(([, clicks]) => clicks !== 0 && clicks !== null)
    .map(([place, clicks]) => `${place}: ${cellText(clicks)}`)
    .join(', ');
}
