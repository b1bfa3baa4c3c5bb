import type { JsonObject } from '../../core/json.ts';
import type { Context } from '../context.ts';
import type { Machine } from '../machine.ts';
import { digits, isSameNumber } from '../numbers.ts';
import type { ChosenResult } from '../public-types.ts';
import { textOf } from '../shape.ts';
import { delivery, type Fate, fateOf, type Undelivered } from './channel.ts';
import { channels } from './channels.ts';
import { countSend } from './count.ts';
import type { Bubble, Message, Outcome } from './message.ts';
import type { Payload } from './payload.ts';
import { dropOldest, isKept, purgeOldest } from './retention.ts';

/** Accepts a valid payload. A message that differs from its template is accepted and fails in its result. */
export function acceptMessage(machine: Machine, payload: Payload, unknown: string[] = []): Message {
  const { clock, random, settings, store } = machine;
  const now = clock.now();
  const { account: _account, sendAt = now, ...sent } = payload;
  const message: Message = {
    ...sent,
    messagekey: random.hex(16),
    msgid: random.hex(8),
    acceptedAt: now,
    sendAt,
    resultAt: sendAt + settings.deliveryMs,
    isKnown: false,
    outcome: null,
    push: { state: 'due', tries: 0 },
    ...(unknown.length > 0 && { unknown }),
  };
  store.messages.put(message);
  purgeOldest(machine);
  dropOldest(machine);
  expectResult(machine, message);
  return message;
}

/** Schedules the delivery of a message, and the push of its result. */
export function expectResult(machine: Machine, message: Message): void {
  const { clock, courier } = machine;
  if (message.outcome === null)
    clock.at(message.sendAt, () => {
      if (isKept(machine, message)) delivered(machine, message);
    });
  if (message.isKnown && message.push.state !== 'due') return;
  clock.at(message.resultAt, () => {
    if (!isKept(machine, message)) return;
    const result = reported(machine, message);
    if (message.push.state === 'due') courier.push(message, result);
  });
}

/** The result as the JSON of the webhook; undefined until it is known (message API 6). */
export function knownResult(context: Context, message: Message): JsonObject | undefined {
  if (!message.isKnown && message.resultAt > context.clock.now()) return undefined;
  return reported(context, message);
}

/** Decides the outcome, and notes that it was available. A task may run late. */
function reported(context: Context, message: Message): JsonObject {
  const result = resultOf(context, message, delivered(context, message));
  if (!message.isKnown) {
    message.isKnown = true;
    context.store.messages.put(message);
  }
  return result;
}

/** Decides the outcome once, when the message is sent. */
function delivered(context: Context, message: Message): Outcome {
  if (message.outcome !== null) return message.outcome;
  message.outcome = outcomeOf(context, message);
  context.store.messages.put(message);
  return message.outcome;
}

interface Attempt extends Outcome {
  bubble: Bubble;
  fate: Fate;
}

/** Tries the message's own channel, then its fallbacks, until one does not fail (message API 2.11). */
function outcomeOf(context: Context, message: Message): Outcome {
  let attempt = tryChannel(context, message, { type: message.type, content: message.content });
  const attempts = [attempt];
  for (const fallback of message.fallbacks) {
    // An uncertain message may have arrived, so no fallback follows (message API 6.4; assumption 94).
    if (attempt.fate === 'delivered' || attempt.fate === 'unknown') break;
    attempt = tryChannel(context, message, fallback);
    attempts.push(attempt);
  }
  for (const { bubble, fate } of attempts) countSend(context, { ...bubble, sendAt: message.sendAt }, fate);
  return { result: attempt.result, device: attempt.device, reason: reasonOf(attempts) };
}

function reasonOf(attempts: readonly Attempt[]): string | null {
  const failed = attempts.filter(({ reason }) => reason !== null);
  if (attempts.length === 1 || failed.length === 0) return failed[0]?.reason ?? null;
  return failed.map(({ device, reason }) => `${device}: ${reason}`).join('; ');
}

/** The rules of the channel come first: a setting cannot make an invalid message succeed. */
function tryChannel(context: Context, message: Message, bubble: Bubble): Attempt {
  const { sendAt, country } = message;
  const channel = channels[bubble.type];
  const refused = channel.failure?.(context, { ...bubble, sendAt, country });
  const [result, reason] = refused ??
    chosenOutcome(context, message, bubble) ??
    noPhone(context, message, bubble) ?? [channel.success, null];
  return { result, device: bubble.type, reason, bubble, fate: refused ? 'refused' : fateOf(result) };
}

function chosenOutcome({ settings }: Context, message: Message, bubble: Bubble): Undelivered | undefined {
  const result = settings.results.find((choice) => matches(choice, message, bubble))?.result;
  if (result === undefined) return undefined;
  return [result, result === channels[bubble.type].success ? null : 'chosen by a setting'];
}

function matches({ to, refkey, templateCode, type }: ChosenResult, message: Message, bubble: Bubble): boolean {
  if (bubble.type !== (type ?? message.type)) return false;
  if (to !== undefined && !isSameNumber(message.to, to)) return false;
  if (refkey !== undefined && refkey !== message.refkey) return false;
  return templateCode === undefined || templateCode === textOf(bubble.content, 'templatecode');
}

/** If recipients are registered, other numbers do not exist (assumption 21). */
function noPhone({ store }: Context, message: Message, { type }: Bubble): Undelivered | undefined {
  if (store.recipients.size === 0 || store.recipients.has(digits(message.to))) return undefined;
  return [
    channels[type].family === 'messenger' ? delivery.noPhone : delivery.unreachable,
    'there is no such phone: it is not one of the `recipients` (notiform.yaml, `--recipient`)',
  ];
}

/** The JSON of the webhook, which is also the `result` of a report (message API 6; assumption 21). */
function resultOf({ wire }: Context, message: Message, { result, device }: Outcome): JsonObject {
  return {
    DEVICE: device.toUpperCase(),
    CMSGID: message.messagekey,
    MSGID: message.msgid,
    PHONE: message.to,
    MEDIA: (channels[device].media?.(wire) ?? device).toUpperCase(),
    UNIXTIME: String(Math.floor(message.resultAt / 1000)),
    RESULT: result,
    REFKEY: message.refkey,
  };
}
