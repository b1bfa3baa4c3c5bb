import type { JsonObject } from '../../core/json.ts';
import type { Ground } from '../ground.ts';
import type { Message, Outcome } from '../store/message.ts';

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

/** The shape that the webhook is sent and that a report holds under `result` (message API 6; assumption 21). */
export function resultOf(ground: Ground, message: Message, { result, device }: Outcome): JsonObject {
  return {
    DEVICE: device.toUpperCase(),
    CMSGID: message.messagekey,
    MSGID: message.msgid,
    PHONE: message.to,
    MEDIA: (device === message.type ? ground.wire.product : device).toUpperCase(),
    UNIXTIME: String(Math.floor(message.resultAt / 1000)),
    RESULT: result,
    REFKEY: message.refkey,
  };
}
