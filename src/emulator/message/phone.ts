import type { JsonObject } from '../../core/json.ts';
import type { Context } from '../context.ts';
import type { Machine } from '../machine.ts';
import { digits } from '../numbers.ts';
import { isBrandType } from '../resource/brand-template/type.ts';
import { textOf } from '../shape.ts';
import { brandFailure } from './brand/phone.ts';
import { chosenResult } from './chosen.ts';
import type { Bubble, Message, Outcome } from './message.ts';
import { isMessengerType, isNotificationType } from './message-types.ts';
import { notificationFailure } from './notification/phone.ts';
import type { Payload } from './payload.ts';
import { delivery, isFailure, resultOf, successOf } from './result.ts';
import { isKept } from './retention.ts';

/** Takes a valid payload in. One that differs from its template is accepted too, and fails in its result. */
export function acceptMessage(machine: Machine, payload: Payload): Message {
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
    outcome: null,
    push: { state: 'due', tries: 0 },
  };
  store.messages.put(message);
  expectResult(machine, message);
  return message;
}

/** Sees to it that a message goes out, its result is pushed, and it is forgotten, each in its time. */
export function expectResult(machine: Machine, message: Message): void {
  const { clock, courier } = machine;
  if (message.outcome === null)
    clock.at(message.sendAt, () => {
      if (isKept(machine, message)) delivered(machine, message);
    });
  if (message.push.state === 'due')
    clock.at(message.resultAt, () => {
      if (isKept(machine, message)) courier.push(message, settledResult(machine, message));
    });
  machine.retention.expectEnd(message);
}

/** The result as the webhook's JSON; undefined while it is not known (message API 6). */
export function knownResult(context: Context, message: Message): JsonObject | undefined {
  return message.resultAt > context.clock.now() ? undefined : settledResult(context, message);
}

function settledResult(context: Context, message: Message): JsonObject {
  return resultOf(context, message, delivered(context, message));
}

/** What became of a message that is due: judged once, when it goes out or when somebody asks first. */
function delivered(context: Context, message: Message): Outcome {
  if (message.outcome !== null) return message.outcome;
  message.outcome = outcomeOf(context, message);
  context.store.messages.put(message);
  return message.outcome;
}

interface Attempt extends Outcome {
  failed: boolean;
}

/** The message's own channel, then its fallbacks one by one, until one does not fail (message API 2.11). */
function outcomeOf(context: Context, message: Message): Outcome {
  let attempt = tryChannel(context, message, { type: message.type, content: message.content });
  const attempts = [attempt];
  for (const fallback of message.fallbacks) {
    if (!attempt.failed) break;
    attempt = tryChannel(context, message, fallback);
    attempts.push(attempt);
  }
  return { result: attempt.result, device: attempt.device, reason: reasonOf(attempts) };
}

function reasonOf(attempts: readonly Attempt[]): string | null {
  const failed = attempts.filter(({ reason }) => reason !== null);
  if (failed.length < 2) return failed[0]?.reason ?? null;
  return failed.map(({ device, reason }) => `${device}: ${reason}`).join('; ');
}

function tryChannel(context: Context, message: Message, bubble: Bubble): Attempt {
  const failure =
    ownFailure(context, message, bubble) ??
    chosenOutcome(context, message, bubble) ??
    noPhone(context, message, bubble);
  const [result, reason] = failure ?? [successOf(bubble.type), null];
  return { result, device: bubble.type, reason, failed: isFailure(result) };
}

type Undelivered = [code: string, reason: string | null];

/** What is wrong by the rules of the channel: a setting makes nothing succeed that would not. */
function ownFailure(context: Context, message: Message, { type, content }: Bubble): Undelivered | undefined {
  if (isNotificationType(type)) return notificationFailure(context, type, content);
  if (isBrandType(type))
    return brandFailure(context, { type, content, sendAt: message.sendAt, country: message.country });
  return type === 'rcs' ? rcsFailure(context, content) : undefined;
}

/** Keys are held against those of the settings, where there are any (message API 2.8; assumption 93). */
function rcsFailure({ settings }: Context, content: JsonObject): Undelivered | undefined {
  const isWrong = (name: string, right: readonly string[]): boolean => {
    const key = textOf(content, name);
    return key !== '' && right.length > 0 && !right.includes(key);
  };
  if (isWrong('brandkey', settings.rcsBrandKeys)) return [delivery.wrongKey, 'the brand key is wrong'];
  return isWrong('agencykey', settings.rcsAgencyKeys) ? [delivery.wrongKey, 'the agency key is wrong'] : undefined;
}

function chosenOutcome({ settings }: Context, message: Message, bubble: Bubble): Undelivered | undefined {
  const result = chosenResult(settings.results, message, bubble);
  if (result === undefined) return undefined;
  return [result, result === successOf(bubble.type) ? null : 'chosen by a setting'];
}

/** Where recipients are registered, other numbers have no phone (assumption 21). */
function noPhone({ store }: Context, message: Message, { type }: Bubble): Undelivered | undefined {
  if (store.recipients.size === 0 || store.recipients.has(digits(message.to))) return undefined;
  return [isMessengerType(type) ? delivery.noPhone : delivery.unreachable, 'there is no such phone'];
}
