import { kindOf } from '../core/address.ts';
import type { JsonObject } from '../core/json.ts';
import type { Language } from '../core/language.ts';
import type { Change, Step } from '../core/plan.ts';
import { inOrder } from '../kinds/words.ts';
import { drawFields } from './field.ts';
import { type DrawnLine, indent, indented, joined, type Span, separated, span, whole, wrapHanging } from './line.ts';
import {
  DIALOGUE_WORDS,
  dialogueOf,
  drawAnswer,
  drawComments,
  drawTakeOver,
  marked,
  sourceSpan,
  takeOverCommand,
  warned,
  wrapped,
} from './part.ts';
import { stepTitle } from './review/reasons.ts';
import { PLAN_WORDS } from './review/words.ts';
import type { Style } from './style.ts';
import { COMMON_TEXTS, PLAN_TEXTS, said } from './terminal-words.ts';
import { drawWhole } from './value.ts';
import { ACTION_WORDS, outstandingIn, REASON_WORDS, RISK_WORDS, stateSpan, waitsWord } from './words.ts';

const DEEP = 4;

/** Draws a change: its address, reasons, route, risks, and its content before and after. */
export function drawChange(change: Change, style: Style, verbose: boolean): DrawnLine[] {
  const { address, source, steps, risks, dependsOn } = change;
  return separated([
    [
      ...marked(ACTION_WORDS[change.action], address, sourceSpan(source), style),
      ...wrapped([span(sentence(change, style.language))], style, 2),
      ...drawTakeOver(takeOverCommand(change, change.reasons), style, 2),
      ...drawRoute(steps, style),
      ...risks.flatMap((risk) => warned([span(risk, 'yellow'), span(`: ${said(style, RISK_WORDS[risk])}`)], style, 2)),
      ...drawDialogue(change, style),
      ...(dependsOn.length === 0
        ? []
        : wrapped([span(said(style, PLAN_WORDS.afterOthers, { address: dependsOn.join(', ') }), 'dim')], style, 2)),
      ...(verbose ? details(change, style) : []),
    ],
    drawContent(change, style, verbose),
  ]);
}

function drawDialogue(change: Change, style: Style): DrawnLine[] {
  const { reasons, answer } = dialogueOf(change);
  const heading = indent([span(said(style, DIALOGUE_WORDS.reason), 'dim')], 2);
  return [
    ...(reasons.length === 0 ? [] : [heading, ...drawComments(reasons, style, 2)]),
    ...drawAnswer(answer, style, 2),
  ];
}

/** `update: content differs from the manifest (queues-again)`. In Korean, the risk is in words; that of `--resubmit` is its reason. */
export function briefly(change: Change, language: Language = 'en'): string {
  const risks =
    language === 'en'
      ? change.risks
      : change.risks.flatMap((risk) => (risk === 'resubmits' ? [] : RISK_WORDS[risk][language]));
  return `${sentence(change, language)}${risks.length === 0 ? '' : ` (${risks.join(', ')})`}`;
}

/** `update: content differs from the manifest` */
function sentence({ action, reasons, movedFrom }: Change, language: Language = 'en'): string {
  const former = movedFrom === undefined ? [] : [said({ language }, PLAN_WORDS.movedFrom, { address: movedFrom })];
  const all = [...reasons.map((reason) => REASON_WORDS[reason][language]), ...former];
  const why = all.join(language === 'en' ? '; ' : ', ');
  const todo = ACTION_WORDS[action].todo[language];
  return why === '' ? todo : `${todo}: ${why}`;
}

/** `REJ ─ update → REG ─ request inspection → REQ, then waits for a verdict` */
function drawRoute(steps: readonly Step[], style: Style): DrawnLine[] {
  const [first] = steps;
  if (!first) return [];
  const { language } = style;
  const line: Span[] = [stateSpan(first.from.state, language)];
  for (const step of steps)
    line.push(span(' '), whole('─ ', 'dim'), titleOf(step, style), whole(' → ', 'dim'), ...endsOf(step, style));
  const waits = steps.at(-1)?.to.map(({ state }) => outstandingIn(state)) ?? [];
  const [waitsFor] = waits;
  if (waitsFor !== undefined && waits.every((other) => other === waitsFor)) {
    const decision = waitsWord(waitsFor, language);
    line.push(span(', ', 'dim'), whole(said(style, PLAN_TEXTS.thenWaits, { decision }), 'dim'));
  }
  return indented(wrapHanging(line, style.width - 2, 2), 2);
}

function titleOf(step: Step, style: Style): Span {
  const title = stepTitle(step, style.language);
  // A short title is not broken over two rows.
  return title.length <= 40 ? whole(title) : span(title);
}

function endsOf({ to }: Step, style: Style): Span[] {
  const states = [...new Set(to.map(({ state }) => state))];
  return joined(
    states.map((state) => [stateSpan(state, style.language)]),
    whole(said(style, COMMON_TEXTS.or), 'dim'),
  );
}

function details({ samples, basis, digest }: Change, style: Style): DrawnLine[] {
  const names = samples.map(({ name }) => name).join(', ');
  return [
    ...(names === '' ? [] : wrapped([span(said(style, PLAN_TEXTS.samples, { names }), 'dim')], style, 2)),
    ...wrapped(
      [span(said(style, PLAN_TEXTS.digests, { basis: basis.slice(0, 12), digest: digest.slice(0, 12) }), 'dim')],
      style,
      2,
    ),
  ];
}

/** The new content, the deleted content, or what differs. */
function drawContent(change: Change, style: Style, verbose: boolean): DrawnLine[] {
  const { address, action, before, after } = change;
  const inner = { ...style, width: style.width - DEEP };
  const rows =
    before === null && after !== null
      ? drawWhole(inOrder(kindOf(address), after), inner.width, style.language)
      : action === 'delete' && before !== null
        ? drawLost(address, before, inner)
        : drawFields(change, inner, verbose);
  return indented(rows, DEEP);
}

/** The content that a deletion loses. */
export function drawLost(address: string, content: JsonObject, style: Style): DrawnLine[] {
  const ordered = inOrder(kindOf(address), content);
  return [[span(said(style, PLAN_TEXTS.lost), 'dim')], ...drawWhole(ordered, style.width, style.language)];
}
