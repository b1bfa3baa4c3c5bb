import type { Context } from '../../context.ts';
import type { Profile } from '../profile/profile.ts';
import { profileBy } from '../profile/registry.ts';
import type { GroupTag } from './tag.ts';

/** Longest name of a tag, in code points (resource API 2.3). */
export const TAG_NAME_MAX = 200;
/** A key fits a send's `grouptagkey`, which has 40 characters (message API 2.10). */
const KEY_BYTES = 20;

/** A tag to be there at once. */
export interface SeedGroupTag {
  /** The sender key or group key, or the alias of the profile. */
  profile: string;
  groupTagName: string;
  /** A free one where left out. */
  groupTagKey?: string;
}

/** The tags of a profile or group, the oldest first. */
export function tagsOf(context: Context, profile: Profile): GroupTag[] {
  return [...context.store.groupTags.values()].filter(({ senderKey }) => senderKey === profile.key);
}

/** A tag that no collection holds yet. */
export function newTag(context: Context, profile: Profile, groupTagName: string): GroupTag {
  return { senderKey: profile.key, groupTagKey: freeKey(context), groupTagName, createdAt: context.clock.now() };
}

/** Puts tags into the store without a guard, all or none; replaces one of the same key. A sentence where a profile is missing. */
export function plantGroupTags(context: Context, seeds: readonly SeedGroupTag[]): string | undefined {
  const planted: GroupTag[] = [];
  for (const { profile: name, groupTagName, groupTagKey } of seeds) {
    const profile = profileBy(context, name);
    if (profile === undefined) return `no such profile: ${name}`;
    planted.push({ ...newTag(context, profile, groupTagName), ...(groupTagKey !== undefined && { groupTagKey }) });
  }
  for (const tag of planted) context.store.groupTags.put(tag);
  return undefined;
}

function freeKey(context: Context): string {
  for (;;) {
    const key = context.random.hex(KEY_BYTES);
    if (!context.store.groupTags.has(key)) return key;
  }
}
