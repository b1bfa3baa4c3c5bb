import type { Context } from '../../context.ts';
import { type PluginCallback, type PluginType, type Profile, pluginKey } from '../entities.ts';
import { groupsOf, membersOf, senderProfiles } from '../profile/operations.ts';
import type { Template } from '../template/store.ts';

/** `pluginTypeName` (resource API 2.3). The documents do not show the names (assumption 119). */
export const pluginTypeNames: Record<PluginType, string> = {
  SECURE_IMAGE: '이미지 보안 전송',
  ONE_TIME_PROFILE: '개인정보 이용',
};

/** The plugin type of a button type. A P3 button allows both (assumption 119). */
const BUTTON_PLUGINS: ReadonlyMap<string, PluginType> = new Map([
  ['P1', 'SECURE_IMAGE'],
  ['P2', 'ONE_TIME_PROFILE'],
]);

/**
 * True if the channel of the profile knows a plugin, or those of all members of a group (assumption 119). A one-click payment has
 * no plugin type (resource API 2.3), so every plugin of a P3 button is known.
 */
export function isPluginKnown(context: Context, owner: Profile, pluginId: string, linkType: string): boolean {
  const type = BUTTON_PLUGINS.get(linkType);
  if (type === undefined) return true;
  const senders = owner.type === 'S' ? [owner] : membersOf(context, owner);
  const knows = ({ uuid }: Profile): boolean =>
    context.store.pluginCallbacks.get(pluginKey(uuid, pluginId))?.pluginType === type;
  return senders.length > 0 && senders.every(knows);
}

/** True if a template that is not stopped has a button for this plugin (assumption 119). */
export function isNamedByTemplate(context: Context, { channel, pluginId }: PluginCallback): boolean {
  const owners = new Set<string>();
  for (const profile of senderProfiles(context)) {
    if (profile.uuid !== channel) continue;
    for (const { key } of [profile, ...groupsOf(context, profile)]) owners.add(key);
  }
  const names = ({ status, content }: Template): boolean =>
    status !== 'S' && content.buttons.some((button) => button.pluginId === pluginId);
  return [...owners].some((key) => [...context.store.templates.all(key)].some(names));
}
