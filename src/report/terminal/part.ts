import type { Address } from '../../core/address.ts';
import { groupBy } from '../../core/grouping.ts';
import type { Place, Problem } from '../../core/problem.ts';
import type { Comment } from '../../core/resource.ts';
import { serviceTime } from '../../core/zone.ts';
import { withNaming } from '../command.ts';
import { DIALOGUE_WORDS } from '../dialogue.ts';
import { drawProblem } from '../problems.ts';
import type { Style, Tone } from '../style.ts';
import { type Mark, waitsWord } from '../words.ts';
import {
  type DrawnLine,
  indent,
  indented,
  lineWidth,
  type Span,
  sentenceSpans,
  span,
  whole,
  wrapHanging,
} from './line.ts';
import { drawText } from './text-block.ts';

/** An address with its id in bold. */
export function addressSpans(address: Address): Span[] {
  const cut = address.lastIndexOf('/') + 1;
  return [span(address.slice(0, cut)), span(address.slice(cut), 'bold')];
}

/** `manifests/shop.yaml:12` */
export function sourceSpan(source: Pick<Place, 'file' | 'line'> | null): Span[] {
  return source === null ? [] : [span(`${source.file}:${source.line}`, 'dim')];
}

type Width = Pick<Style, 'width'>;

/** A title with its aside two columns to the right, or in rows below if it does not fit. */
export function titled(title: DrawnLine, aside: DrawnLine, style: Width, hang: number): DrawnLine[] {
  const together = [...title, span('  '), ...aside];
  if (aside.length > 0 && lineWidth(together) <= style.width) return [together];
  const below = aside.length === 0 ? [] : wrapped(aside, style, hang);
  return [...wrapHanging(title, style.width, hang), ...below];
}

/** `✗ NotificationTemplate/shop/order  aside`, in rows of `width` columns that are indented. */
export function marked(mark: Mark, address: Address, aside: DrawnLine, { width }: Width, by = 0): DrawnLine[] {
  return indented(titled([markSpan(mark), ...addressSpans(address)], aside, { width: width - by }, 2), by);
}

export function markSpan({ symbol, tone }: Mark): Span {
  return span(`${symbol} `, tone, 'bold');
}

/** A line in indented rows of `width` columns; rows after the first are indented by two more. */
export function wrapped(line: DrawnLine, { width }: Width, by = 0): DrawnLine[] {
  return indented(wrapHanging(line, Math.max(16, width - by), 2), by);
}

/** A warning in indented rows. */
export function warned(line: DrawnLine, style: Style, by = 0): DrawnLine[] {
  return wrapped([span('! ', 'yellow', 'bold'), ...line], style, by);
}

/** `Done: 1 created, 2 updated.`, broken only between its parts. */
export function listed(lead: string, parts: readonly string[], ...tones: readonly Tone[]): DrawnLine {
  return [
    span(lead, ...tones),
    ...parts.flatMap((part, index): Span[] => [
      whole(`${part}${index === parts.length - 1 ? '.' : ','}`, ...tones),
      span(' ', ...tones),
    ]),
  ];
}

/** A section's heading with a remark. */
export function section(title: string, about = ''): DrawnLine {
  return [span(title, 'bold'), span(about === '' ? '' : `  ${about}`, 'dim')];
}

/** `→ to take over the live content: notiform import order-paid --update` */
export function drawTakeOver(command: string | undefined, style: Style, by: number): DrawnLine[] {
  if (command === undefined) return [];
  const way = sentenceSpans(withNaming(`\`${command}\``, style.naming), 'cyan');
  return wrapped([span('→ to take over the live content: '), ...way], style, by);
}

/** Our comment for the next inspection. */
export function drawAnswer(answer: string | undefined, style: Style, by: number): DrawnLine[] {
  if (answer === undefined) return [];
  return quoted(DIALOGUE_WORDS.answer.en, answer, style, by);
}

function quoted(lead: string, text: string, style: Style, by: number): DrawnLine[] {
  const block = drawText(text, style.width - by - 2);
  return [indent([span(lead, 'dim')], by), ...indented(block, by + 2)];
}

/** Comments with their author and time, oldest first. Empty ones are left out. */
export function drawComments(comments: readonly Comment[], style: Style, by: number): DrawnLine[] {
  return comments
    .filter(({ content }) => content.trim() !== '')
    .flatMap(({ content, createdAt, status, userName }) => {
      const about = [userName, status, serviceTime(createdAt, style)].filter((part) => part !== '');
      return quoted(about.join(' · '), content, style, by);
    });
}

/** A section of problems; no row if there is none. */
export function problemSection(problems: readonly Problem[], style: Style): DrawnLine[] {
  if (problems.length === 0) return [];
  return [section('Problems'), ...drawProblemsIn(problems, style, 2)];
}

/** Problems inside another drawing, without code frames. */
export function drawProblemsIn(problems: readonly Problem[], style: Style, by: number): DrawnLine[] {
  const inner = { ...style, width: style.width - by };
  return problems.flatMap((problem) => indented(drawProblem(problem, inner), by));
}

/** From this many on, similar items are folded. */
const FOLD_FROM = 6;
const SHOWN_WHEN_FOLDED = 3;

/** Similar items: the ones to show, and the number of the others. */
interface Folded<T> {
  key: string;
  shown: readonly T[];
  rest: number;
}

/**
 * Groups items by their key, in the order of their first items. Of a group of six or more only three are shown.
 * @param whole true shows all of them
 */
export function foldSimilar<T>(items: readonly T[], keyOf: (item: T) => string, whole: boolean): Folded<T>[] {
  return Array.from(groupBy(items, keyOf), ([key, group]) => {
    const shown = whole || group.length < FOLD_FROM ? group : group.slice(0, SHOWN_WHEN_FOLDED);
    return { key, shown, rest: group.length - shown.length };
  });
}

/** `… and 57 more wait for a verdict`; nothing if there are no more. */
export function moreWaiting(count: number, waitsFor: string, address?: string): DrawnLine[] {
  if (count === 0) return [];
  const decision = waitsWord(waitsFor);
  const what = address === undefined ? `wait for ${decision}` : `after ${address}, which waits for ${decision}`;
  return [[span(`… and ${count} more ${what}`, 'dim')]];
}
