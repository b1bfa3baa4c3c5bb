import type { ComparedRow, Comparison } from '../core/compared.ts';
import { changedFacts } from './facts.ts';
import type { Style } from './style.ts';
import { drawFacts } from './terminal/field.ts';
import { indented, renderBlocks } from './terminal/line.ts';
import { marked, wrapped } from './terminal/part.ts';
import { type Span, span, type Text } from './text.ts';
import { ACTION_WORDS, stateSpans } from './view/words.ts';

/** Draws what two environments differ in: `-` is the first one, `+` the second. Ends with a line break. */
export function drawComparison(comparison: Comparison, style: Style, verbose: boolean): string {
  const { environments, of, rows } = comparison;
  const heading = [
    span(of === 'live' ? 'Live resources: ' : 'Manifests: ', 'bold'),
    span(`- ${environments[0]}  `, 'red'),
    span(`+ ${environments[1]}`, 'green'),
  ];
  const [ending = '', ...rest] = endingOf(comparison);
  const blocks = [
    [heading],
    ...rows.map((row) => drawRow(row, style, verbose)),
    wrapped([span(ending, 'bold'), span(rest.map((text) => ` ${text}`).join(''))], style),
  ];
  return renderBlocks(blocks, style);
}

function endingOf({ rows, equal, neither, unread }: Comparison): string[] {
  const others = [
    ...(neither > 0 ? [`${neither} ${neither === 1 ? 'is' : 'are'} on neither.`] : []),
    ...(unread > 0 ? [`${unread} could not be read.`] : []),
  ];
  if (rows.length > 0) return [`${rows.length} of ${rows.length + equal} differ.`, ...others];
  if (equal === 0 && others.length > 0) return ['Nothing to compare.', ...others];
  return ['No differences.', `${equal} equal.`, ...others];
}

function drawRow(row: ComparedRow, style: Style, verbose: boolean): Text[] {
  const { address, fields, before, after } = row;
  const mark = ACTION_WORDS[before === null ? 'create' : after === null ? 'delete' : 'update'];
  const head = marked(mark, address, statesOf(row), style);
  // A resource that only one environment has is not drawn whole.
  const isWhole = (before !== null && after !== null) || verbose;
  const shown = isWhole
    ? drawFacts(changedFacts({ address, fields }), { ...style, width: style.width - 4 }, verbose)
    : [];
  return [...head, ...indented(shown, 4)];
}

function statesOf({ states: [first, second] }: ComparedRow): Span[] {
  const spans = stateSpans(first);
  return first === second ? spans : [...spans, span(' → ', 'dim'), ...stateSpans(second)];
}
