import { drawProblem } from '../problems.ts';
import type { Style } from '../style.ts';
import { joined, markSpan, span, type Text } from '../text.ts';
import type { Entry, ReportView, ViewPart, ViewSection } from '../view/blocks.ts';
import { drawDifference } from './difference.ts';
import { drawFacts } from './field.ts';
import { cutLine, EMPTY, indented, lineWidth, renderBlocks, wrapped } from './line.ts';
import { drawTable } from './table.ts';
import { drawText } from './text-block.ts';

/** Writes a view for a terminal. Ends with a line break. */
export function writeTerminal(view: ReportView, style: Style): string {
  return renderBlocks(blocksOf(view, style), style);
}

/** Each block is drawn when the one before it is text: the lines of thousands of changes take more memory than the plan. */
function* blocksOf(view: ReportView, style: Style): Generator<Text[]> {
  const { title, head = [], sections, rest, isLog = false } = view;
  yield [...(title ? [title] : []), ...drawParts(head, style)];
  for (const section of sections) yield* drawSection(section, style, isLog);
  yield drawParts(rest, style);
}

/** Entries with parts have an empty line between them. */
function* drawSection(
  { title, parts = [], entries = [], isTable }: ViewSection,
  style: Style,
  isLog: boolean,
): Generator<Text[]> {
  const by = title ? 2 : 0;
  const inner = { ...style, width: style.width - by };
  let rows = [...(title ? [title] : []), ...drawParts(parts, style)];
  if (isTable) rows.push(...indented(drawRows(entries, inner), by));
  else
    for (const [index, entry] of entries.entries()) {
      const isLong = [entry, entries[index - 1]].some((one) => !isLog && one?.body !== undefined);
      if (index > 0 && isLong) {
        yield rows;
        rows = [];
      }
      const isLine = isLog || entry.cells === undefined;
      rows.push(...indented(isLine ? [lineOf(entry)] : drawEntry(entry, inner), by));
    }
  yield rows;
}

function headOf({ mark, title }: Entry): Text {
  return [...(mark ? [markSpan(mark)] : []), ...title];
}

function lineOf(entry: Entry): Text {
  return [...headOf(entry), ...(entry.line ? [span('  '), ...entry.line] : [])];
}

/** The title with what is beside it, or with that in rows below if it does not fit. */
function drawEntry(entry: Entry, style: Style): Text[] {
  const [title, aside] = [headOf(entry), joined(entry.cells?.flat() ?? [], span('  '))];
  const together = [...title, span('  '), ...aside];
  const body = drawBody(entry, style, 2);
  if (aside.length > 0 && lineWidth(together) <= style.width) return [together, ...body];
  return [...wrapped(title, style), ...(aside.length === 0 ? [] : wrapped(aside, style, 2)), ...body];
}

function drawBody({ body }: Entry, style: Style, by: number): Text[] {
  return indented(drawParts(body?.() ?? [], { ...style, width: style.width - by }), by);
}

/** A noun is the name that people know, so only a longer one is cut. A long address gets a line of its own instead. */
const LONGEST_NOUN = 32;

function drawRows(entries: readonly Entry[], style: Style): Text[] {
  const haveNouns = entries.some(({ noun = [] }) => noun.length > 0);
  const rows = entries.map((entry) => ({
    cells: [
      headOf(entry),
      ...(haveNouns ? [cutLine(entry.noun ?? [], LONGEST_NOUN)] : []),
      ...(entry.cells ?? []).map((lines) => lines.flat()),
    ],
    after: drawBody(entry, style, 4),
  }));
  return drawTable(rows, style.width);
}

function drawParts(parts: readonly ViewPart[], style: Style): Text[] {
  return parts.flatMap((part, index) => drawPart(part, style, index === 0));
}

function drawPart(part: ViewPart, style: Style, isFirst: boolean): Text[] {
  const { width } = style;
  const inner = { ...style, width: width - 2 };
  if ('text' in part) return wrapped(part.text, style);
  if ('quote' in part) {
    const [about, text] = [part.about ?? [], drawText(part.quote, inner.width)];
    return [...(about.length === 0 ? [] : wrapped(about, style)), ...indented(text, 2)];
  }
  if ('facts' in part) {
    const rows = indented(drawFacts(part.facts, inner, part.isWhole === true), 2);
    return rows.length === 0 || isFirst ? rows : [EMPTY, ...rows];
  }
  if ('picture' in part)
    return indented(
      part.picture.map((line) => cutLine([span(line)], inner.width)),
      2,
    );
  if ('rows' in part)
    return drawTable(
      part.rows.map((cells) => ({ cells })),
      width,
    );
  if ('difference' in part) return indented(drawDifference(part.difference, inner.width), 2);
  if ('problems' in part) return part.problems.flatMap((problem) => indented(drawProblem(problem, inner), 2));
  return [];
}
