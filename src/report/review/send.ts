import type { SendReport, SendResult } from '../../core/send-result.ts';
import { isDelivered } from '../../send/expectation.ts';
import { fenced, inert } from '../markdown.ts';
import { cellOf, SEND_WORDS } from '../outcome-words.ts';
import { explainResult } from '../result-codes.ts';
import { codeOf, proofIn, tookWords } from '../send.ts';
import { fitReview, type ReviewItem } from './fit.ts';
import { code, details, paragraphs, type ReviewOptions, ReviewWriter, small } from './parts.ts';
import { problemLines } from './problems.ts';
import { SEND_TEXTS } from './send-words.ts';

/** The groups of the lead, the most urgent first. */
const GROUPS = ['unknown', 'wrong', 'accepted', 'skipped', 'proved', 'fine'] as const;

type SendGroup = (typeof GROUPS)[number];

/**
 * Draws sends as Markdown for reviewers: how many ended as expected, a table with a row for each message, and the problems of
 * those that did not. Ends with a line break.
 */
export function drawSendMarkdown(report: SendReport, options: ReviewOptions = {}): string {
  const writer = new ReviewWriter(options);
  const { environment, sends, dryRun, problems } = report;
  const head = [
    `### ${writer.say(dryRun ? SEND_TEXTS.dryRun : SEND_TEXTS.title, { environment })}`,
    '',
    ...leadOf(sends, writer),
    '',
    ...problemLines(problems, writer),
  ];
  const { name, recipient, type, outcome, resultCode, took } = SEND_TEXTS;
  const columns = [name, recipient, type, outcome, resultCode, took];
  const sorted = GROUPS.flatMap((group) => sends.filter((send) => groupOf(send) === group));
  const items = sorted.map((send) => sendItem(send, writer));
  return fitReview(items, { head, rest: [], columns }, writer);
}

function groupOf({ outcome, asExpected, problem }: SendResult): SendGroup {
  if (asExpected !== null) return asExpected ? (outcome === 'skipped' ? 'skipped' : 'fine') : 'wrong';
  if (outcome === 'unknown' || outcome === 'proved') return outcome;
  if (outcome === 'accepted' || outcome === 'skipped') return problem?.severity === 'error' ? 'unknown' : outcome;
  return 'wrong';
}

function leadOf(sends: readonly SendResult[], writer: ReviewWriter): string[] {
  const sentences = GROUPS.flatMap((group) => {
    const count = sends.filter((send) => groupOf(send) === group).length;
    return count === 0 ? [] : [writer.say(SEND_TEXTS[group], { count })];
  });
  const [first = writer.say(SEND_TEXTS.none), ...more] = sentences;
  return paragraphs([`**${first}**`], more);
}

function sendItem(send: SendResult, writer: ReviewWriter): ReviewItem {
  const { template, to, type, text, problem, proof, source } = send;
  const name = inert(send.send);
  const result = codeOf(send);
  // The meaning of a delivery repeats the result.
  const isPlain = send.outcome === 'delivered' || isDelivered(result);
  const means = isPlain ? undefined : explainResult(result, writer.language)?.means;
  const kind = template === null || template === send.send ? '' : `<br><sub>${inert(template)}</sub>`;
  const shown = outcomeCell(send, writer);
  const body = [
    ...(text === '' ? [] : [fenced(text, 'text'), '']),
    ...proof
      .map((failure) => proofIn(writer.language, failure))
      .map(({ path, message, hint }) => `- ${code(path)}: ${inert(message)} ${small([inert(hint ?? '')])}`),
    ...(problem ? problemLines([problem], writer) : []),
    small([...keysOf(send).map(code), writer.source(source)]),
  ];
  return {
    row: [
      `${writer.linked(`**${name}**`, source)}${kind}`,
      inert(to.name),
      code(type),
      shown,
      result === '' ? '' : [code(result), ...(means === undefined ? [] : [inert(means)])].join(' '),
      tookWords(send, writer.language),
    ],
    whole: (isOpen) => details(`<b>${name}</b> → ${inert(to.name)}: ${shown.replaceAll('**', '')}`, body, isOpen),
  };
}

/** How the message ended, and whether that was expected. */
function outcomeCell(send: SendResult, writer: ReviewWriter): string {
  const { outcome, expect, asExpected, earlier, delivery } = send;
  const channel = delivery?.fallback && isDelivered(delivery.code) ? (delivery.channel ?? '') : '';
  const by = channel === '' ? '' : `<br>${writer.say(SEND_TEXTS.fallback, { channel })}`;
  const words = `${cellOf(SEND_WORDS[outcome], writer.language)}${by}`;
  if (outcome === 'skipped') {
    const unknown = groupOf(send) === 'unknown' ? [cellOf(SEND_WORDS.unknown, writer.language)] : [];
    return [words, ...unknown, small([writer.ourTime(earlier?.time ?? '')])].join('<br>');
  }
  if (asExpected === null || (expect === 'delivered' && asExpected)) return words;
  return `${words}<br>${writer.say(asExpected ? SEND_TEXTS.expected : SEND_TEXTS.unexpected, { expect })}`;
}

/** The keys by which a message is found at the service. */
function keysOf({ acceptance, earlier }: SendResult): string[] {
  return [acceptance?.messageKey, acceptance?.refKey, earlier?.messageKey, earlier?.refKey].flatMap((key) => key || []);
}
