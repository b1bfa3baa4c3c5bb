import { isDeepStrictEqual } from 'node:util';
import { codes } from '../../core/codes.ts';
import type { ProofFailure, SendOutcome, SendReport, SendResult } from '../../core/send-result.ts';
import { numbered } from '../../text/counted.ts';
import { explainCommand } from '../command.ts';
import { placeText } from '../problems.ts';
import { explainResult } from '../result-codes.ts';
import type { Style } from '../style.ts';
import { addressText, joined, listed, type Mark, span, type Text, whole } from '../text.ts';
import { Audience } from './audience.ts';
import { type Entry, type ReportView, type ViewPart, warning } from './blocks.ts';
import { problemSection } from './plan.ts';
import { countWord, isScheduled, SEND_WORDS, sendMark, typeWord } from './words.ts';

/**
 * Sends for engineers, the outcome of each message: accepted, delivered (which is not the same), or where it differs from its
 * approved template.
 */
export function sendView(given: SendReport, style: Style, { verbose = false }: { verbose?: boolean } = {}): ReportView {
  // The parties of a checked payload have numbers only.
  const unnamed = (send: SendResult): SendResult => ({
    ...send,
    from: { ...send.from, name: '' },
    to: { ...send.to, name: '' },
  });
  const report = given.isCheck ? { ...given, sends: given.sends.map(unnamed) } : given;
  const { environment, dryRun, isCheck, sends, problems } = report;
  const isBefore = dryRun || sends.some(({ outcome }) => outcome === 'proved');
  const isSuite = sends.length > 1 && !isBefore;
  const shown = sends.filter((send) => !isSuite || verbose || needsReader(send));
  const title = `${isCheck ? 'Check of payloads' : 'Test send'} on ${environment}`;
  return {
    title: [span(title, 'bold'), ...(dryRun ? [span('  dry run: nothing is sent', 'dim')] : [])],
    sections: [
      { entries: shown.map((send, index) => sendEntry(withoutRepeat(send, shown[index - 1]), style, verbose)) },
      problemSection(problems),
      { entries: isSuite ? sends.map(rowOf) : [], isTable: true },
    ],
    rest: [{ text: summaryOf(report) }],
  };
}

/** True if more than a row of the table is worth reading. */
function needsReader({ outcome, asExpected, problem, risks }: SendResult): boolean {
  if (problem !== null || risks.length > 0) return true;
  return asExpected === null ? outcome !== 'accepted' && outcome !== 'skipped' : !asExpected;
}

/** A row of the table: name, recipient, outcome, result code, time, type and template. */
function rowOf(send: SendResult): Entry {
  const { word, ...mark } = ending(send);
  const { template, type, to } = send;
  const cells = [
    [span(to.name)],
    [span(word, mark.tone)],
    [span(codeOf(send))],
    [span(tookWords(send), 'dim')],
    [span(type, 'dim')],
    template === null ? [] : [whole(template, 'dim')],
  ];
  return { mark, title: [span(send.send, 'bold')], cells: cells.map((cell) => [cell]) };
}

/** The code of the delivery's result, or of the refusal; empty if there is none. */
export function codeOf({ delivery, problem }: SendResult): string {
  return delivery?.code ?? problem?.service?.code ?? '';
}

/** `1.2 s`, from the call to the result; empty if nothing was sent. */
function tookWords({ tookMs }: Pick<SendResult, 'tookMs'>): string {
  return tookMs === null ? '' : `${(tookMs / 1000).toFixed(1)} s`;
}

function sendEntry(send: SendResult, style: Style, verbose: boolean): Entry {
  const { to, risks, proof, problem, payload } = send;
  const { word, ...mark } = ending(send);
  const audience = new Audience(style);
  const results = [...earlierRows(send, audience), ...acceptanceRows(send, audience), ...deliveryRows(send, audience)];
  const locks = ': this is the first send of the template; its text can never be edited again';
  return {
    mark,
    title: [span(send.send, 'bold'), ...(to.number === '' ? [] : [span(` to ${partyText(to)}`)])],
    cells: [[[span(word, mark.tone)]]],
    body: () => [
      { text: factsOf(send, audience) },
      ...risks.map((risk) => warning(span(risk, 'yellow'), span(risk === 'locks-text' ? locks : ''))),
      ...messageParts(send),
      ...proof.flatMap((failure) => failureParts(failure, audience, style)),
      ...(results.length === 0 ? [] : [{ rows: results }]),
      ...(problem ? [{ problems: [problem] }] : []),
      ...(verbose ? [{ quote: JSON.stringify(payload, null, 2), about: [span('payload', 'dim')] }] : []),
    ],
  };
}

/** Leaves out the preview of a message that the send before it shows already: several recipients get the same message. */
function withoutRepeat(send: SendResult, before: SendResult | undefined): SendResult {
  const isSame = send.preview !== undefined && isDeepStrictEqual(send.preview, before?.preview);
  return isSame ? { ...send, text: '', preview: [], fallbacks: [] } : send;
}

/** The message and its fallbacks: before a send as the phone shows them, after it their texts. A message without a single text is drawn both times. */
function messageParts({ text, preview, buttons, fallbacks }: SendResult): ViewPart[] {
  const body = (plain: string, index: number): ViewPart[] => {
    if (preview?.[index]) return [{ picture: preview[index].text }];
    const rows = buttons?.[index] ?? [];
    return [
      ...(plain === '' ? [] : [{ quote: plain }]),
      ...(rows.length === 0 ? [] : [{ picture: rows.map((row) => `│ ${row}`) }]),
    ];
  };
  return [
    ...body(text, 0),
    ...fallbacks.flatMap(({ type, template, text: plain }, index) => {
      const label = span(`${index === 0 ? 'first' : 'second'} fallback: ${typeWord(type)}`, 'dim');
      const address = template === null ? [] : [span(', ', 'dim'), ...addressText(template)];
      return [{ text: [label, ...address] }, ...body(plain, index + 1)];
    }),
  ];
}

/** The outcome compared with the expected one. */
function ending(send: SendResult): Mark & { word: string } {
  const { expect, asExpected } = send;
  const { symbol, tone } = sendMark(send);
  const compared =
    asExpected === null || expect === 'delivered' ? '' : `, ${asExpected ? '' : 'and not '}as expected (${expect})`;
  return { symbol, tone, word: `${wordOf(send)}${compared}` };
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
function factsOf({ template, templateCode, sample, type, from, at }: SendResult, audience: Audience): Text {
  const rest = [
    type && typeWord(type),
    templateCode !== null && `code ${templateCode}`,
    sample !== null && `sample ${sample}`,
    from.number && `from ${partyText(from)}`,
    at && `at ${audience.ourTime(at)}`,
  ].flatMap((part) => (part ? [[whole(part, 'dim')]] : []));
  return joined([...(template === null ? [] : [addressText(template)]), ...rest]);
}

function partyText({ name, number }: SendResult['to']): string {
  return name === '' ? number : `${name} (${number})`;
}

type ResultRow = readonly [Text, Text];

function earlierRows({ earlier }: SendResult, audience: Audience): ResultRow[] {
  if (earlier === null) return [];
  const { time, outcome } = earlier;
  const facts = [audience.ourTime(time), earlierWord(outcome), ...keysOf(earlier).reverse()];
  return [[[span('sent')], [span(facts.join(', '), 'dim')]]];
}

function earlierWord(outcome: NonNullable<SendResult['earlier']>['outcome']): string {
  if (outcome === 'sending') return 'without an outcome yet';
  return outcome === 'failed' ? 'a fallback was delivered' : SEND_WORDS[outcome].word.en;
}

/** The keys of a message, by which the service finds it. */
export function keysOf({ messageKey, refKey }: { messageKey: string | null; refKey: string | null }): string[] {
  return [...(messageKey ? [`message key ${messageKey}`] : []), ...(refKey ? [`reference ${refKey}`] : [])];
}

const ACCEPTED = 1000;

function acceptanceRows({ acceptance }: SendResult, audience: Audience): ResultRow[] {
  if (acceptance === null) return [];
  const { code, description } = acceptance;
  const keys = keysOf(acceptance).join(', ');
  return [
    ...codeRows(code === ACCEPTED ? 'accepted' : 'answer', String(code), description, audience),
    ...(keys === '' ? [] : [[[], [span(keys, 'dim')]] as const]),
  ];
}

function deliveryRows(send: SendResult, audience: Audience): ResultRow[] {
  const { delivery, acceptance, outcome, problem, at } = send;
  if (delivery !== null)
    return codeRows('delivery', delivery.code, deliveryFacts(delivery, audience).join(', '), audience);
  if (acceptance === null || outcome !== 'accepted') return [];
  const [label, key] = [[span('delivery')], acceptance.messageKey];
  if (at !== null && isScheduled(send)) {
    const words = `scheduled; after ${audience.ourTime(at)}, see the result with \`notiform report ${key}\``;
    return [[label, audience.sentence(words, 'dim')]];
  }
  return [
    [label, [span('no result yet; acceptance alone does not mean delivery', 'dim')]],
    // A problem has help of its own.
    ...(problem || key === '' ? [] : [[[], helpText(`Ask later with \`notiform report ${key}\``, audience)] as const]),
  ];
}

/** The device, the medium and the time of a delivery, if they are known. */
export function deliveryFacts(
  { device, media, at }: Record<'device' | 'media' | 'at', string | null>,
  audience: Audience,
): string[] {
  return [device, media, at && audience.ourTime(at)].flatMap((part) => part || []);
}

/** A result code with its meaning, the service's own words, and help. */
function codeRows(label: string, code: string, words: string, audience: Audience): ResultRow[] {
  const known = explainResult(code);
  const line: Text = [
    span(code, 'bold'),
    ...(known && code !== String(ACCEPTED) ? [span(` ${known.means}`)] : []),
    ...(words === '' ? [] : [span(` (${words})`, 'dim')]),
  ];
  return [
    [[span(label)], line],
    ...(known && known.help !== '' ? [[[], helpText(known.help, audience)] as const] : []),
  ];
}

function helpText(help: string, audience: Audience): Text {
  return [span('help: ', 'dim'), ...audience.sentence(help)];
}

function failureParts(failure: ProofFailure, audience: Audience, style: Style): ViewPart[] {
  const { code, path, message, hint, difference, place } = failure;
  return [
    { text: [span('✗ ', 'red'), span(path, 'cyan'), span(`: ${message}`)] },
    ...(place ? [{ text: [span(`  at ${placeText(place)}`, 'dim')] }] : []),
    ...(difference ? [{ difference }] : []),
    {
      rows: [
        [[span('  help:', 'dim')], audience.sentence(hint ?? codes[code].help)],
        [[span('  docs:', 'dim')], [whole(explainCommand(code, style), 'dim')]],
      ],
    },
  ];
}

/** What the counts of messages have beside their outcomes. */
const SENT_WORDS = {
  failedAsExpected: 'failed as expected',
  deliveredUnexpectedly: 'delivered and not as expected',
  scheduled: 'scheduled',
  unchecked: 'not checked',
};

function summaryOf({ sends, dryRun, isCheck, problems }: SendReport): Text {
  if (sends.length === 0) return [span(`Nothing to ${dryRun ? 'prove' : 'send'}.`)];
  // A file that could not be read has no send, only an error.
  const unchecked = problems.filter(({ severity }) => isCheck && severity === 'error').map(() => 'unchecked' as const);
  const counted = [...sends.map(countedAs), ...unchecked];
  const words = [
    ...Object.entries(SEND_WORDS).map(([name, one]) => [name, countWord(one)]),
    ...Object.entries(SENT_WORDS),
  ] as const;
  const parts = words.map(([name, word = '']) => [word, counted.filter((one) => one === name).length] as const);
  return listed(`${counted.length} ${counted.length === 1 ? 'message' : 'messages'}: `, numbered(parts), 'bold');
}

function countedAs(send: SendResult): SendOutcome | keyof typeof SENT_WORDS {
  const { outcome, expect, asExpected } = send;
  if (outcome === 'delivered') return asExpected === false ? 'deliveredUnexpectedly' : 'delivered';
  if (outcome === 'failed' || outcome === 'refused')
    return asExpected && expect !== 'delivered' ? 'failedAsExpected' : outcome;
  if (outcome === 'unproved') return 'not-sent';
  return isScheduled(send) ? 'scheduled' : outcome;
}
