import {
  FILTER_VALUES,
  type Product,
  type StatFilters,
  type StatQuestion,
  spanOf,
} from '../account/statistics/question.ts';
import type { TableFormat } from '../report/terminal/data-table.ts';
import { dayText } from './options.ts';

/** The options of `stats send` and `stats template`, as commander parsed them. */
export interface PeriodOptions {
  product: Product;
  by: 'day' | 'month';
  profile?: string[];
  format?: TableFormat;
  template?: string;
  tag?: string;
  from?: string;
  to?: string;
  messageType?: string;
  messageSpec?: string;
  bubble?: string;
  targeting?: string;
  friendType?: string;
  receiveUserType?: string;
}

/** The question of `stats send` and `stats template` at a moment. Throws a usage error. */
export function periodQuestion(now: number, of: 'send' | 'template', options: PeriodOptions): StatQuestion {
  const { product, by, from, to, bubble, template, tag, ...given } = options;
  const values: Readonly<Record<string, unknown>> = { ...given, chatBubbleType: bubble };
  const filters = Object.fromEntries(
    Object.keys(FILTER_VALUES).flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  ) as StatFilters; // the names of filters
  const day = (text: string | undefined): string | undefined =>
    text === undefined || by === 'month' ? text : dayText(text, now);
  const span = spanOf({ from: day(from), to: day(to) }, of, by, now);
  const chosen = {
    ...(template === undefined ? {} : { templateCode: template }),
    ...(tag === undefined ? {} : { groupTagKey: tag }),
  };
  return { of, product, by, span, filters, ...chosen };
}
