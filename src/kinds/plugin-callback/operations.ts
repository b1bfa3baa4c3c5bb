import type { Operation, Refusal } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { sender } from '../endpoint.ts';
import { there } from '../operations.ts';
import { pluginEndpoints } from './endpoints.ts';

type CallbackOperation = Operation<Client>;
type Callback = NonNullable<ResourceState>;

const PARTNER = 'another partner of the service registered it, and it alone can';

export const create: CallbackOperation = {
  name: 'plugin.create',
  title: 'register',
  cites: '4.6 /create',
  idempotence: 'observable',
  requires: (at, want) => where(!at && want.goal !== 'removed', 'the plugin has a callback URL already'),
  predicts: (_, want) => [registered(want)],
  run: async ({ service, profile, desired, signal }) => {
    const { type, url } = desired.content;
    const pluginId = idOf(desired);
    const fields = { ...sender(profile), pluginType: String(type), pluginId, callbackUrl: String(url) };
    await service.call(pluginEndpoints.create, fields, signal);
    return { pluginId };
  },
};

export const update: CallbackOperation = {
  name: 'plugin.update',
  title: 'update',
  cites: '2.3, 4.6 /update',
  idempotence: 'observable',
  requires: (at, want) => {
    if (!at || want.goal === 'removed') return { reason: 'there is no callback URL of this plugin' };
    if (!keepsIdentity(at, want)) return { reason: 'an update changes the URL, not what plugin it is of' };
    return where(at.status['modifiable'] === true, `${PARTNER} change it (modifiable is false)`);
  },
  predicts: (at, want) => (at ? [{ ...at, content: want.content }] : []),
  run: async (context) => {
    const { service, profile, desired, signal } = context;
    const callbackUrl = String(desired.content['url']);
    const fields = { ...sender(profile), pluginId: there(context).name, callbackUrl };
    await service.call(pluginEndpoints.update, fields, signal);
    return undefined;
  },
};

export const remove: CallbackOperation = {
  name: 'plugin.delete',
  title: 'delete',
  cites: '2.3, 4.6 /delete, assumption 162',
  idempotence: 'observable',
  requires: (at, want) => {
    if (!at) return { reason: 'there is no callback URL of this plugin' };
    if (want.goal !== 'removed' && keepsIdentity(at, want)) return { reason: 'what is declared is not deleted' };
    if (at.status['deletable'] === true) return undefined;
    const opens = want.goal === 'removed' ? { opens: `notiform state forget ${want.address}` } : {};
    return { reason: `${PARTNER} delete it (deletable is false)`, ...opens };
  },
  risk: () => 'destroys',
  // A plugin's id and type are given once, with its URL (assumption 162).
  note: (_, want) => (want.goal === 'removed' ? undefined : 'its id and type cannot be changed'),
  predicts: () => [undefined],
  run: async (context) => {
    const fields = { ...sender(context.profile), pluginId: there(context).name };
    await context.service.call(pluginEndpoints.delete, fields, context.signal);
    return undefined;
  },
};

/** Whether id and type are those that are wanted. */
export function keepsIdentity({ name, content }: Callback, want: Resource): boolean {
  return name === idOf(want) && content['type'] === want.content['type'];
}

function registered(want: Resource): Callback {
  return {
    name: idOf(want),
    content: want.content,
    status: { state: 'present', modifiable: true, deletable: true },
  };
}

export function idOf({ content }: Resource): string {
  return String(content['pluginId']);
}

function where(holds: boolean, reason: string): Refusal | undefined {
  return holds ? undefined : { reason };
}
