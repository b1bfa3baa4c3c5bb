import { brandTypes, isBrandType } from '../resource/brand-template/type.ts';
import type { MessageType, NotificationType, TextType } from './message.ts';

const textTypes: readonly MessageType[] = ['sms', 'lms', 'mms'];
const notificationTypes: readonly MessageType[] = ['at', 'ai'];

/** Every type of message API 2.4. */
export const messageTypes: readonly MessageType[] = [...textTypes, 'rcs', ...notificationTypes, ...brandTypes, 'ntalk'];

export function isMessageType(type: string): type is MessageType {
  return messageTypes.some((known) => known === type);
}

export function isTextType(type: MessageType): type is TextType {
  return textTypes.includes(type);
}

export function isNotificationType(type: MessageType): type is NotificationType {
  return notificationTypes.includes(type);
}

/** A product of the messenger: notification or brand message (message API 2.11). */
export function isMessengerType(type: MessageType): boolean {
  return isNotificationType(type) || isBrandType(type);
}

/** Whether the sender number has to be a registered one (message API 1, prerequisites; assumption 29). */
export function needsSender(type: MessageType): boolean {
  return isTextType(type) || type === 'rcs';
}
