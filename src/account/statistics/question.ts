import { usageError } from '../../core/problem.ts';
import { BRAND_BUBBLES } from '../../preview/bubble.ts';
import { dayOf, lastDayAt, later, lengthOf, parseUnit, type StatSpan, type StatUnit } from './days.ts';

export const PRODUCTS = ['notification', 'brand'] as const;
export type Product = (typeof PRODUCTS)[number];

/** The filters of daily and monthly statistics by their field, with the allowed values (resource API 4.9). */
export const FILTER_VALUES = {
  messageType: ['AT', 'AI'],
  receiveUserType: ['PhoneNumber', 'AppUserId', 'UserKey', 'None'],
  messageSpec: ['BASIC', 'FREESTYLE'],
  chatBubbleType: BRAND_BUBBLES,
  targeting: ['M', 'N', 'O', 'I', 'F'],
  friendType: ['F', 'N'],
} as const;

export type StatFilters = { [name in keyof typeof FILTER_VALUES]?: string };

/** The filters of one product only, with their flags (assumption 368). */
const ONLY: Readonly<Record<Product, Readonly<Record<string, string>>>> = {
  notification: { messageType: '--message-type' },
  brand: {
    messageSpec: '--message-spec',
    chatBubbleType: '--bubble',
    targeting: '--targeting',
    friendType: '--friend-type',
    groupTagKey: '--tag',
  },
};

/** Daily or monthly numbers of a period. */
export interface StatQuestion {
  of: 'send' | 'template';
  product: Product;
  by: StatUnit;
  span: StatSpan;
  filters: StatFilters;
  templateCode?: string;
  /** The codes of the template's later versions. Their rows are added to the rows of `templateCode`. */
  laterCodes?: readonly string[];
  groupTagKey?: string;
}

/** The longest period of one request (resource API 8). */
export const MOST_UNITS = { send: { day: 93, month: 12 }, template: { day: 93, month: 3 } } as const;

/** Longer periods are typing mistakes. */
const MOST_YEARS = 10;

interface GivenPeriod {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Reads the flags of a period. The default is the last 30 days, 12 months (`send`) or 3 months (`template`). The order of both ends
 * is not checked: `today` depends on the clock of the service.
 */
export function spanOf({ from, to }: GivenPeriod, of: 'send' | 'template', by: StatUnit, now: number): StatSpan {
  const lastUnit = by === 'day' ? lastDayAt(now) : dayOf(now).slice(0, 6);
  const begin = from === undefined ? undefined : read('--from', from, by);
  // A period that begins after the last numbers is asked for as it is: the answer is that it has none yet.
  const usualEnd = begin !== undefined && begin > lastUnit ? begin : lastUnit;
  const end = to === undefined ? usualEnd : read('--to', to, by);
  const usual = by === 'day' ? 30 : MOST_UNITS[of].month;
  return { from: begin ?? later(end, 1 - usual, by), to: end };
}

/** Checks the order and the length of a period. Throws a usage error. */
export function checkSpan(question: StatQuestion): void {
  const { span, by } = question;
  if (span.from > span.to) throw usageError('--from is after --to', 'Exchange them: --from is the begin of the period');
  const most = MOST_YEARS * (by === 'day' ? 366 : 12);
  if (lengthOf(span, by) > most)
    throw usageError(
      `The period has ${lengthOf(span, by)} ${by}s`,
      `Ask for ${MOST_YEARS} years or less. Check the years`,
    );
}

function read(flag: string, text: string, unit: StatUnit): string {
  const found = parseUnit(text, unit);
  if (found !== undefined) return found;
  const day = 'Write a day as 2026-11-01, today, yesterday or 7d, or pass `--by month`';
  const meant = unit === 'day' ? day : 'Write a month as 2026-11';
  throw usageError(`${flag} is \`${text}\`, which is not a ${unit}`, meant);
}

/** Checks the rules of the service that need no call. Throws a usage error. */
export function checkStatQuestion(question: StatQuestion): void {
  const { product, templateCode, groupTagKey } = question;
  // The service takes an empty member for a missing one, and would answer the numbers of every template.
  for (const [flag, value] of Object.entries({ '--template': templateCode, '--tag': groupTagKey }))
    if (value === '') throw usageError(`${flag} is empty`, 'Write a value, or leave it out');
  const filters: Readonly<Record<string, unknown>> = { ...question.filters, groupTagKey };
  const other = product === 'brand' ? 'notification' : 'brand';
  for (const [name, flag] of Object.entries(ONLY[other]))
    if (filters[name] !== undefined)
      throw usageError(`${flag} is for ${NOUN[other]} only`, `Leave it out, or pass \`--product ${other}\``);
}

/** The filters of a question and their values, with the names of the service. */
export function filtersOf(question: StatQuestion): Record<string, string> {
  const { templateCode, groupTagKey } = question;
  return {
    ...question.filters,
    ...(templateCode === undefined ? {} : { templateCode }),
    ...(groupTagKey === undefined ? {} : { groupTagKey }),
  };
}

const NOUN: Readonly<Record<Product, string>> = { notification: 'notifications', brand: 'brand messages' };
