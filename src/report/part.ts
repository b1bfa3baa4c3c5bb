import type { Address } from '../core/address.ts';
import type { Place, Problem } from '../core/problem.ts';
import type { Comment } from '../core/resource.ts';
import { type DrawnLine, indent, lineWidth, type Span, span, whole, wrapHanging } from './line.ts';
import { drawProblem } from './problems.ts';
import type { Style, Tone } from './style.ts';
import { drawText } from './text-block.ts';
import { serviceTime } from './time.ts';

/** Parts that several drawings share. */

/** An address, its id standing out. */
export function addressSpans(address: Address): Span[] {
  const cut = address.lastIndexOf('/') + 1;
  return [span(address.slice(0, cut)), span(address.slice(cut), 'bold')];
}

/** `manifests/shop.yaml:12` */
export function sourceSpan(source: Pick<Place, 'file' | 'line'> | null): Span[] {
  return source === null ? [] : [span(`${source.file}:${source.line}`, 'dim')];
}

/** A title with what belongs to it two columns to its right, or on a row of its own where that does not fit. */
export function titled(title: DrawnLine, aside: DrawnLine, width: number, hang: number): DrawnLine[] {
  if (aside.length === 0) return wrapHanging(title, width, hang);
  const together = [...title, span('  '), ...aside];
  if (lineWidth(together) <= width) return [together];
  return [...wrapHanging(title, width, hang), ...wrapped(aside, width, hang)];
}

/** A line in rows of `width` columns, all of them indented, and two columns more where it goes on. */
export function wrapped(line: DrawnLine, width: number, by: number): DrawnLine[] {
  return wrapHanging(line, Math.max(16, width - by), 2).map((row) => indent(row, by));
}

/** `Done: 1 created, 2 updated.`, broken between its parts alone. */
export function listed(lead: string, parts: readonly string[], ...tones: readonly Tone[]): DrawnLine {
  return [
    span(lead, ...tones),
    ...parts.flatMap((part, index): Span[] => [
      whole(`${part}${index === parts.length - 1 ? '.' : ','}`, ...tones),
      span(' ', ...tones),
    ]),
  ];
}

/** A section's heading, with what it is about. */
export function section(title: string, about: string): DrawnLine {
  return [span(title, 'bold'), span(about === '' ? '' : `  ${about}`, 'dim')];
}

/** The words that end a round of an inspection. */
const VERDICTS: readonly string[] = ['APR', 'REJ'];

/**
 * What of the comments is about how a resource stands now: where it is rejected what was said from its last request on, where
 * it is in inspection what was said since the verdict before. What was said of a text that was approved since is history
 * (assumption 260).
 */
export function presentComments(comments: readonly Comment[], state: string): readonly Comment[] {
  const isVerdict = ({ status }: Comment): boolean => VERDICTS.includes(status);
  const last = comments.findLastIndex(isVerdict);
  if (state === 'REQ') return comments.slice(last + 1);
  if (state !== 'REJ') return [];
  return comments.slice(comments.slice(0, Math.max(0, last)).findLastIndex(isVerdict) + 1);
}

/** What people said about a resource, each with who and when, oldest first. Empty ones say nothing. */
export function drawComments(comments: readonly Comment[], style: Style, by: number): DrawnLine[] {
  return comments
    .filter(({ content }) => content.trim() !== '')
    .flatMap(({ content, createdAt, status, userName }) => [
      indent(
        [span([userName, status, serviceTime(createdAt, style)].filter((part) => part !== '').join(' · '), 'dim')],
        by,
      ),
      ...drawText(content, style.width - by - 2).map((row) => indent(row, by + 2)),
    ]);
}

/** Problems inside another drawing: the code frames are left to the list of problems at a run's end. */
export function drawProblemsIn(problems: readonly Problem[], style: Style, by: number): DrawnLine[] {
  const inner = { ...style, width: style.width - by };
  return problems.flatMap((problem) => drawProblem(problem, new Map(), inner)).map((row) => indent(row, by));
}
