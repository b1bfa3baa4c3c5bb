import type { JsonObject } from '../../../core/json.ts';
import { accept, refuse, result } from '../../answers.ts';
import { filledText, flag, needed, oneOf } from '../../members.ts';
import type { Seeder } from '../../route.ts';
import type { Shape } from '../../shape.ts';
import {
  type Endpoint,
  type Endpoints,
  findSender,
  findUsableSender,
  type OneHandler,
  ofOne,
  ofProfile,
  ofUsableSender,
} from '../access.ts';
import { PLUGIN_TYPES, type PluginCallback, pluginKey } from '../entities.ts';
import { profileSeeder } from '../profile/control.ts';
import { isNamedByTemplate, pluginTypeNames } from './operations.ts';

const text = { is: 'text', required: true } as const;

/** The endpoints of resource API 4.6, by their path after `/v3/msgr/plugin/callbackUrl`. */
export const pluginEndpoints: Endpoints = {
  '/list': ofProfile(
    {},
    ({ store }, { uuid }) => {
      const callbacks = [...store.pluginCallbacks.values()].filter(({ channel }) => channel === uuid);
      return accept({ data: callbacks.map(callbackOf) });
    },
    findSender,
  ),

  '/create': ofUsableSender(
    { pluginType: { ...text, of: PLUGIN_TYPES }, pluginId: text, callbackUrl: text },
    ({ store }, { uuid: channel }, fields) => {
      if (store.pluginCallbacks.has(pluginKey(channel, fields.pluginId)))
        return refuse(result.codeTaken, 'pluginId is taken: a plugin has one callback URL');
      store.pluginCallbacks.put({ channel, ...fields, modifiable: true, deletable: true });
      return accept();
    },
  ),

  '/update': ofCallback({ callbackUrl: text }, ({ store }, callback, _profile, { callbackUrl }) => {
    if (!callback.modifiable) return refuse(result.notAllowed, 'another hub partner registered this callback URL');
    store.pluginCallbacks.put({ ...callback, callbackUrl });
    return accept();
  }),

  '/delete': ofCallback({}, (machine, callback) => {
    const { channel, pluginId, deletable } = callback;
    if (!deletable) return refuse(result.notAllowed, 'another hub partner registered this callback URL');
    if (isNamedByTemplate(machine, callback)) return refuse(result.state, "a template's button names this plugin");
    machine.store.pluginCallbacks.remove(pluginKey(channel, pluginId));
    return accept();
  }),
};

function callbackOf({ pluginId, pluginType, callbackUrl, modifiable, deletable }: PluginCallback): JsonObject {
  return {
    pluginId,
    pluginType,
    pluginTypeName: pluginTypeNames[pluginType],
    callbackUrl,
    modifiable,
    deletable,
  };
}

function ofCallback<const S extends Shape>(shape: S, handle: OneHandler<PluginCallback, S>): Endpoint {
  return ofOne(
    { pluginId: text },
    ({ store }, { uuid }, { pluginId }) =>
      store.pluginCallbacks.get(pluginKey(uuid, pluginId)) ?? refuse(result.notFound, 'no such pluginId'),
    shape,
    handle,
    findUsableSender,
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
