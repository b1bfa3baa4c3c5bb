import type { Context } from '../../context.ts';
import type { Profile } from '../profile/profile.ts';
import type { GroupTag } from './tag.ts';

/** Longest name of a tag, in code points (resource API 2.3). */
export const TAG_NAME_MAX = 200;
/** A key fits a send's `grouptagkey`, which has 40 characters (message API 2.10). */
const KEY_BYTES = 20;

/** The tags of a profile or group, the oldest first. */
export function tagsOf(context: Context, profile: Profile): GroupTag[] {
  return [...context.store.groupTags.values()].filter(({ senderKey }) => senderKey === profile.key);
}

/** A tag that no collection holds yet. */
export function newTag(context: Context, profile: Profile, groupTagName: string): GroupTag {
  return { senderKey: profile.key, groupTagKey: freeKey(context), groupTagName, createdAt: context.clock.now() };
}

function freeKey(context: Context): string {
  for (;;) {
    const key = context.random.hex(KEY_BYTES);
    if (!context.store.groupTags.has(key)) return key;
  }
}
