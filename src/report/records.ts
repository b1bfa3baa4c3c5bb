import type { SendRecord } from '../core/send-result.ts';
import { isDelivered } from '../send/report.ts';
import { explainResult } from './result-codes.ts';
import type { Style } from './style.ts';
import { EMPTY, render, renderBlocks, wrapped } from './terminal/line.ts';
import { drawTable } from './terminal/table.ts';
import { joined, markSpan, span, type Text, whole } from './text.ts';
import { ourTime } from './time.ts';
import { Audience } from './view/audience.ts';
import { deliveryFacts, keysOf } from './view/send.ts';
import { SEND_WORDS, sendMark } from './view/words.ts';

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
  const title = `Sends on ${environment}${since === null ? '' : ` since ${time}`}`;
  const heading: Text = [span(title, 'bold')];
  if (sends.length === 0)
    return render([heading, [span('The journal of this machine, .notiform/sends.jsonl, has no message.')]], style);
  const rows = sends.map((record, index) => ({
    cells: [
      [markSpan(sendMark(record)), whole(record.time === null ? 'unknown time' : ourTime(record.time, style))],
      recipient(record),
      outcome(record, style),
    ] satisfies Text[],
    after: [...wrapped(details(record, style), style, 2), ...(index < sends.length - 1 ? [EMPTY] : [])],
  }));
  return renderBlocks([[heading], drawTable(rows, style.width)], style);
}

function recipient({ send, to }: SendRecord): Text {
  if (send === null) return [span('not in the journal', 'dim')];
  const party = to && ` to ${to.name} (${to.number})`;
  return [whole(send, 'bold'), ...(party === null ? [] : [span(party)])];
}

function outcome({ outcome, result, expect, asExpected, at }: SendRecord, style: Style): Text {
  const { tone, word } = SEND_WORDS[outcome];
  const means = result && outcome !== 'delivered' ? meaningOf(outcome, result) : undefined;
  const code = result === null ? '' : ` (${result.code}${means === undefined ? '' : `: ${means}`})`;
  const compared =
    expect === 'delivered' || asExpected === null ? '' : `, ${asExpected ? '' : 'not '}as expected (${expect})`;
  const isReserved = outcome === 'accepted' && at !== null;
  const reserved = isReserved ? `, reserved for ${ourTime(at, style)}` : '';
  return [span(word.en, tone), span(`${code}${compared}${reserved}`)];
}

/** A failed message with a code that means delivery was replaced by its fallback. */
function meaningOf(
  outcome: SendRecord['outcome'],
  { code, channel, fallback }: NonNullable<SendRecord['result']>,
): string | undefined {
  if (outcome !== 'failed' || !isDelivered(code)) return explainResult(code)?.means;
  if (!fallback) return 'delivered by a fallback';
  return `delivered by ${channel ?? ''}, the ${fallback} fallback`;
}

/** The delivery as `send` prints it, and the keys of the message, which are copied and never broken. */
function details({ result, messageKey, refKey }: SendRecord, style: Style): Text {
  const parts = [...(result ? deliveryFacts(result, new Audience(style)) : []), ...keysOf({ messageKey, refKey })];
  return joined(parts.map((part) => [whole(part, 'dim')]));
}
