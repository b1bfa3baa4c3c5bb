import type { JsonObject } from '../../core/json.ts';
import { length } from '../../core/variables.ts';
import type { Ground } from '../ground.ts';
import { digits } from '../numbers.ts';
import { serviceStatus } from '../resource/guards/states.ts';
import { CONTENT_MAX } from '../resource/guards/template.ts';
import { groupsOf, isUsable } from '../resource/registry.ts';
import { markUsed, settleDormancy } from '../resource/templates.ts';
import type { Message, Outcome } from '../store/message.ts';
import type { Profile } from '../store/profile.ts';
import type { Template } from '../store/template.ts';
import { differs } from './matching.ts';
import type { Payload } from './payload.ts';
import { delivery, resultOf } from './result.ts';
import { textOf } from './shape.ts';
import { push } from './webhook.ts';

/** Takes a valid payload in. One that differs from its template is accepted too, and fails in its result. */
export function acceptMessage(ground: Ground, payload: Payload): Message {
  const { clock, random, settings, store } = ground;
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
    pushed: false,
  };
  store.messages.put(message);
  expectResult(ground, message);
  return message;
}

/** Sees to it that a message goes out and its result is pushed, each in its time. */
export function expectResult(ground: Ground, message: Message): void {
  const { clock } = ground;
  if (message.outcome === null) clock.at(message.sendAt, () => void delivered(ground, message));
  if (!message.pushed) clock.at(message.resultAt, () => push(ground, message, settledResult(ground, message)));
}

/** The result as the webhook's JSON; undefined while it is not known (message API 6). */
export function knownResult(ground: Ground, message: Message): JsonObject | undefined {
  return message.resultAt > ground.clock.now() ? undefined : settledResult(ground, message);
}

function settledResult(ground: Ground, message: Message): JsonObject {
  return resultOf(ground, message, delivered(ground, message));
}

/** What became of a message that is due: judged once, when it goes out or when somebody asks first. */
function delivered(ground: Ground, message: Message): Outcome {
  if (message.outcome !== null) return message.outcome;
  message.outcome = outcomeOf(ground, message);
  ground.store.messages.put(message);
  return message.outcome;
}

function outcomeOf(ground: Ground, message: Message): Outcome {
  const failed = failure(ground, message);
  if (failed === undefined) return { result: delivery.delivered, device: message.type, reason: null };
  const [result, reason] = failed;
  // A fallback is a text, which a registered sender number may send to any phone (message API 2.11; assumption 29).
  if (message.fallback && ground.store.senders.has(digits(message.from))) {
    return { result: delivery.textDelivered, device: 'sms', reason };
  }
  return { result, device: message.type, reason };
}

function failure(ground: Ground, message: Message): [code: string, reason: string] | undefined {
  const { content } = message;
  const profile = ground.store.profiles.get(textOf(content, 'senderkey'));
  if (profile === undefined || !isUsable(profile)) {
    return [delivery.profile, 'the sender profile is unknown, blocked or dormant'];
  }
  if (length(textOf(content, 'message')) > CONTENT_MAX)
    return [delivery.tooLong, `the body has more than ${CONTENT_MAX} characters`];
  const template = templateFor(ground, profile, textOf(content, 'templatecode'));
  if (template === undefined) return [delivery.noTemplate, 'there is no such template'];
  const state = serviceStatus(template);
  if (state !== 'RDY' && state !== 'ACT') return [delivery.notSendable, `the template is ${state}`];
  const difference = differs(template.content, message.type, content);
  if (difference !== undefined) return [delivery.differs, difference];
  markUsed(ground, template);
  const { recipients } = ground.store;
  if (recipients.size > 0 && !recipients.has(digits(message.to))) return [delivery.noPhone, 'there is no such phone'];
  return undefined;
}

/** A profile sends its own templates and those of its groups; a group's key sends the group's (assumption 19). */
function templateFor(ground: Ground, profile: Profile, code: string): Template | undefined {
  const owners = profile.type === 'G' ? [profile] : [profile, ...groupsOf(ground, profile)];
  for (const owner of owners) {
    const template = ground.store.templates.of(owner.key, code);
    if (template) return settleDormancy(ground, template);
  }
  return undefined;
}
