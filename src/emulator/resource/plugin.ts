import type { JsonObject } from '../../core/json.ts';
import { accept, refuse, result } from '../answers.ts';
import type { Context } from '../context.ts';
import { filledText, flag, needed, oneOf } from '../members.ts';
import type { Seeder } from '../route.ts';
import { type Endpoints, ofOne, ofProfile } from './access.ts';
import { PLUGIN_TYPES, type PluginCallback, type PluginType, type Profile, pluginKey } from './entities.ts';
import { profileSeeder } from './profile/control.ts';
import { groupsOf, membersOf, senderProfiles } from './profile/operations.ts';

/** `pluginTypeName` (resource API 2.3). The documents do not show the names (assumption 119). */
const pluginTypeNames: Record<PluginType, string> = {
  SECURE_IMAGE: '이미지 보안 전송',
  ONE_TIME_PROFILE: '개인정보 이용',
};

/** The plugin type of a button type. A P3 button allows both (assumption 119). */
const BUTTON_PLUGINS: ReadonlyMap<string, PluginType> = new Map([
  ['P1', 'SECURE_IMAGE'],
  ['P2', 'ONE_TIME_PROFILE'],
]);

const text = { is: 'text', required: true } as const;
const byOther = refuse(result.notAllowed, 'another hub partner registered this callback URL');

const ofCallback = ofOne(
  { pluginId: text },
  ({ store }, { uuid }, { pluginId }) =>
    store.pluginCallbacks.get(pluginKey(uuid, pluginId)) ?? refuse(result.notFound, 'no such pluginId'),
  { noGroups: true, changes: true },
);

/** The endpoints of resource API 4.6, by their path after `/v3/msgr/plugin/callbackUrl`. */
export const pluginEndpoints: Endpoints = {
  '/list': ofProfile(
    {},
    ({ store }, { uuid }) => {
      const callbacks = [...store.pluginCallbacks.values()].filter(({ channel }) => channel === uuid);
      return accept({ data: callbacks.map(callbackOf) });
    },
    { noGroups: true },
  ),

  '/create': ofProfile(
    { pluginType: { ...text, of: PLUGIN_TYPES }, pluginId: text, callbackUrl: text },
    ({ store }, { uuid: channel }, fields) => {
      if (store.pluginCallbacks.has(pluginKey(channel, fields.pluginId)))
        return refuse(result.codeTaken, 'pluginId is taken: a plugin has one callback URL');
      store.pluginCallbacks.put({ channel, ...fields, modifiable: true, deletable: true });
      return accept();
    },
    { noGroups: true, changes: true },
  ),

  '/update': ofCallback({ callbackUrl: text }, ({ store }, callback, _profile, { callbackUrl }) => {
    if (!callback.modifiable) return byOther;
    store.pluginCallbacks.put({ ...callback, callbackUrl });
    return accept();
  }),

  '/delete': ofCallback({}, (machine, callback) => {
    if (!callback.deletable) return byOther;
    if (isNamedByTemplate(machine, callback)) return refuse(result.state, "a template's button names this plugin");
    machine.store.pluginCallbacks.remove(pluginKey(callback.channel, callback.pluginId));
    return accept();
  }),
};

function callbackOf({ channel: _channel, ...callback }: PluginCallback): JsonObject {
  return { ...callback, pluginTypeName: pluginTypeNames[callback.pluginType] };
}

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
function isNamedByTemplate(context: Context, { channel, pluginId }: PluginCallback): boolean {
  const senders = senderProfiles(context).filter(({ uuid }) => uuid === channel);
  const owners = new Set(senders.flatMap((profile) => [profile, ...groupsOf(context, profile)]).map(({ key }) => key));
  return [...context.store.templates.values()].some(
    ({ senderKey, status, content }) =>
      owners.has(senderKey) && status !== 'S' && content.buttons.some((button) => button.pluginId === pluginId),
  );
}

const seedShape = {
  pluginId: needed(filledText),
  pluginType: needed(oneOf(...PLUGIN_TYPES)),
  callbackUrl: needed(filledText),
  // False if another hub partner registered the callback.
  modifiable: flag,
  deletable: flag,
};

export const pluginSeeds: Record<string, Seeder> = {
  pluginCallbacks: profileSeeder(seedShape, ({ store }, { uuid: channel }, seed) => {
    store.pluginCallbacks.put({ modifiable: true, deletable: true, ...seed, channel });
    return undefined;
  }),
};
