import { kindOf } from '../../core/address.ts';
import type { Channel, TemplateChannel, WrittenChannel } from '../channel.ts';
import { brand } from './brand/channel.ts';
import { notification } from './notification/channel.ts';
import { ntalk, rcs } from './payload/channel.ts';
import { text } from './text/channel.ts';

export const channels: readonly Channel[] = [notification, brand, text, rcs, ntalk];

export const templateKinds: readonly string[] = channels.flatMap(({ templates }) => templates?.kind ?? []);

/** Returns the channel of a type; undefined if messages of this type are not sent. */
export function channelOfType(type: string): Channel | undefined {
  return channels.find(({ types }) => types.includes(type));
}

/** Returns the channel that sends the template of an address; undefined if templates of its kind are not sent. */
export function channelOfTemplate(address: string): TemplateChannel | undefined {
  return channels.find((one): one is TemplateChannel => one.templates?.kind === kindOf(address));
}

/** The channel of a message whose content `brand` of a test send writes. */
export const bubbleChannel: WrittenChannel = brand;

/** Returns the channel of a message that a test send writes in full; undefined if such messages are not sent. */
export function writtenChannelOf(type: string): WrittenChannel | undefined {
  return channels.find((one): one is WrittenChannel => one.draft !== undefined && one.types.includes(type));
}
