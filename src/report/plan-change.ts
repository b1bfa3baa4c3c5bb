import { kindOf } from '../core/address.ts';
import type { Change, Step } from '../core/plan.ts';
import { inOrder } from '../kinds/words.ts';
import { drawFields } from './field.ts';
import { foldFields } from './fold.ts';
import { type DrawnLine, EMPTY, indent, type Span, span, whole, wrapHanging } from './line.ts';
import { addressSpans, sourceSpan, titled, wrapped } from './part.ts';
import type { Style } from './style.ts';
import { CONTEXT } from './text-block.ts';
import { drawWhole } from './value.ts';
import { ACTION_WORDS, outstandingIn, REASON_WORDS, RISK_WORDS, stateSpan, waitsWord } from './words.ts';

const DEEP = 4;

/** One change: what and where, why, by which route, at what risk, and what becomes of its content. */
export function drawChange(change: Change, style: Style, verbose: boolean): DrawnLine[] {
  const { symbol, tone } = ACTION_WORDS[change.action];
  const content = drawContent(change, style, verbose);
  return [
    ...titled(
      [span(`${symbol} `, tone, 'bold'), ...addressSpans(change.address)],
      sourceSpan(change.source),
      style.width,
      2,
    ),
    ...wrapped([span(sentence(change))], style.width, 2),
    ...drawRoute(change.steps, style),
    ...change.risks.flatMap((risk) =>
      wrapped([span('! ', 'yellow', 'bold'), span(risk, 'yellow'), span(`: ${RISK_WORDS[risk]}`)], style.width, 2),
    ),
    ...(change.dependsOn.length === 0 ? [] : wrapped(after(change.dependsOn), style.width, 2)),
    ...(verbose ? details(change, style) : []),
    ...(content.length === 0 ? [] : [EMPTY, ...content]),
  ];
}

/** `update: content differs from the manifest (queues-again)` */
export function briefly(change: Change): string {
  return `${sentence(change)}${change.risks.length === 0 ? '' : ` (${change.risks.join(', ')})`}`;
}

/** `update: content differs from the manifest` */
function sentence({ action, reasons, movedFrom }: Change): string {
  const former = movedFrom === undefined ? [] : [`formerly ${movedFrom}`];
  const why = [...reasons.map((reason) => REASON_WORDS[reason]), ...former].join('; ');
  return why === '' ? ACTION_WORDS[action].todo : `${ACTION_WORDS[action].todo}: ${why}`;
}

/** `REJ ─ update → REG ─ request inspection → REQ, then waits for a verdict` */
export function drawRoute(steps: readonly Step[], style: Style): DrawnLine[] {
  const [first] = steps;
  if (!first) return [];
  const line: Span[] = [stateSpan(first.from.state)];
  for (const step of steps)
    line.push(span(' '), whole('─ ', 'dim'), ...titleOf(step), whole(' → ', 'dim'), ...endsOf(step));
  const waits = steps.at(-1)?.to.map(({ state }) => outstandingIn(state)) ?? [];
  const [waitsFor] = waits;
  if (waitsFor !== undefined && waits.every((other) => other === waitsFor)) {
    line.push(span(', ', 'dim'), whole(`then waits for ${waitsWord(waitsFor)}`, 'dim'));
  }
  return wrapHanging(line, style.width - 2, 2).map((row) => indent(row, 2));
}

/** `rename`, or `rename, after GroupTag/shop/b` */
function titleOf({ title, after: changes = [] }: Step): Span[] {
  return [...words(title), ...changes.map((address) => span(`, after ${address}`, 'dim'))];
}

/** A title that is not broken inside while it is short. */
function words(title: string): Span[] {
  return title.length <= 40 ? [whole(title)] : [span(title)];
}

function endsOf({ to }: Step): Span[] {
  const states = [...new Set(to.map(({ state }) => state))];
  return states.flatMap((state, index) => [...(index === 0 ? [] : [whole(' or ', 'dim')]), stateSpan(state)]);
}

function after(addresses: readonly string[]): DrawnLine {
  return [span(`after ${addresses.join(', ')}`, 'dim')];
}

function details({ samples, basis, digest }: Change, style: Style): DrawnLine[] {
  const names = samples.map(({ name }) => name).join(', ');
  return [
    ...(names === '' ? [] : wrapped([span(`samples ${names}`, 'dim')], style.width, 2)),
    ...wrapped([span(`basis ${basis.slice(0, 12)}, digest ${digest.slice(0, 12)}`, 'dim')], style.width, 2),
  ];
}

/** All of what is made, all of what is lost, or what differs. */
function drawContent({ address, action, before, after, fields }: Change, style: Style, verbose: boolean): DrawnLine[] {
  const width = style.width - DEEP;
  const rows = (): DrawnLine[] => {
    const kind = kindOf(address);
    if (before === null && after !== null) return drawWhole(inOrder(kind, after), width);
    if (action === 'delete' && before !== null) {
      return [[span('what is lost:', 'dim')], ...drawWhole(inOrder(kind, before), width)];
    }
    return drawFields(address, foldFields(fields, before, after), {
      color: style.color,
      width,
      context: verbose ? Number.POSITIVE_INFINITY : CONTEXT,
    });
  };
  return rows().map((row) => indent(row, DEEP));
}
