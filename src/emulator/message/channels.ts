import { brandChannel } from './brand/phone.ts';
import type { MessageChannel } from './channel.ts';
import { type BrandType, brandTypes, type MessageType } from './message.ts';
import { notificationChannel } from './notification/payload.ts';
import { rcsChannel } from './rcs/payload.ts';
import { textChannel } from './text/payload.ts';

const brandChannels = Object.fromEntries(brandTypes.map((type) => [type, brandChannel(type)])) as Record<
  BrandType,
  MessageChannel
>; // one for each type

/** Every type of message API 2.4. */
export const channels: Readonly<Record<MessageType, MessageChannel>> = {
  sms: textChannel('sms'),
  lms: textChannel('lms'),
  mms: textChannel('mms'),
  rcs: rcsChannel,
  at: notificationChannel,
  ai: notificationChannel,
  ...brandChannels,
  // The documents do not show the content of an ntalk, so every object is accepted (assumption 96).
  ntalk: { family: 'ntalk', success: '5000', shape: () => ({}), check: () => undefined },
};

export const messageTypes = Object.keys(channels) as MessageType[]; // the keys of the table

export function isMessageType(type: string): type is MessageType {
  return Object.hasOwn(channels, type);
}
