import type { SendRecord } from '../core/send-result.ts';
import { isDelivered } from '../send/expectation.ts';
import { type DrawnLine, EMPTY, joined, render, renderBlocks, span, whole } from './line.ts';
import { SEND_WORDS, sendMark } from './outcome-words.ts';
import { markSpan, wrapped } from './part.ts';
import { explainResult } from './result-codes.ts';
import { deliveryFacts, keysOf } from './send.ts';
import type { Style } from './style.ts';
import { drawTable } from './table.ts';
import { COMMON_TEXTS, ORDER_TEXTS, RECORD_TEXTS, SEND_TEXTS, said } from './terminal-words.ts';
import { ourTime } from './time.ts';

/** The sends of a journal. */
interface RecordsView {
  environment: string;
  /** The begin of the listed time, ISO 8601; null if a key was named. */
  since: string | null;
  sends: readonly SendRecord[];
}

/** Draws messages that were sent earlier, each with its outcome and its keys, oldest first. */
export function drawRecords({ environment, since, sends }: RecordsView, style: Style): string {
  const time = since === null ? '' : ourTime(since, style);
  const title = said(style, since === null ? RECORD_TEXTS.title : RECORD_TEXTS.titleSince, { environment, time });
  const heading: DrawnLine = [span(title, 'bold')];
  if (sends.length === 0) return render([heading, [span(said(style, RECORD_TEXTS.none))]], style);
  const rows = sends.map((record, index) => ({
    cells: [
      [
        markSpan(sendMark(record)),
        whole(record.time === null ? said(style, RECORD_TEXTS.unknownTime) : ourTime(record.time, style)),
      ],
      recipient(record, style),
      outcome(record, style),
    ] satisfies DrawnLine[],
    after: [...wrapped(details(record, style), style, 2), ...(index < sends.length - 1 ? [EMPTY] : [])],
  }));
  return renderBlocks([[heading], drawTable(rows, style.width)], style);
}

function recipient({ send, to }: SendRecord, style: Style): DrawnLine {
  if (send === null) return [span(said(style, RECORD_TEXTS.unjournaled), 'dim')];
  const party = to && said(style, COMMON_TEXTS.to, { party: `${to.name} (${to.number})` });
  return [whole(send, 'bold'), ...(party === null ? [] : [span(party)])];
}

function outcome({ outcome, result, expect, asExpected, at }: SendRecord, style: Style): DrawnLine {
  const { tone, word } = SEND_WORDS[outcome];
  const means = result && outcome !== 'delivered' ? meaningOf(outcome, result, style) : undefined;
  const code = result === null ? '' : ` (${result.code}${means === undefined ? '' : `: ${means}`})`;
  const phrase = asExpected ? SEND_TEXTS.expected : RECORD_TEXTS.unexpected;
  const compared = expect === 'delivered' || asExpected === null ? '' : said(style, phrase, { expect });
  const isReserved = outcome === 'accepted' && at !== null;
  const reserved = isReserved ? said(style, RECORD_TEXTS.reserved, { time: ourTime(at, style) }) : '';
  return [span(said(style, word), tone), span(`${code}${compared}${reserved}`)];
}

/** A failed message with a code that means delivery was replaced by its fallback. */
function meaningOf(
  outcome: SendRecord['outcome'],
  { code, channel, fallback }: NonNullable<SendRecord['result']>,
  style: Style,
): string | undefined {
  if (outcome !== 'failed' || !isDelivered(code)) return explainResult(code, style.language)?.means;
  if (!fallback) return said(style, RECORD_TEXTS.byAFallback);
  return said(style, RECORD_TEXTS.byFallback, { channel: channel ?? '', order: said(style, ORDER_TEXTS[fallback]) });
}

/** The delivery as `send` prints it, and the keys of the message, which are copied and never broken. */
function details({ result, messageKey, refKey }: SendRecord, style: Style): DrawnLine {
  const parts = [...(result ? deliveryFacts(result, style) : []), ...keysOf({ messageKey, refKey }, style)];
  return joined(parts.map((part) => [whole(part, 'dim')]));
}
