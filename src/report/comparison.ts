import type { ComparedRow, Comparison } from '../core/compared.ts';
import { drawFields } from './field.ts';
import { type DrawnLine, indented, renderBlocks, type Span, span } from './line.ts';
import { addressSpans, titled, wrapped } from './part.ts';
import type { Style } from './style.ts';
import { stateSpans } from './words.ts';

/** Draws what two environments differ in: `-` is the first one, `+` the second. Ends with a line break. */
export function drawComparison(comparison: Comparison, style: Style, verbose: boolean): string {
  const { environments, of, rows } = comparison;
  const what = of === 'live' ? 'Live resources' : 'Manifests';
  const heading = [
    span(`${what}: `, 'bold'),
    span(`- ${environments[0]}  `, 'red'),
    span(`+ ${environments[1]}`, 'green'),
  ];
  const [ending = '', ...rest] = endingOf(comparison);
  const blocks = [
    [heading],
    ...rows.map((row) => drawRow(row, style, verbose)),
    wrapped([span(ending, 'bold'), span(rest.map((text) => ` ${text}`).join(''))], style.width, 0),
  ];
  return renderBlocks(blocks, style);
}

function endingOf({ rows, equal, neither, unread }: Comparison): string[] {
  const others = [
    ...(neither > 0 ? [`${neither} ${neither === 1 ? 'is' : 'are'} on neither.`] : []),
    ...(unread > 0 ? [`${unread} could not be read.`] : []),
  ];
  if (rows.length > 0) return [`${rows.length} of ${rows.length + equal} differ.`, ...others];
  return equal === 0 && others.length > 0
    ? ['Nothing to compare.', ...others]
    : ['No differences.', `${equal} equal.`, ...others];
}

function drawRow(row: ComparedRow, style: Style, verbose: boolean): DrawnLine[] {
  const { address, fields, before, after } = row;
  const sign =
    before === null
      ? span('+ ', 'green', 'bold')
      : after === null
        ? span('- ', 'red', 'bold')
        : span('~ ', 'yellow', 'bold');
  const head = titled([sign, ...addressSpans(address)], statesOf(row), style.width, 2);
  // A resource that only one environment has is not drawn whole.
  const isWhole = (before !== null && after !== null) || verbose;
  const shown = isWhole
    ? drawFields({ address, fields, before, after }, { ...style, width: style.width - 4 }, verbose)
    : [];
  return [...head, ...indented(shown, 4)];
}

function statesOf({ states: [first, second] }: ComparedRow): Span[] {
  return first === second ? stateSpans(first) : [...stateSpans(first), span(' → ', 'dim'), ...stateSpans(second)];
}
