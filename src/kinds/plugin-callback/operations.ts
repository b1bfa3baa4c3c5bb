import type { RunContext } from '../../core/kind.ts';
import type { Resource } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { sender } from '../endpoint.ts';
import {
  after,
  calling,
  DELETING,
  type KindOperation,
  needs,
  type Present,
  refuseUnless,
  there,
} from '../operations.ts';
import { pluginEndpoints } from './endpoints.ts';

const ABSENT = 'this plugin has no callback URL';
const PARTNER = 'another partner of the service registered it, and only that partner can';

export const callbackOperations: readonly KindOperation[] = [
  {
    name: 'plugin.create',
    title: 'register',
    korean: '등록',
    cites: '4.6 /create',
    idempotence: 'observable',
    requires: (at, want) => refuseUnless(!at && want.goal !== 'removed', 'the plugin has a callback URL already'),
    predicts: (_, want) => [
      {
        name: idOf(want),
        content: want.content,
        status: { state: 'present', modifiable: true, deletable: true },
      },
    ],
    run: calling(
      pluginEndpoints.create,
      ({ profile, desired }) => {
        const { type, url } = desired.content;
        return { ...sender(profile), pluginType: type, pluginId: idOf(desired), callbackUrl: url };
      },
      (_, { desired }) => ({ pluginId: idOf(desired) }),
    ),
  },
  {
    name: 'plugin.update',
    title: 'update',
    korean: '수정',
    cites: '2.3, 4.6 /update',
    idempotence: 'observable',
    requires: needs(
      ABSENT,
      (_, want) => refuseUnless(want.goal !== 'removed', ABSENT),
      (at, want) => refuseUnless(keepsIdentity(at, want), 'an update changes the URL, not the plugin'),
      ({ status }) => refuseUnless(status['modifiable'] === true, `${PARTNER} change it (modifiable is false)`),
    ),
    predicts: after((at, want) => [{ ...at, content: want.content }]),
    run: calling(pluginEndpoints.update, (context) => ({
      ...pluginOf(context),
      callbackUrl: context.desired.content['url'],
    })),
  },
  {
    name: 'plugin.delete',
    ...DELETING,
    cites: '2.3, 4.6 /delete, assumption 162',
    requires: needs(
      ABSENT,
      (at, want) =>
        refuseUnless(want.goal === 'removed' || !keepsIdentity(at, want), 'a declared callback URL is not deleted'),
      ({ status }, want) => {
        if (status['deletable'] === true) return undefined;
        const opens = want.goal === 'removed' ? { opens: `notiform state forget ${want.address}` } : {};
        return { reason: `${PARTNER} delete it (deletable is false)`, ...opens };
      },
    ),
    // A plugin's id and type are set once, with its URL (assumption 162).
    note: (_, want) => (want.goal === 'removed' ? undefined : 'its id and type cannot be changed'),
    run: calling(pluginEndpoints.delete, pluginOf),
  },
];

/** True if the plugin has the declared id and type. */
export function keepsIdentity({ name, content }: Present, want: Resource): boolean {
  return name === idOf(want) && content['type'] === want.content['type'];
}

function pluginOf(context: RunContext<Client>) {
  return { ...sender(context.profile), pluginId: there(context).name };
}

function idOf({ content }: Resource): string {
  return String(content['pluginId']);
}
