import { sameContent } from '../../core/content.ts';
import type { Declaration } from '../../core/declaration.ts';
import type { Discovery, Kind } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { readRows } from '../../wire/rows.ts';
import { unlessNothingThere, wholeList } from '../discovery.ts';
import { sender } from '../endpoint.ts';
import { interimName } from '../operations.ts';
import { liveTag, writeTag } from './codec.ts';
import { groupTag as row, tagEndpoints } from './endpoints.ts';
import { create, remove, update } from './operations.ts';

/** `GroupTag` documents (docs/manifests.md): a name and nothing else. The key is the service's to give. */
export const tagDeclaration: Declaration = {
  kind: 'GroupTag',
  claims: ({ content }) => [{ within: 'profile', field: 'name', value: String(content['name']) }],
  files: () => [],
  check: () => [],
  declare: ({ name = null }) => ({ goal: 'present', content: { name }, inputs: {}, options: {} }),
  write: writeTag,
};

/** Tags are found by a list that has everything of each (resource API 4.5). */
export const tagDiscovery: Extract<Discovery<Client>, { by: 'list' }> = {
  by: 'list',
  page: async (client, profile, _page, _bound, signal) => {
    const list = await client.call(tagEndpoints.list, sender(profile), signal);
    const rows = readRows(row, list, ['data'], tagEndpoints.list.name, 'groupTagKey');
    return wholeList(rows, liveTag, ({ groupTagName }) => groupTagName);
  },
  read: (client, profile, groupTagKey, _bound, signal) =>
    unlessNothingThere(async () =>
      liveTag(await client.call(tagEndpoints.get, { ...sender(profile), groupTagKey }, signal)),
    ),
};

/** Group tags: keys that statistics are kept by (resource API 2.3, 4.5). Their name at the service is the key. */
export const groupTag: Kind<Client> = {
  name: 'GroupTag',
  discovery: tagDiscovery,
  recognition: { titleOf: ({ name }) => String(name), isMeant: () => true },
  operations: [create, update, remove],
  interim: interimName,
  nameOf: ({ key }) => (typeof key === 'string' ? key : undefined),
  bindingOf: ({ name }) => ({ key: name }),
  meets: (at, want) => ({ meets: isAsWanted(at, want) ? 'yes' : 'no' }),
  blockedBy: (_, want) => ({ operation: want.goal === 'removed' ? remove.name : update.name }),
};

function isAsWanted(at: ResourceState, want: Resource): boolean {
  if (want.goal === 'removed') return at === undefined;
  return at !== undefined && sameContent(at.content, want.content);
}
