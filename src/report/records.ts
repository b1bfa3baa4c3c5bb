import type { SendRecord } from '../core/send-result.ts';
import { isDelivered } from '../send/expectation.ts';
import { type DrawnLine, render, span, whole } from './line.ts';
import { SEND_WORDS, sendMark } from './outcome-words.ts';
import { markSpan, wrapped } from './part.ts';
import { explainResult } from './result-codes.ts';
import type { Style } from './style.ts';
import { drawTable } from './table.ts';
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
  const scope = since === null ? '' : ` since ${ourTime(since, style)}`;
  const heading: DrawnLine = [span(`Sends on ${environment}${scope}`, 'bold')];
  if (sends.length === 0)
    return render([heading, [span('The journal of this machine, .notiform/sends.jsonl, has no message.')]], style);
  const rows = sends.map((record) => ({
    cells: [
      [markSpan(sendMark(record)), whole(record.time === null ? 'unknown time' : ourTime(record.time, style))],
      recipient(record),
      outcome(record, style),
    ] satisfies DrawnLine[],
    after: wrapped([whole(details(record, style), 'dim')], style.width, 2),
  }));
  return render([heading, ...drawTable(rows, style.width)], style);
}

function recipient({ send, to }: SendRecord): DrawnLine {
  if (send === null) return [span('not in the journal', 'dim')];
  return [whole(send, 'bold'), ...(to === null ? [] : [span(` to ${to.name} (${to.number})`)])];
}

function outcome({ outcome, result, expect, asExpected, at }: SendRecord, style: Style): DrawnLine {
  const { word, tone } = SEND_WORDS[outcome];
  const means = result && outcome !== 'delivered' ? meaningOf(outcome, result) : undefined;
  const code = result === null ? '' : ` (${result.code}${means === undefined ? '' : `: ${means}`})`;
  const compared =
    expect === 'delivered' || asExpected === null ? '' : `, ${asExpected ? '' : 'not '}as expected (${expect})`;
  const reserved = outcome === 'accepted' && at !== null ? `, reserved for ${ourTime(at, style)}` : '';
  return [span(word, tone), span(`${code}${compared}${reserved}`)];
}

/** A failed message with a code that means delivery was replaced by its fallback. */
function meaningOf(
  outcome: SendRecord['outcome'],
  { code, channel, fallback }: NonNullable<SendRecord['result']>,
): string | undefined {
  if (outcome !== 'failed' || !isDelivered(code)) return explainResult(code)?.means;
  return fallback ? `delivered by ${channel}, the ${fallback} fallback` : 'delivered by a fallback';
}

/** The delivery as `send` prints it, and the keys of the message. */
function details({ result, messageKey, refKey }: SendRecord, style: Style): string {
  const delivery = result && [result.device, result.media, result.at && ourTime(result.at, style)];
  const keys = [messageKey && `message key ${messageKey}`, refKey && `reference ${refKey}`];
  return [...(delivery ?? []), ...keys].filter(Boolean).join(', ');
}
