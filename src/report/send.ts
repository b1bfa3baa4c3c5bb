import { isDeepStrictEqual } from 'node:util';
import { codes } from '../core/codes.ts';
import type { Difference, ProofFailure, SendOutcome, SendReport, SendResult } from '../core/send-result.ts';
import { columns } from '../text/columns.ts';
import { numbered } from '../text/counted.ts';
import { explainCommand, withNaming } from './command.ts';
import { countWord, isScheduled, SEND_WORDS, sendMark, typeWord } from './outcome-words.ts';
import { placeText } from './problems.ts';
import { explainResult } from './result-codes.ts';
import type { Style } from './style.ts';
import {
  cutLine,
  type DrawnLine,
  indented,
  joined,
  lineWidth,
  renderBlocks,
  type Span,
  sentenceSpans,
  span,
  whole,
} from './terminal/line.ts';
import {
  addressSpans,
  drawProblemsIn,
  listed,
  markSpan,
  problemSection,
  titled,
  warned,
  wrapped,
} from './terminal/part.ts';
import { drawTable } from './terminal/table.ts';
import { drawText } from './terminal/text-block.ts';
import { ourTime } from './time.ts';
import { visible } from './visible.ts';
import type { Mark } from './words.ts';

/**
 * Draws the outcome of each message: accepted, delivered (which is not the same), or where it differs from its approved
 * template. Ends with a line break.
 */
export function drawSend(given: SendReport, style: Style, view: { verbose?: boolean } = {}): string {
  // The parties of a checked payload have numbers only.
  const unnamed = (send: SendResult): SendResult => ({
    ...send,
    from: { ...send.from, name: '' },
    to: { ...send.to, name: '' },
  });
  const report = given.isCheck ? { ...given, sends: given.sends.map(unnamed) } : given;
  const isBefore = report.dryRun || report.sends.some(({ outcome }) => outcome === 'proved');
  const isSuite = report.sends.length > 1 && !isBefore;
  const isShown = (send: SendResult): boolean => !isSuite || view.verbose === true || needsReader(send);
  const blocks = [
    heading(report),
    ...report.sends
      .filter(isShown)
      .map((send, index, all) => drawOne(withoutRepeat(send, all[index - 1]), style, view.verbose === true)),
    problemSection(report.problems, style),
    isSuite
      ? drawTable(
          report.sends.map((send) => rowOf(send)),
          style.width,
        )
      : [],
    summary(report, style),
  ];
  return renderBlocks(blocks, style);
}

function heading({ environment, dryRun, isCheck }: SendReport): DrawnLine[] {
  const title = `${isCheck ? 'Check of payloads' : 'Test send'} on ${environment}`;
  return [[span(title, 'bold'), ...(dryRun ? [span('  dry run: nothing is sent', 'dim')] : [])]];
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
function tookWords({ tookMs }: Pick<SendResult, 'tookMs'>): string {
  return tookMs === null ? '' : `${(tookMs / 1000).toFixed(1)} s`;
}

function drawOne(send: SendResult, style: Style, verbose: boolean): DrawnLine[] {
  const { word, ...mark } = ending(send);
  const title = [
    markSpan(mark),
    span(send.send, 'bold'),
    ...(send.to.number === '' ? [] : [span(` to ${partyText(send.to)}`)]),
  ];
  return [
    ...titled(title, [span(word, mark.tone)], style, 2),
    ...wrapped(facts(send, style), style, 2),
    ...send.risks.flatMap((risk) => {
      const words =
        risk === 'locks-text' ? ': this is the first send of the template; its text can never be edited again' : '';
      return warned([span(risk, 'yellow'), span(words)], style, 2);
    }),
    ...drawMessage(send, style),
    ...send.proof.flatMap((failure) => drawFailure(failure, style)),
    ...drawEarlier(send, style),
    ...drawAcceptance(send, style),
    ...drawDelivery(send, style),
    ...(send.problem ? drawProblemsIn([send.problem], style, 2) : []),
    ...(verbose ? drawPayload(send, style) : []),
  ];
}

/** Leaves out the preview of a message that the send before it shows already: several recipients get the same message. */
function withoutRepeat(send: SendResult, before: SendResult | undefined): SendResult {
  const isSame = send.preview !== undefined && isDeepStrictEqual(send.preview, before?.preview);
  return isSame ? { ...send, text: '', preview: [], fallbacks: [] } : send;
}

/** The message and its fallbacks: before a send as the phone shows them, after it their texts. A message without a single text is drawn both times. */
function drawMessage({ text, preview, buttons, fallbacks }: SendResult, style: Style): DrawnLine[] {
  const body = (plain: string, index: number): DrawnLine[] => {
    if (preview?.[index]) return preview[index].text.map((line) => [span(line)]);
    return [
      ...(plain === '' ? [] : drawText(plain, style.width - 4)),
      ...(buttons?.[index] ?? []).map((row) => cutLine([span('│ ', 'dim'), span(row)], style.width - 2)),
    ];
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

function wordOf(send: SendResult): string {
  const { outcome, delivery, template, type, problem } = send;
  // The call is known, its delivery is not (message API 6, rule 4).
  if (outcome === 'unknown' && delivery !== null) return 'not certain whether it was delivered';
  if (isScheduled(send)) return 'scheduled';
  const { channel, fallback: order } = delivery ?? {};
  const by = order ? `delivered by ${channel ?? ''} (${order} fallback)` : '';
  if (problem?.code === 'send-fell-back') return `not delivered by ${typeWord(type)}, ${by}`;
  if (outcome === 'delivered' && by !== '') return by;
  if (outcome !== 'proved') return SEND_WORDS[outcome].word.en;
  // A message without a template equals nothing that was approved.
  return `proved: ${template === null ? 'its form and its lengths are valid' : 'it equals what was approved'}`;
}

/** `NotificationTemplate/shop/order-paid, notification (at), code order_paid, sample 기본, from main (15880000)` */
function facts({ template, templateCode, sample, type, from, at }: SendResult, style: Style): DrawnLine {
  const rest = [
    type && typeWord(type),
    templateCode !== null && `code ${templateCode}`,
    sample !== null && `sample ${sample}`,
    from.number && `from ${partyText(from)}`,
    at && `at ${ourTime(at, style)}`,
  ].flatMap((part) => (part ? [[whole(part, 'dim')]] : []));
  const address = template === null ? [] : [...addressSpans(template), span(', ', 'dim')];
  return [...address, ...joined(rest)];
}

function partyText({ name, number }: SendResult['to']): string {
  return name === '' ? number : `${name} (${number})`;
}

function drawEarlier({ earlier }: SendResult, style: Style): DrawnLine[] {
  if (earlier === null) return [];
  const { time, outcome } = earlier;
  const facts = [ourTime(time, style), earlierWord(outcome), ...keysOf(earlier).reverse()];
  return wrapped([span('sent      '), span(facts.join(', '), 'dim')], style, 2);
}

function earlierWord(outcome: NonNullable<SendResult['earlier']>['outcome']): string {
  if (outcome === 'sending') return 'without an outcome yet';
  return outcome === 'failed' ? 'a fallback was delivered' : SEND_WORDS[outcome].word.en;
}

/** A message of another channel that is sent if the message fails. */
function drawFallback({ type, template }: SendResult['fallbacks'][number], index: number, style: Style): DrawnLine[] {
  const label = `${index === 0 ? 'first' : 'second'} fallback: ${typeWord(type)}`;
  const address = template === null ? [] : [span(', ', 'dim'), ...addressSpans(template)];
  return wrapped([span(label, 'dim'), ...address], style, 2);
}

/** The keys of a message, by which the service finds it. */
export function keysOf({ messageKey, refKey }: { messageKey: string | null; refKey: string | null }): string[] {
  return [...(messageKey ? [`message key ${messageKey}`] : []), ...(refKey ? [`reference ${refKey}`] : [])];
}

const ACCEPTED = 1000;

function drawAcceptance({ acceptance }: SendResult, style: Style): DrawnLine[] {
  if (acceptance === null) return [];
  const { code, description } = acceptance;
  const keys = keysOf(acceptance).join(', ');
  return [
    ...drawCode(code === ACCEPTED ? 'accepted ' : 'answer   ', String(code), description, style),
    ...(keys === '' ? [] : wrapped([span(keys, 'dim')], style, HANG)),
  ];
}

function drawDelivery(send: SendResult, style: Style): DrawnLine[] {
  const { delivery, acceptance, outcome, problem, at } = send;
  if (delivery === null) {
    if (acceptance === null || outcome !== 'accepted') return [];
    const label = span('delivery  ');
    const key = acceptance.messageKey;
    if (at !== null && isScheduled(send)) {
      const words = withNaming(
        `scheduled; after ${ourTime(at, style)}, see the result with \`notiform report ${key}\``,
        style.naming,
      );
      return wrapped([label, ...sentenceSpans(words, 'dim')], style, 2);
    }
    return [
      ...wrapped([label, span('no result yet; acceptance alone does not mean delivery', 'dim')], style, 2),
      // A problem has help of its own.
      ...(problem || key === '' ? [] : helpLines(`Ask later with \`notiform report ${key}\``, style)),
    ];
  }
  return drawCode('delivery ', delivery.code, deliveryFacts(delivery, style).join(', '), style);
}

/** The device, the medium and the time of a delivery, if they are known. */
export function deliveryFacts(
  { device, media, at }: Record<'device' | 'media' | 'at', string | null>,
  style: Style,
): string[] {
  return [device, media, at && ourTime(at, style)].flatMap((part) => part || []);
}

/** A result code with its meaning, the service's own words, and help. */
function drawCode(label: string, code: string, words: string, style: Style): DrawnLine[] {
  const known = explainResult(code);
  const line: Span[] = [span(`${label} `), span(code, 'bold')];
  if (known && code !== String(ACCEPTED)) line.push(span(` ${known.means}`));
  if (words !== '') line.push(span(` (${words})`, 'dim'));
  return [...wrapped(line, style, 2), ...(known && known.help !== '' ? helpLines(known.help, style) : [])];
}

function helpLines(help: string, style: Style, by = HANG): DrawnLine[] {
  const label = span('help: ', 'dim');
  return wrapped([label, span(withNaming(help, style.naming))], style, by);
}

/** The column of what follows a label. */
const HANG = 3 + 'delivery '.length;

function drawFailure(failure: ProofFailure, style: Style): DrawnLine[] {
  const { code, path, message, hint, difference, place } = failure;
  return [
    ...wrapped([span('✗ ', 'red'), span(path, 'cyan'), span(`: ${message}`)], style, 2),
    ...(place ? wrapped([span(`at ${placeText(place)}`, 'dim')], style, 4) : []),
    ...(difference ? indented(drawDifference(difference, { ...style, width: style.width - 4 }), 4) : []),
    ...helpLines(hint ?? codes[code].help, style, 4),
    [span(`    docs: ${explainCommand(code, style)}`, 'dim')],
  ];
}

/** The two lines with a mark under the first column of the line to send that differs. Variables shift the approved line. */
function drawDifference({ column, expected, actual }: Difference, style: Style): DrawnLine[] {
  const labels = ['approved', 'to send'] as const;
  const wide = Math.max(...labels.map(columns));
  const room = Math.max(16, style.width - wide - 4);
  const from = windowStart(actual ?? expected ?? '', column, room);
  const row = (label: string, text: string | null): DrawnLine => [
    span(`${label}${' '.repeat(wide - columns(label))} │ `, 'dim'),
    // A line break at the end of a text adds an empty line.
    ...(text === null || text === ''
      ? [span(text === null ? '(the text ends before this line)' : '(an empty line)', 'dim')]
      : cutLine([part(text, from)], room)),
  ];
  const before = expected !== null && actual !== null ? lineWidth([part(actual, from, column - 1)]) : 0;
  return [
    row(labels[0], expected),
    row(labels[1], actual),
    [span(' '.repeat(wide + 3 + before)), span('^', 'red', 'bold')],
  ];
}

/** The first code point to show, so that the column and some text before it are visible. */
function windowStart(text: string, column: number, room: number): number {
  const before = visible([...text].slice(0, column - 1).join(''));
  return columns(before) < room - 8 ? 0 : Math.max(0, column - 1 - Math.floor(room / 4));
}

/** A line from code point `from` to `to`, with `…` if it does not begin the text. */
function part(text: string, from: number, to?: number): Span {
  return span(`${from > 0 ? '…' : ''}${[...text].slice(from, to).join('')}`);
}

function drawPayload({ payload }: SendResult, style: Style): DrawnLine[] {
  const text = drawText(JSON.stringify(payload, null, 2), style.width - 4, 'dim');
  return indented([[span('payload', 'dim')], ...text], 2);
}

/** What the counts of messages have beside their outcomes. */
const SENT_WORDS = {
  failedAsExpected: 'failed as expected',
  deliveredUnexpectedly: 'delivered and not as expected',
  scheduled: 'scheduled',
  unchecked: 'not checked',
};

function summary({ sends, dryRun, isCheck, problems }: SendReport, style: Style): DrawnLine[] {
  if (sends.length === 0) return [[span(`Nothing to ${dryRun ? 'prove' : 'send'}.`)]];
  // A file that could not be read has no send, only an error.
  const unchecked = problems.filter(({ severity }) => isCheck && severity === 'error').map(() => 'unchecked' as const);
  const counted = [...sends.map(countedAs), ...unchecked];
  const words = [
    ...Object.entries(SEND_WORDS).map(([name, one]) => [name, countWord(one)]),
    ...Object.entries(SENT_WORDS),
  ] as const;
  const parts = words.map(([name, word = '']) => [word, counted.filter((one) => one === name).length] as const);
  const lead = `${counted.length} ${counted.length === 1 ? 'message' : 'messages'}: `;
  return wrapped(listed(lead, numbered(parts), 'bold'), style);
}

function countedAs(send: SendResult): SendOutcome | keyof typeof SENT_WORDS {
  const { outcome, expect, asExpected } = send;
  if (outcome === 'delivered') return asExpected === false ? 'deliveredUnexpectedly' : 'delivered';
  if (outcome === 'failed' || outcome === 'refused')
    return asExpected && expect !== 'delivered' ? 'failedAsExpected' : outcome;
  if (outcome === 'unproved') return 'not-sent';
  return isScheduled(send) ? 'scheduled' : outcome;
}
