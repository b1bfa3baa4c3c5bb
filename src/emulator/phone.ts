import type { Json, JsonObject } from '../core/json.ts';
import { length } from '../core/variables.ts';
import { type Payload, textOf } from './guards/payload.ts';
import { serviceStatus } from './guards/states.ts';
import { CONTENT_MAX } from './guards/template.ts';
import type { Machine } from './machine.ts';
import { differs } from './matching.ts';
import { groupsOf } from './profile-endpoints.ts';
import type { Message, Outcome, Profile, Template } from './store.ts';
import { markUsed, settleDormancy } from './templates.ts';
import { push } from './webhook.ts';

/**
 * RESULT codes of a delivery. The documents show 7000 (delivered), 4100 (a text delivered) and 7314; the others are
 * those of a like service (assumption 21).
 */
export const delivery = {
  delivered: '7000',
  textDelivered: '4100',
  profile: '7103',
  differs: '7204',
  noPhone: '7308',
  tooLong: '7314',
  noTemplate: '7315',
  notSendable: '7318',
} as const;

/** The phones: accepted sends, what becomes of them, and the pushes of their results. */
export class Phone {
  readonly #machine: () => Machine;

  constructor(machine: () => Machine) {
    this.#machine = machine;
  }

  /** Takes a valid payload in. A wrong one of a template's is accepted too and fails in its result (message API 2.2). */
  accept(payload: Payload): Message {
    const machine = this.#machine();
    const now = machine.clock.now();
    const { account: _account, sendAt = now, ...sent } = payload;
    const message: Message = {
      ...sent,
      messagekey: machine.random.hex(16),
      msgid: machine.random.hex(8),
      acceptedAt: now,
      sendAt,
      resultAt: sendAt + machine.settings.deliveryMs,
      outcome: null,
      pushed: false,
    };
    machine.store.messages.set(message.messagekey, message);
    if (sendAt <= now) this.#deliver(message);
    this.expect(message);
    machine.changed();
    return message;
  }

  /** Sees to it that a message goes out and its result is pushed, each in its time. */
  expect(message: Message): void {
    const { clock } = this.#machine();
    if (message.outcome === null) clock.at(message.sendAt, () => this.#deliver(message));
    if (!message.pushed) clock.at(message.resultAt, () => push(this.#machine(), message));
  }

  /** The result as the webhook's JSON; undefined while it is not known (message API 6). */
  result(message: Message): JsonObject | undefined {
    const machine = this.#machine();
    return message.resultAt > machine.clock.now() ? undefined : resultOf(message, machine);
  }

  #deliver(message: Message): void {
    const machine = this.#machine();
    if (message.outcome !== null) return;
    message.outcome = outcomeOf(machine, message);
    machine.changed();
  }
}

/** The shape that the webhook is sent and that a report holds under `result` (message API 6; assumption 21). */
export function resultOf(message: Message, machine: Machine): JsonObject {
  const device = message.outcome?.device ?? message.type;
  return {
    DEVICE: device.toUpperCase(),
    CMSGID: message.messagekey,
    MSGID: message.msgid,
    PHONE: message.to,
    MEDIA: device === message.type ? machine.wire.product.toUpperCase() : device.toUpperCase(),
    UNIXTIME: String(Math.floor(message.resultAt / 1000)),
    RESULT: message.outcome?.result ?? delivery.notSendable,
    REFKEY: message.refkey,
  };
}

function outcomeOf(machine: Machine, message: Message): Outcome {
  const failed = failure(machine, message);
  if (failed === undefined) return { result: delivery.delivered, device: message.type, reason: null };
  const [result, reason] = failed;
  // A fallback is a text, which a registered sender number may send to any phone (message API 2.11; assumption 29).
  if (message.fallback && machine.store.senders.has(digits(message.from))) {
    return { result: delivery.textDelivered, device: 'sms', reason };
  }
  return { result, device: message.type, reason };
}

function failure(machine: Machine, message: Message): [code: string, reason: string] | undefined {
  const { content } = message;
  const profile = machine.store.profiles.get(textOf(content, 'senderkey'));
  if (profile === undefined || profile.block || profile.dormant || profile.profileStatus !== 'A') {
    return [delivery.profile, 'the sender profile is unknown, blocked or dormant'];
  }
  if (length(textOf(content, 'message')) > CONTENT_MAX)
    return [delivery.tooLong, `the body has more than ${CONTENT_MAX} characters`];
  const template = templateFor(machine, profile, textOf(content, 'templatecode'));
  if (template === undefined) return [delivery.noTemplate, 'there is no such template'];
  const state = serviceStatus(template);
  if (state !== 'RDY' && state !== 'ACT') return [delivery.notSendable, `the template is ${state}`];
  const difference = differs(template.content, message.type, content);
  if (difference !== undefined) return [delivery.differs, difference];
  markUsed(machine, template);
  const { recipients } = machine.store;
  if (recipients.size > 0 && !recipients.has(digits(message.to))) return [delivery.noPhone, 'there is no such phone'];
  return undefined;
}

/** A profile sends its own templates and those of its groups; a group's key sends the group's (assumption 19). */
function templateFor(machine: Machine, profile: Profile, code: string): Template | undefined {
  const owners = profile.type === 'G' ? [profile] : [profile, ...groupsOf(machine, profile)];
  for (const owner of owners) {
    const template = machine.store.template(owner.key, code);
    if (template) return settleDormancy(machine, template);
  }
  return undefined;
}

/** A number without hyphens and plus: how numbers are registered and compared. */
export function digits(number: Json): string {
  return String(number).replace(/\D/g, '');
}
