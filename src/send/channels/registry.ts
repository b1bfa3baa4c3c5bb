import { kindOf } from '../../core/address.ts';
import type { TemplateChannel, WrittenChannel } from '../channel.ts';
import { notification } from './notification/channel.ts';
import { text } from './text/channel.ts';

/** The channels of templates. */
export const templateChannels: readonly TemplateChannel[] = [notification];

/** The channels of messages without a template. */
export const writtenChannels: readonly WrittenChannel[] = [text];

/** Returns the channel that sends the template of an address; undefined if templates of its kind are not sent. */
export function channelOf(address: string): TemplateChannel | undefined {
  return templateChannels.find(({ kind }) => kind === kindOf(address));
}

/** Returns the channel that sends messages of a type without a template; undefined if such messages are not sent. */
export function writtenChannelOf(type: string): WrittenChannel | undefined {
  return writtenChannels.find(({ types }) => types.includes(type));
}
