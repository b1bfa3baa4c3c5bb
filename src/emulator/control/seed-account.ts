import type { JsonObject } from '../../core/json.ts';
import type { Machine } from '../machine.ts';
import { filledText, flag, oneOf, type Rules, readSeeds } from '../members.ts';
import { plantGroupTags as plantTags, type SeedGroupTag } from '../resource/group-tag/registry.ts';
import { plantPluginCallbacks as plantCallbacks, type SeedPluginCallback } from '../resource/plugin/callbacks.ts';
import { PLUGIN_TYPES } from '../resource/plugin/plugin.ts';
import { type RegisteredProfile, register } from '../resource/profile/registry.ts';
import type { Channel } from '../resource/profile/verification-token.ts';
import { channelRules, profileRules } from './profile-routes.ts';

/** What belongs to the account: channels, profiles and groups, group tags, plugin callbacks. A sentence where a seed is wrong. */

export function plantChannels(machine: Machine, seeds: readonly JsonObject[]): string | undefined {
  const channels = readSeeds<Channel>('channels', seeds, channelRules, ['id', 'phone']);
  if (typeof channels === 'string') return channels;
  register(machine, { channels });
  return undefined;
}

export function plantProfiles(machine: Machine, seeds: readonly JsonObject[]): string | undefined {
  const profiles = readSeeds<RegisteredProfile>('profiles', seeds, profileRules, ['alias', 'key', 'type']);
  if (typeof profiles === 'string') return profiles;
  register(machine, { profiles });
  return undefined;
}

const tagRules: Rules<SeedGroupTag> = { profile: filledText, groupTagName: filledText, groupTagKey: filledText };

export function plantGroupTags(machine: Machine, seeds: readonly JsonObject[]): string | undefined {
  const tags = readSeeds<SeedGroupTag>('groupTags', seeds, tagRules, ['profile', 'groupTagName']);
  return typeof tags === 'string' ? tags : plantTags(machine, tags);
}

const callbackRules: Rules<SeedPluginCallback> = {
  profile: filledText,
  pluginId: filledText,
  pluginType: oneOf(...PLUGIN_TYPES),
  callbackUrl: filledText,
  modifiable: flag,
  deletable: flag,
};

export function plantPluginCallbacks(machine: Machine, seeds: readonly JsonObject[]): string | undefined {
  const required = ['profile', 'pluginId', 'pluginType', 'callbackUrl'] as const;
  const callbacks = readSeeds<SeedPluginCallback>('pluginCallbacks', seeds, callbackRules, required);
  return typeof callbacks === 'string' ? callbacks : plantCallbacks(machine, callbacks);
}
