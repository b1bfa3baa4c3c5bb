import type { ComparedRow, Comparison } from '../core/compared.ts';
import { changedFacts } from './facts.ts';
import type { Style } from './style.ts';
import { writeTerminal } from './terminal/view.ts';
import { addressText, type Span, span } from './text.ts';
import type { Entry } from './view/blocks.ts';
import { ACTION_WORDS, stateSpans } from './view/words.ts';

/** Draws what two environments differ in: `-` is the first one, `+` the second. Ends with a line break. */
export function drawComparison(comparison: Comparison, style: Style, verbose: boolean): string {
  const { environments, of, rows } = comparison;
  const title = [
    span(of === 'live' ? 'Live resources: ' : 'Manifests: ', 'bold'),
    span(`- ${environments[0]}  `, 'red'),
    span(`+ ${environments[1]}`, 'green'),
  ];
  const [ending = '', ...others] = endingOf(comparison);
  const text = [span(ending, 'bold'), span(others.map((other) => ` ${other}`).join(''))];
  const entries = rows.map((row) => rowEntry(row, verbose));
  return writeTerminal({ title, sections: [{ entries }], rest: [{ text }] }, style);
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

function rowEntry(row: ComparedRow, isWhole: boolean): Entry {
  const { address, fields, before, after } = row;
  const mark = ACTION_WORDS[before === null ? 'create' : after === null ? 'delete' : 'update'];
  // A resource that only one environment has is not drawn whole.
  const isShown = (before !== null && after !== null) || isWhole;
  const facts = isShown ? changedFacts({ address, fields }) : [];
  return { mark, title: addressText(address), cells: [[statesOf(row)]], body: () => [{ facts, isWhole }] };
}

function statesOf({ states: [first, second] }: ComparedRow): Span[] {
  const spans = stateSpans(first);
  return first === second ? spans : [...spans, span(' → ', 'dim'), ...stateSpans(second)];
}
