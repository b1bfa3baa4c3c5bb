import { kindOf } from '../../core/address.ts';
import type { Channel } from '../channel.ts';
import { notification } from './notification/channel.ts';

/** Every channel. */
export const channels: readonly Channel[] = [notification];

/** Returns the channel that sends the template of an address; undefined if templates of its kind are not sent. */
export function channelOf(address: string): Channel | undefined {
  return channels.find(({ kind }) => kind === kindOf(address));
}
