import type { Change, Step } from '../core/plan.ts';
import { RISK_WORDS } from '../engine/route/route.ts';
import { DIALOGUE_WORDS, dialogueOf, takeOverCommand } from './dialogue.ts';
import { factsOf } from './facts.ts';
import type { Style } from './style.ts';
import { drawFacts } from './terminal/field.ts';
import {
  type DrawnLine,
  indent,
  indented,
  joined,
  type Span,
  separated,
  span,
  whole,
  wrapHanging,
} from './terminal/line.ts';
import { drawAnswer, drawComments, drawTakeOver, marked, sourceSpan, warned, wrapped } from './terminal/part.ts';
import { ACTION_WORDS, outstandingIn, REASON_WORDS, stateSpan, waitsWord } from './words.ts';

const DEEP = 4;

/** Draws a change: its address, reasons, route, risks, and its content before and after. */
export function drawChange(change: Change, style: Style, verbose: boolean): DrawnLine[] {
  const { address, source, steps, risks, dependsOn } = change;
  const inner = { ...style, width: style.width - DEEP };
  return separated([
    [
      ...marked(ACTION_WORDS[change.action], address, sourceSpan(source), style),
      ...wrapped([span(sentence(change))], style, 2),
      ...drawTakeOver(takeOverCommand(change, change.reasons), style, 2),
      ...drawRoute(steps, style),
      ...risks.flatMap((risk) => warned([span(risk, 'yellow'), span(`: ${RISK_WORDS[risk].en}`)], style, 2)),
      ...drawDialogue(change, style),
      ...(dependsOn.length === 0 ? [] : wrapped([span(`after ${dependsOn.join(', ')}`, 'dim')], style, 2)),
    ],
    indented(drawFacts(factsOf(change, change.action === 'delete'), inner, verbose), DEEP),
  ]);
}

function drawDialogue(change: Change, style: Style): DrawnLine[] {
  const { reasons, answer } = dialogueOf(change);
  const heading = indent([span(DIALOGUE_WORDS.reason.en, 'dim')], 2);
  return [
    ...(reasons.length === 0 ? [] : [heading, ...drawComments(reasons, style, 2)]),
    ...drawAnswer(answer, style, 2),
  ];
}

/** `update: content differs from the manifest (queues-again)` */
export function briefly(change: Change): string {
  const risks = change.risks.join(', ');
  return `${sentence(change)}${risks === '' ? '' : ` (${risks})`}`;
}

/** `update: content differs from the manifest` */
function sentence({ action, reasons, movedFrom }: Change): string {
  const former = movedFrom === undefined ? [] : [`formerly ${movedFrom}`];
  const why = [...reasons.map((reason) => REASON_WORDS[reason]), ...former].join('; ');
  const { todo } = ACTION_WORDS[action];
  return why === '' ? todo : `${todo}: ${why}`;
}

/** `REJ ─ update → REG ─ request inspection → REQ, then waits for a verdict` */
function drawRoute(steps: readonly Step[], style: Style): DrawnLine[] {
  const [first] = steps;
  if (!first) return [];
  const line: Span[] = [stateSpan(first.from.state)];
  for (const step of steps)
    line.push(span(' '), whole('─ ', 'dim'), titleOf(step), whole(' → ', 'dim'), ...endsOf(step));
  const waits = steps.at(-1)?.to.map(({ state }) => outstandingIn(state)) ?? [];
  const [waitsFor] = waits;
  if (waitsFor !== undefined && waits.every((other) => other === waitsFor)) {
    const decision = waitsWord(waitsFor);
    line.push(span(', ', 'dim'), whole(`then waits for ${decision}`, 'dim'));
  }
  return indented(wrapHanging(line, style.width - 2, 2), 2);
}

function titleOf({ title }: Step): Span {
  // A short title is not broken over two rows.
  return title.length <= 40 ? whole(title) : span(title);
}

function endsOf({ to }: Step): Span[] {
  const states = [...new Set(to.map(({ state }) => state))];
  return joined(
    states.map((state) => [stateSpan(state)]),
    whole(' or ', 'dim'),
  );
}
