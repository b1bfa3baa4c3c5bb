import type { Address } from '../core/address.ts';
import type { Place, Problem } from '../core/problem.ts';
import type { Comment } from '../core/resource.ts';
import { indent, type Line, lineWidth, type Span, span, wrap, wrapHanging } from './line.ts';
import type { Tone } from './style.ts';
import { drawText } from './text-block.ts';

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
export function titled(title: Line, aside: Line, width: number, hang: number): Line[] {
  if (aside.length === 0) return wrapHanging(title, width, hang);
  const together = [...title, span('  '), ...aside];
  if (lineWidth(together) <= width) return [together];
  return [...wrapHanging(title, width, hang), ...wrapped(aside, width, hang)];
}

/** A line in rows of `width` columns, all of them indented. */
export function wrapped(line: Line, width: number, by: number): Line[] {
  return wrap(line, Math.max(16, width - by)).map((row) => indent(row, by));
}

/** A section's heading, with what it is about. */
export function section(title: string, about: string): Line {
  return [span(title, 'bold'), span(about === '' ? '' : `  ${about}`, 'dim')];
}

/** What people said about a resource, each with who and when, oldest first. Empty ones say nothing. */
export function drawComments(comments: readonly Comment[], width: number, by: number): Line[] {
  return comments
    .filter(({ content }) => content.trim() !== '')
    .flatMap(({ content, createdAt, status, userName }) => [
      indent([span([userName, status, createdAt].filter((part) => part !== '').join(' · '), 'dim')], by),
      ...drawText(content, width - by - 2).map((row) => indent(row, by + 2)),
    ]);
}

/** A problem in short: severity and code, what and where, the service's words, what to do. */
export function drawProblem(problem: Problem, width: number, by: number): Line[] {
  const { severity, code, message, place, address, service, hint } = problem;
  const tone: Tone = severity === 'error' ? 'red' : 'yellow';
  const where = place ? `${place.file}:${place.line}:${place.column}` : (address ?? '');
  return [
    ...titled([span(severity, tone, 'bold'), span(` ${code}`, 'dim'), span(`  ${message}`)], [], width - by, 2),
    ...(where === '' ? [] : wrapped([span(where, 'dim')], width - by, 2)),
    ...(service ? wrapped(serviceWords(service), width - by, 2) : []),
    ...(hint === undefined ? [] : wrapped([span(`→ ${hint}`)], width - by, 2)),
  ].map((row) => indent(row, by));
}

/** The service's own code and words, in quotation marks. */
export function serviceWords({ code, message }: { code: string; message: string }): Line {
  return [span('the service said ', 'dim'), span(code), span(message === '' ? '' : ` “${message}”`)];
}
