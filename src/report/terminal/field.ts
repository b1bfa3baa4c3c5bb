import type { Json } from '../../core/json.ts';
import { columns } from '../../text/columns.ts';
import { looksTheSame } from '../../text/unseen.ts';
import { type Fact, fileIn } from '../facts.ts';
import type { Style, Tone } from '../style.ts';
import { type Span, span, type Text, whole } from '../text.ts';
import { indented, lineWidth, padLine, wrapHanging } from './line.ts';
import { CONTEXT, drawText, drawTextDiff, drawUnseen } from './text-block.ts';

/** Columns that may be used, and the columns of aligned paths. */
interface Room extends Pick<Style, 'color' | 'width'> {
  column: number;
  /** The equal lines shown around a changed one. */
  context: number;
}

/** A longer text may be broken over two rows, and prose is shown as a diff. */
const SHORT = 24;
/** Paths up to this many columns are aligned; a longer one moves only its own value. */
const WIDEST_PATH = 28;

const ADDED: Text = [span('+ ', 'green', 'bold')];
const REMOVED: Text = [span('- ', 'red', 'bold')];
const CHANGED: Text = [span('~ ', 'yellow', 'bold')];

/**
 * Draws values that differ: a line for each, a diff by line and by word for texts.
 * @param isWhole true shows every equal line of a changed text
 */
export function drawFacts(
  facts: readonly Fact[],
  { color, width }: Pick<Style, 'color' | 'width'>,
  isWhole: boolean,
): Text[] {
  const column = Math.max(0, ...facts.map(({ path }) => path.length).filter((length) => length <= WIDEST_PATH));
  const room = { color, width, column, context: isWhole ? Number.POSITIVE_INFINITY : CONTEXT };
  return facts.flatMap((fact) => drawFact(fact, room));
}

function drawFact({ path, before, after }: Fact, room: Room): Text[] {
  if (before === null) return drawValue(path, after, ADDED, room);
  if (after === null) return drawValue(path, before, REMOVED, room);
  const heading: Text = [...CHANGED, span(path, 'cyan')];
  const line = [
    ...padLine(heading, room.column + 2),
    span('  '),
    ...valueSpans(before, 'red'),
    span(' → ', 'dim'),
    ...valueSpans(after, 'green'),
  ];
  const fits = lineWidth(line) <= room.width;
  if (typeof before === 'string' && typeof after === 'string' && (!fits || needsDiff(before, after)))
    return [heading, ...indented(drawTextDiff(before, after, { ...room, width: room.width - 2 }), 2)];
  const unseen = indented(drawUnseen([[before, after]], room.width), 2);
  if (fits) return [line, ...unseen];
  return [...drawValue(path, before, REMOVED, room), ...drawValue(path, after, ADDED, room), ...unseen];
}

/** True if two texts are prose, look the same, or differ only in white space. */
function needsDiff(before: string, after: string): boolean {
  const isProse = [before, after].some((text) => text.includes('\n') || (columns(text) > SHORT && text.includes(' ')));
  return isProse || before.replace(/\s/gu, '') === after.replace(/\s/gu, '') || looksTheSame(before, after);
}

/** A path and its value: beside it, or as a block below it. */
function drawValue(path: string, value: Json, sign: Text, { width, column }: Pick<Room, 'width' | 'column'>) {
  const lead = lineWidth(sign);
  const head = [...sign, span(path, 'cyan')];
  const line = [...padLine(head, column + lead), span('  '), ...valueSpans(value)];
  if (typeof value === 'string' && (value.includes('\n') || lineWidth(line) > width))
    return [head, ...indented(drawText(value, width - 2 - lead), 2 + lead)];
  return wrapHanging(line, width, column + lead + 4);
}

function valueSpans(value: Json, ...tones: readonly Tone[]): Span[] {
  if (typeof value === 'string') return [textSpan(value, tones)];
  const file = fileIn(value);
  if (!file) return [span(String(value), ...tones)];
  const { path, pixels, sha256, isUpload } = file;
  if (isUpload) return [span(`(known after apply of ${path})`, 'dim')];
  if (sha256 === undefined) return [textSpan(path, tones)];
  const size = pixels === undefined ? '' : `${pixels}, `;
  return [span(path, ...tones), whole(` (${size}sha256 ${sha256.slice(0, 8)})`, 'dim')];
}

/** A text in quotation marks. Quotation marks in it are escaped, and then backslashes too. */
function textSpan(value: string, tones: readonly Tone[]): Span {
  const text = value.includes('"') ? `"${value.replace(/["\\]/gu, '\\$&')}"` : `"${value}"`;
  return columns(text) <= SHORT ? whole(text, ...tones) : span(text, ...tones);
}
