import type { Declaration, Written } from '../../core/declaration.ts';
import type { JsonObject } from '../../core/json.ts';
import type { RunContext } from '../../core/kind.ts';
import { type Problem, problemAt } from '../../core/problem.ts';
import type { Live, ProfileRef, Resource } from '../../core/resource.ts';
import { type Phrases, sayer } from '../../core/sentence.ts';
import { length } from '../../core/variables.ts';
import type { Client } from '../../wire/client.ts';
import { type Rows, readRows } from '../../wire/rows.ts';
import { type Definition, declared } from '../definition.ts';
import { type ListDiscovery, wholeList } from '../discovery.ts';
import { sender } from '../endpoint.ts';
import { text } from '../field-types.ts';
import {
  after,
  boundBy,
  calling,
  DELETING,
  isDeclared,
  isNew,
  isRemoved,
  type KindOperation,
  meetsContent,
  needs,
  type Present,
  refuseUnless,
  there,
  type WordedKind,
} from '../operations.ts';
import { type PluginCallback, pluginEndpoints, pluginCallback as row } from './endpoints.ts';

/** Fields of a plugin's callback URL (resource API 2.3, 4.6), in the order in which people read them. */
const pluginFields = { type: text('pluginType'), pluginId: text('pluginId'), url: text('callbackUrl') };

/** A callback as a live resource. What another hub partner registered says so by two members; left out they are true. */
export function liveCallback({ pluginId, pluginType, callbackUrl, modifiable, deletable }: PluginCallback): Live {
  return {
    name: pluginId,
    content: { pluginId, type: pluginType, url: callbackUrl },
    status: { state: 'present', modifiable: modifiable !== false, deletable: deletable !== false },
  };
}

/** The document of a live callback; the plugin's id is left out where the document's own is the same. */
function writeCallback({ content }: Live, id: string): Written {
  const { pluginId = null, ...rest } = content;
  return { manifest: { ...(pluginId !== id && { pluginId }), ...rest } };
}

/** `PluginCallback` documents (docs/manifests.md). A channel has them, and a group has none (assumption 117). */
export const pluginDeclaration: Declaration = {
  kind: 'PluginCallback',
  referredAs: ['plugin'],
  profileType: 'S',
  referred: ({ name }) => name,
  uniqueNames: ({ name = '' }) => [{ within: 'account', field: 'pluginId', value: name }],
  files: () => [],
  check: (manifest) => [...checkId(manifest), ...checkUrl(manifest)],
  declare: ({ id, pluginId = String(id), type = null, url = null }) =>
    declared({ pluginId, type, url }, { name: String(pluginId) }),
  write: writeCallback,
};

/** Longest id of a plugin (message API 2.9, `plugin_id`). */
const ID_MAX = 24;

/** A longer one can be registered, and no message can carry it. The manifest's id is the plugin's where none is written. */
function checkId({ id, pluginId }: JsonObject): Problem[] {
  const field = pluginId === undefined ? 'id' : 'pluginId';
  const count = length(String(pluginId ?? id));
  if (count <= ID_MAX) return [];
  const what = field === 'id' ? '`id`, which is the `pluginId` where none is written,' : '`pluginId`';
  const message = `${what} has ${count} characters; a message takes at most ${ID_MAX}`;
  const hint = field === 'id' ? 'Write a shorter `pluginId`, or shorten the id' : 'Write a shorter one';
  return [problemAt([field], { code: 'not-sendable', severity: 'warning', message, hint })];
}

/** No document says what an address looks like (resource API 4.6, assumption 119). */
function checkUrl({ url }: JsonObject): Problem[] {
  const address = String(url);
  if (/^https?:\/\/\S+$/i.test(address) && URL.canParse(address)) return [];
  const message = `\`${address}\` is no address that a server could be called at`;
  const hint = 'Write it as `https://plugin.example.com/callback`';
  return [problemAt(['url'], { code: 'wrong-form', severity: 'warning', message, hint })];
}

/** The callbacks of a profile's channel. A group has no channel, so no call is made (assumption 117). */
async function list(client: Client, profile: ProfileRef, signal: AbortSignal): Promise<Rows<PluginCallback>> {
  if (profile.type === 'G') return { rows: [], unreadable: [] };
  const list = await client.call(pluginEndpoints.list, sender(profile), signal);
  return readRows(row, list, ['data'], pluginEndpoints.list.name, 'pluginId');
}

/** Callbacks are found by a list that has everything of each (resource API 4.6); there is no other way. */
export const callbackDiscovery: ListDiscovery = {
  by: 'list',
  page: async (client, profile, _page, signal) =>
    wholeList(await list(client, profile, signal), liveCallback, ({ pluginId }) => pluginId),
  read: async (client, profile, name, _bound, signal) => {
    const { rows } = await list(client, profile, signal);
    const found = rows.find(({ pluginId }) => pluginId === name);
    return found && liveCallback(found);
  },
  provesAbsence: true,
  hasWholeRows: true,
};

const CALLBACK_SENTENCES = {
  'callback-fixed': { en: 'an update changes the URL, not the plugin', ko: '수정으로는 URL만 바꿀 수 있습니다' },
  'callback-not-ours': {
    en: 'another partner of the service registered it, and only that partner can change it (modifiable is false)',
    ko: '다른 파트너사가 등록한 콜백 URL이라 그 파트너사만 수정할 수 있습니다',
  },
  'callback-stays': {
    en: 'another partner of the service registered it, and only that partner can delete it (deletable is false)',
    ko: '다른 파트너사가 등록한 콜백 URL이라 그 파트너사만 삭제할 수 있습니다',
  },
  'callback-identity': { en: 'its id and type cannot be changed', ko: 'id와 유형은 바꿀 수 없음' },
} as const satisfies Phrases;

const say = sayer(CALLBACK_SENTENCES);

const callbackOperations: readonly KindOperation[] = [
  {
    name: 'plugin.create',
    title: 'register',
    korean: '등록',
    cites: '4.6 /create',
    requires: isNew,
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
    requires: needs(
      isDeclared,
      (at, want) => refuseUnless(keepsIdentity(at, want), say('callback-fixed')),
      ({ status }) => refuseUnless(status['modifiable'] === true, say('callback-not-ours')),
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
      (at, want) => (keepsIdentity(at, want) ? isRemoved(at, want) : undefined),
      ({ status }, want) => {
        if (status['deletable'] === true) return undefined;
        const opens = want.goal === 'removed' ? { opens: `notiform state forget ${want.address}` } : {};
        return { reason: say('callback-stays'), ...opens };
      },
    ),
    // A plugin's id and type are set once, with its URL (assumption 162).
    note: (_, want) => (want.goal === 'removed' ? undefined : say('callback-identity')),
    run: calling(pluginEndpoints.delete, pluginOf),
  },
];

/** True if the plugin has the declared id and type. */
function keepsIdentity({ name, content }: Present, want: Resource): boolean {
  return name === idOf(want) && content['type'] === want.content['type'];
}

function pluginOf(context: RunContext<Client>) {
  return { ...sender(context.profile), pluginId: there(context).name };
}

function idOf({ content }: Resource): string {
  return String(content['pluginId']);
}

/** Callback URLs of plugins (resource API 2.3, 4.6): one for each plugin of a channel. Their name is the plugin's id. */
export const pluginCallback: WordedKind = {
  name: 'PluginCallback',
  discovery: callbackDiscovery,
  operations: callbackOperations,
  ...boundBy('pluginId'),
  meets: meetsContent,
  // A resource that no route reaches was registered by another partner.
  blockedBy: (at, want) => {
    const changes = at && want.goal !== 'removed' && keepsIdentity(at, want);
    return { operation: changes ? 'plugin.update' : 'plugin.delete' };
  },
};

export const pluginDefinition: Definition = {
  kind: pluginCallback,
  noun: { en: 'plugin callback', ko: '플러그인 콜백' },
  declaration: pluginDeclaration,
  fields: pluginFields,
  sentences: CALLBACK_SENTENCES,
};
