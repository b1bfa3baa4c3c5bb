import { isDeepStrictEqual } from 'node:util';
import { codes } from '../core/codes.ts';
import { columns } from '../core/columns.ts';
import { graphemes } from '../core/graphemes.ts';
import type {
  Difference,
  EarlierSend,
  ProofFailure,
  SendOutcome,
  SendReport,
  SendResult,
} from '../core/send-result.ts';
import { explainCommand, withNaming } from './command.ts';
import { type DrawnLine, indented, render, type Span, separated, span, whole } from './line.ts';
import { SEND_WORDS, sendMark } from './outcome-words.ts';
import { addressSpans, drawProblemsIn, listed, markSpan, problemSection, titled, wrapped } from './part.ts';
import { explainResult } from './result-codes.ts';
import type { Style } from './style.ts';
import { drawTable } from './table.ts';
import { drawText } from './text-block.ts';
import { ourTime } from './time.ts';
import { visible } from './visible.ts';
import { counted, type Mark, numbered } from './words.ts';

/**
 * Draws the outcome of each message: accepted, delivered (which is not the same), or where it differs from its approved
 * template. Ends with a line break.
 */
export function drawSend(given: SendReport, style: Style, view: { verbose?: boolean } = {}): string {
  const report = given.isCheck ? { ...given, sends: given.sends.map(withoutNames) } : given;
  const isBefore = report.dryRun || report.sends.some(({ preview }) => preview !== undefined);
  const isSuite = report.sends.length > 1 && !isBefore;
  const isShown = (send: SendResult): boolean => !isSuite || view.verbose === true || needsReader(send);
  const blocks = [
    heading(report),
    ...report.sends
      .filter(isShown)
      .map((send, index, all) => drawOne(withoutRepeat(send, all[index - 1]), style, view.verbose === true)),
    problemSection(report.problems, style),
    isSuite ? drawTable(report.sends.map(rowOf), style.width) : [],
    summary(report, style),
  ];
  return render(separated(blocks), style);
}

function heading({ environment, dryRun, isCheck }: SendReport): DrawnLine[] {
  const title = isCheck ? `Check of payloads on ${environment}` : `Test send on ${environment}`;
  return [[span(title, 'bold'), span(dryRun ? '  dry run: nothing is sent' : '', 'dim')]];
}

/** True if more than a row of the table is worth reading. */
function needsReader({ outcome, asExpected, problem, risks }: SendResult): boolean {
  if (problem !== null || risks.length > 0) return true;
  return asExpected === null ? outcome !== 'accepted' && outcome !== 'skipped' : !asExpected;
}

/** A row of the table: name, recipient, outcome, result code, time, type and template. */
function rowOf(send: SendResult): { cells: DrawnLine[] } {
  const { word, ...mark } = ending(send);
  return {
    cells: [
      [markSpan(mark), span(send.send, 'bold')],
      [span(send.to.name)],
      [span(word, mark.tone)],
      [span(codeOf(send))],
      [span(tookWords(send), 'dim')],
      [span(send.type, 'dim')],
      send.template === null ? [] : [whole(send.template, 'dim')],
    ],
  };
}

/** The code of the delivery's result, or of the refusal; empty if there is none. */
export function codeOf({ delivery, problem }: SendResult): string {
  return delivery?.code ?? problem?.service?.code ?? '';
}

/** `1.2 s`, from the call to the result; empty if nothing was sent. */
export function tookWords({ tookMs }: Pick<SendResult, 'tookMs'>): string {
  return tookMs === null ? '' : `${(tookMs / 1000).toFixed(1)} s`;
}

/** The call is known, its delivery is not (message API 6, rule 4). */
const UNCERTAIN_DELIVERY = 'not certain whether it was delivered';

/** A message without a template equals nothing that was approved. */
const PROVED_WITHOUT_TEMPLATE = 'proved: its form and its lengths are valid';

function drawOne(send: SendResult, style: Style, verbose: boolean): DrawnLine[] {
  const { word, ...mark } = ending(send);
  const title = [
    markSpan(mark),
    span(send.send, 'bold'),
    span(send.to.number === '' ? '' : ` to ${partyText(send.to)}`),
  ];
  return [
    ...titled(title, [span(word, mark.tone)], style.width, 2),
    ...wrapped(facts(send, style), style.width, 2),
    ...send.risks.flatMap((risk) => drawRisk(risk, style)),
    ...drawMessage(send, style),
    ...send.proof.flatMap((failure) => drawFailure(failure, style)),
    ...drawEarlier(send, style),
    ...drawAcceptance(send, style),
    ...drawDelivery(send, style),
    ...(send.problem ? drawProblemsIn([send.problem], style, 2) : []),
    ...(verbose ? drawPayload(send, style) : []),
  ];
}

/** The parties of a checked payload have numbers only. */
function withoutNames(send: SendResult): SendResult {
  return { ...send, from: { ...send.from, name: '' }, to: { ...send.to, name: '' } };
}

/** Leaves out the preview of a message that the send before it shows already: several recipients get the same message. */
function withoutRepeat(send: SendResult, before: SendResult | undefined): SendResult {
  const isSame = send.preview !== undefined && isDeepStrictEqual(send.preview, before?.preview);
  return isSame ? { ...send, text: '', preview: [], fallbacks: [] } : send;
}

/** The message and its fallbacks: before a send as the phone shows them, after it their texts. */
function drawMessage({ text, preview, fallbacks }: SendResult, style: Style): DrawnLine[] {
  const body = (plain: string, index: number): DrawnLine[] => {
    if (preview?.[index]) return preview[index].text.map((line) => [span(line)]);
    return plain === '' ? [] : drawText(plain, style.width - 4);
  };
  return [
    ...indented(body(text, 0), 2),
    ...fallbacks.flatMap((fallback, index) => [
      ...drawFallback(fallback, index, style),
      ...indented(body(fallback.text, index + 1), 2),
    ]),
  ];
}

/** The outcome compared with the expected one. */
function ending(send: SendResult): Mark & { word: string } {
  const { expect, asExpected } = send;
  const word = wordOf(send);
  const compared =
    asExpected === null || expect === 'delivered' ? '' : `, ${asExpected ? '' : 'and not '}as expected (${expect})`;
  return { ...sendMark(send), word: `${word}${compared}` };
}

function wordOf({ outcome, delivery, template, type, problem }: SendResult): string {
  if (outcome === 'unknown' && delivery !== null) return UNCERTAIN_DELIVERY;
  const by = delivery?.fallback ? `delivered by ${delivery.channel} (${delivery.fallback} fallback)` : '';
  if (problem?.code === 'send-fell-back') return `not delivered by ${type}, ${by}`;
  if (outcome === 'delivered' && by !== '') return by;
  return outcome === 'proved' && template === null ? PROVED_WITHOUT_TEMPLATE : SEND_WORDS[outcome].word;
}

/** `NotificationTemplate/shop/order-paid, type at, code order_paid, sample 기본, from main (15880000)` */
function facts({ template, templateCode, sample, type, from, at }: SendResult, style: Style): DrawnLine {
  const rest = [
    ...(type === '' ? [] : [`type ${type}`]),
    ...(templateCode === null ? [] : [`code ${templateCode}`]),
    ...(sample === null ? [] : [`sample ${sample}`]),
    ...(from.number === '' ? [] : [`from ${partyText(from)}`]),
    ...(at === null ? [] : [`at ${ourTime(at, style)}`]),
  ];
  const address = template === null ? [] : [...addressSpans(template), span(', ', 'dim')];
  return [
    ...address,
    ...rest.flatMap((part, index) => [...(index === 0 ? [] : [span(', ', 'dim')]), whole(part, 'dim')]),
  ];
}

function partyText({ name, number }: SendResult['to']): string {
  return name === '' ? number : `${name} (${number})`;
}

function drawRisk(risk: string, style: Style): DrawnLine[] {
  const words =
    risk === 'locks-text' ? ': this is the first send of the template; its text can never be edited again' : '';
  return wrapped([span('! ', 'yellow', 'bold'), span(risk, 'yellow'), span(words)], style.width, 2);
}

const EARLIER_WORDS: Readonly<Record<EarlierSend['outcome'], string>> = {
  sending: 'without an outcome yet',
  accepted: 'accepted',
  delivered: 'delivered',
  failed: 'a fallback was delivered',
  unknown: 'with unknown outcome',
};

function drawEarlier({ earlier }: SendResult, style: Style): DrawnLine[] {
  if (earlier === null) return [];
  const { time, outcome, refKey, messageKey } = earlier;
  const words = [`${ourTime(time, style)}, ${EARLIER_WORDS[outcome]}`, `reference ${refKey}`];
  const keys = messageKey === null ? words : [...words, `message key ${messageKey}`];
  return wrapped([span('sent      '), span(keys.join(', '), 'dim')], style.width, 2);
}

/** A message of another channel that is sent if the message fails. */
function drawFallback({ type, template }: SendResult['fallbacks'][number], index: number, style: Style): DrawnLine[] {
  const label = `${index === 0 ? 'first' : 'second'} fallback: ${type}`;
  const address = template === null ? [] : [span(', ', 'dim'), ...addressSpans(template)];
  return wrapped([span(label, 'dim'), ...address], style.width, 2);
}

const ACCEPTED = 1000;

function drawAcceptance({ acceptance }: SendResult, style: Style): DrawnLine[] {
  if (acceptance === null) return [];
  const { code, description, messageKey, refKey } = acceptance;
  const keys = [
    ...(messageKey === '' ? [] : [`message key ${messageKey}`]),
    ...(refKey === '' ? [] : [`reference ${refKey}`]),
  ];
  return [
    ...drawCode(code === ACCEPTED ? 'accepted ' : 'answer   ', String(code), description, style),
    ...(keys.length === 0 ? [] : wrapped([span(keys.join(', '), 'dim')], style.width, 12)),
  ];
}

function drawDelivery({ delivery, acceptance, outcome }: SendResult, style: Style): DrawnLine[] {
  if (delivery === null) {
    if (acceptance === null || outcome !== 'accepted') return [];
    return wrapped(
      [span('delivery  '), span('no result yet; acceptance alone does not mean delivery', 'dim')],
      style.width,
      2,
    );
  }
  const about = [delivery.device, delivery.media, delivery.at === null ? null : ourTime(delivery.at, style)]
    .filter((part) => part !== null && part !== '')
    .join(', ');
  return drawCode('delivery ', delivery.code, about, style);
}

/** A result code with its meaning, the service's own words, and help. */
function drawCode(label: string, code: string, words: string, style: Style): DrawnLine[] {
  const known = explainResult(code);
  const line: Span[] = [span(`${label} `), span(code, 'bold')];
  if (known && code !== String(ACCEPTED)) line.push(span(` ${known.means}`));
  if (words !== '') line.push(span(` (${words})`, 'dim'));
  return [
    ...wrapped(line, style.width, 2),
    ...(known && known.help !== ''
      ? wrapped([span('help: ', 'dim'), span(withNaming(known.help, style.naming))], style.width, 12)
      : []),
  ];
}

function drawFailure({ code, path, message, hint, difference, place }: ProofFailure, style: Style): DrawnLine[] {
  return [
    ...wrapped([span('✗ ', 'red'), span(path, 'cyan'), span(`: ${message}`)], style.width, 2),
    ...(place ? wrapped([span(`at ${place.file}:${place.line}:${place.column}`, 'dim')], style.width, 4) : []),
    ...(difference ? indented(drawDifference(difference, style.width - 4), 4) : []),
    ...wrapped([span('help: ', 'dim'), span(withNaming(hint ?? codes[code].help, style.naming))], style.width, 4),
    [span(`    docs: ${explainCommand(code, style)}`, 'dim')],
  ];
}

const NO_LINE = '(the text ends before this line)';

/** A line break at the end of a text adds an empty line. */
const EMPTY_LINE = '(an empty line)';

/** The two lines with a mark under the first column of the line to send that differs. Variables shift the approved line. */
function drawDifference({ line, column, expected, actual }: Difference, width: number): DrawnLine[] {
  const room = Math.max(16, width - 12);
  const from = windowStart(actual ?? expected ?? '', column, room);
  const row = (label: string, text: string | null): DrawnLine => [
    span(label.padEnd(9), 'dim'),
    span('│ ', 'dim'),
    text === null || text === '' ? span(text === null ? NO_LINE : EMPTY_LINE, 'dim') : span(cut(text, from, room)),
  ];
  const before = expected !== null && actual !== null ? cut(actual, from, Number.POSITIVE_INFINITY, column - 1) : '';
  return [
    [span(`line ${line}, column ${column}`, 'dim')],
    row('approved', expected),
    row('to send', actual),
    [span(' '.repeat(11 + columns(before))), span('^', 'red', 'bold')],
  ];
}

/** The first code point to show, so that the column and some text before it are visible. */
function windowStart(text: string, column: number, room: number): number {
  const before = visible([...text].slice(0, column - 1).join(''));
  return columns(before) < room - 8 ? 0 : Math.max(0, column - 1 - Math.floor(room / 4));
}

/** A line from code point `from` to `to`, with `…` where it was cut. */
function cut(text: string, from: number, room: number, to = Number.POSITIVE_INFINITY): string {
  const shown = visible([...text].slice(from, to === Number.POSITIVE_INFINITY ? undefined : to).join(''));
  const lead = from > 0 ? '…' : '';
  if (columns(shown) + columns(lead) <= room) return lead + shown;
  let kept = lead;
  let used = columns(lead);
  for (const grapheme of graphemes(shown)) {
    used += columns(grapheme);
    if (used > room - 1) return `${kept}…`;
    kept += grapheme;
  }
  return kept;
}

function drawPayload({ payload }: SendResult, style: Style): DrawnLine[] {
  const text = JSON.stringify(payload, null, 2);
  return indented([[span('payload', 'dim')], ...drawText(text, style.width - 4, 'dim')], 2);
}

function summary({ sends, dryRun, isCheck, problems }: SendReport, style: Style): DrawnLine[] {
  if (sends.length === 0) return [[span(dryRun ? 'Nothing to prove.' : 'Nothing to send.')]];
  const isUnexpected = ({ outcome, asExpected }: SendResult): boolean =>
    outcome === 'delivered' && asExpected === false;
  const isExpectedFailure = ({ outcome, expect, asExpected }: SendResult): boolean =>
    (outcome === 'failed' || outcome === 'refused') && expect !== 'delivered' && asExpected === true;
  const others = sends.filter((send) => !isUnexpected(send) && !isExpectedFailure(send));
  const count = (...outcomes: SendOutcome[]): number =>
    others.filter(({ outcome }) => outcomes.includes(outcome)).length;
  // A file that could not be read has no send, only an error.
  const unchecked = isCheck ? problems.filter(({ severity }) => severity === 'error').length : 0;
  const parts = numbered({
    proved: count('proved'),
    delivered: count('delivered'),
    'failed as expected': sends.filter(isExpectedFailure).length,
    'delivered and not as expected': sends.filter(isUnexpected).length,
    'accepted without a result': count('accepted'),
    'not delivered': count('failed'),
    'not accepted': count('refused'),
    'with unknown outcome': count('unknown'),
    'not sent': count('unproved', 'not-sent'),
    skipped: count('skipped'),
    'not checked': unchecked,
  });
  return wrapped(listed(`${counted(sends.length + unchecked, 'message')}: `, parts, 'bold'), style.width, 0);
}
