import type { JsonObject } from '../../core/json.ts';
import type { Context } from '../context.ts';
import { isBrandType } from '../resource/brand-template/type.ts';
import type { Message, MessageType, Outcome } from './message.ts';
import { isMessengerType, isNotificationType } from './message-types.ts';

/**
 * RESULT codes of a failed delivery. The documents show 4400, 7305, 7314, 7322 and 8970; the others are those of a like
 * service (assumption 21).
 */
export const delivery = {
  unreachable: '4400',
  profile: '7103',
  differs: '7204',
  uncertain: '7305',
  noPhone: '7308',
  tooLong: '7314',
  noTemplate: '7315',
  notSendable: '7318',
  wrongKey: '8970',
} as const;

/** The code of success by channel: five are shown, not which is whose (message API 6.2; assumption 97). */
export function successOf(type: MessageType): string {
  if (isMessengerType(type)) return '7000';
  if (type === 'mms') return '6600';
  if (type === 'rcs') return '8000';
  return type === 'ntalk' ? '5000' : '4100';
}

/** The results that mean delivery (message API 6). */
export const SUCCESSES: readonly string[] = ['4100', '6600', '7000', '8000', '5000'];

/** Whether a fallback follows. Not where it is uncertain: it may have arrived (message API 6.4; assumption 94). */
export function isFailure(result: string): boolean {
  return result !== delivery.uncertain && !SUCCESSES.includes(result);
}

/** The media's name: a messenger product's own, else the channel's (message API 6; assumption 97). */
function mediaOf(context: Context, type: MessageType): string {
  if (isNotificationType(type)) return context.wire.product;
  return isBrandType(type) ? 'brandmessage' : type;
}

/** The shape that the webhook is sent and that a report holds under `result` (message API 6; assumption 21). */
export function resultOf(context: Context, message: Message, { result, device }: Outcome): JsonObject {
  return {
    DEVICE: device.toUpperCase(),
    CMSGID: message.messagekey,
    MSGID: message.msgid,
    PHONE: message.to,
    MEDIA: mediaOf(context, device).toUpperCase(),
    UNIXTIME: String(Math.floor(message.resultAt / 1000)),
    RESULT: result,
    REFKEY: message.refkey,
  };
}
