import type { JsonObject } from '../../core/json.ts';
import { accept, isRefused, type Refused, refuse, result } from '../answers.ts';
import type { Machine } from '../machine.ts';
import { PLUGIN_TYPES, type PluginCallback, pluginKey } from '../store/plugin.ts';
import type { Profile } from '../store/profile.ts';
import type { Handler } from './access.ts';
import { Reading } from './guards/reading.ts';
import { isNamedByTemplate, pluginTypeNames } from './plugin-callbacks.ts';
import { withSender, withUsableSender } from './profile-access.ts';

/** The endpoints of resource API 4.6, by their path behind `/v3/msgr/plugin/callbackUrl`. */
export const pluginEndpoints: Record<string, Handler> = {
  '/list': withSender(({ store }, _body, { uuid }) => {
    const callbacks = [...store.pluginCallbacks.values()].filter(({ channel }) => channel === uuid);
    return accept({ data: callbacks.map(callbackOf) });
  }),

  '/create': withUsableSender(({ store }, body, { uuid: channel }) => {
    const reading = new Reading(body);
    const pluginType = reading.word('pluginType', PLUGIN_TYPES) || PLUGIN_TYPES[0]; // no word: the reading failed
    const pluginId = reading.requiredText('pluginId');
    const callbackUrl = reading.requiredText('callbackUrl');
    if (reading.failure) return reading.failure;
    if (store.pluginCallbacks.has(pluginKey(channel, pluginId)))
      return refuse(result.codeTaken, 'pluginId is taken: a plugin has one callback URL');
    store.pluginCallbacks.put({ channel, pluginId, pluginType, callbackUrl, modifiable: true, deletable: true });
    return accept();
  }),

  '/update': withCallback(({ store }, body, callback) => {
    const reading = new Reading(body);
    const callbackUrl = reading.requiredText('callbackUrl');
    if (reading.failure) return reading.failure;
    if (!callback.modifiable) return refuse(result.notAllowed, 'another hub partner registered this callback URL');
    store.pluginCallbacks.put({ ...callback, callbackUrl });
    return accept();
  }),

  '/delete': withCallback((machine, _body, callback) => {
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

/** A handler that is given a callback of the channel of the request's profile, which can be used. */
function withCallback(
  handle: (machine: Machine, body: JsonObject, callback: PluginCallback) => JsonObject | Refused,
): Handler {
  return withUsableSender((machine, body, profile) => {
    const callback = findCallback(machine, body, profile);
    return isRefused(callback) ? callback : handle(machine, body, callback);
  });
}

function findCallback(machine: Machine, body: JsonObject, { uuid }: Profile): PluginCallback | Refused {
  const reading = new Reading(body);
  const callback = machine.store.pluginCallbacks.get(pluginKey(uuid, reading.requiredText('pluginId')));
  return reading.failure ?? callback ?? refuse(result.notFound, 'no such pluginId');
}
