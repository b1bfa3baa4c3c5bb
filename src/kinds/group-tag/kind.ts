import { sameContent } from '../../core/content.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Kind, Operation, Refusal } from '../../core/kind.ts';
import type { Resource, Standing } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { interimName } from '../interim.ts';
import { sender } from '../sender.ts';
import { there } from '../there.ts';
import { tagDiscovery } from './discovery.ts';
import { tagEndpoints } from './endpoints.ts';

type Row = Operation<Client>;

const create: Row = {
  name: 'tag.create',
  title: 'create',
  cites: '4.5 /create',
  idempotence: 'observable',
  requires: (at, want) => where(!at && want.goal !== 'removed', 'it is there already'),
  // Which key it will have, only the service knows.
  predicts: (_, want) => [present('', want)],
  run: async ({ service, profile, desired, signal }) => {
    const fields = { ...sender(profile), groupTagName: nameIn(desired.content) };
    const { groupTagKey } = await service.call(tagEndpoints.create, fields, signal);
    return { key: groupTagKey };
  },
};

const update: Row = {
  name: 'tag.update',
  title: 'rename',
  cites: '4.5 /update',
  idempotence: 'observable',
  requires: (at, want) => where(at !== undefined && want.goal !== 'removed', 'there is no tag with this key'),
  predicts: (at, want) => (at ? [present(at.name, want)] : []),
  run: async (context) => {
    const { service, profile, desired, signal } = context;
    const { name: groupTagKey } = there(context);
    const fields = { ...sender(profile), groupTagKey, newGroupTagName: nameIn(desired.content) };
    await service.call(tagEndpoints.update, fields, signal);
    return undefined;
  },
};

const remove: Row = {
  name: 'tag.delete',
  title: 'delete',
  cites: '4.5 /delete',
  idempotence: 'observable',
  requires: (at, want) => where(at !== undefined && want.goal === 'removed', 'a tag that is declared is never deleted'),
  risk: () => 'destroys',
  predicts: () => [undefined],
  run: async (context) => {
    const fields = { ...sender(context.profile), groupTagKey: there(context).name };
    await context.service.call(tagEndpoints.delete, fields, context.signal);
    return undefined;
  },
};

/** Group tags: keys that statistics are kept by (resource API 2.3, 4.5). Their name at the service is the key. */
export const groupTag: Kind<Client> = {
  name: 'GroupTag',
  discovery: tagDiscovery,
  recognition: { titleOf: nameIn, isMeant: () => true },
  operations: [create, update, remove],
  interim: interimName,
  nameOf: ({ key }) => (typeof key === 'string' ? key : undefined),
  bindingOf: ({ name }) => ({ key: name }),
  meets: (at, want) => ({ meets: isAsWanted(at, want) ? 'yes' : 'no' }),
  wall: (_, want) => ({ operation: want.goal === 'removed' ? remove.name : update.name }),
};

function isAsWanted(at: Standing, want: Resource): boolean {
  if (want.goal === 'removed') return at === undefined;
  return at !== undefined && sameContent(at.content, want.content);
}

function present(key: string, { content }: Resource): NonNullable<Standing> {
  return { name: key, content, status: { state: 'present' } };
}

function nameIn({ name }: JsonObject): string {
  return String(name);
}

function where(holds: boolean, reason: string): Refusal | undefined {
  return holds ? undefined : { reason };
}
