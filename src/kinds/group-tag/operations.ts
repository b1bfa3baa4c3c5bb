import type { Operation, Refusal } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { sender } from '../endpoint.ts';
import { there } from '../operations.ts';
import { tagEndpoints } from './endpoints.ts';

type TagOperation = Operation<Client>;

export const create: TagOperation = {
  name: 'tag.create',
  title: 'create',
  cites: '4.5 /create',
  idempotence: 'observable',
  requires: (at, want) => where(!at && want.goal !== 'removed', 'it is there already'),
  // Which key it will have, only the service knows.
  predicts: (_, want) => [present('', want)],
  run: async ({ service, profile, desired, signal }) => {
    const fields = { ...sender(profile), groupTagName: String(desired.content['name']) };
    const { groupTagKey } = await service.call(tagEndpoints.create, fields, signal);
    return { key: groupTagKey };
  },
};

export const update: TagOperation = {
  name: 'tag.update',
  title: 'rename',
  cites: '4.5 /update',
  idempotence: 'observable',
  requires: (at, want) => where(at !== undefined && want.goal !== 'removed', 'there is no tag with this key'),
  predicts: (at, want) => (at ? [present(at.name, want)] : []),
  run: async (context) => {
    const { service, profile, desired, signal } = context;
    const { name: groupTagKey } = there(context);
    const fields = { ...sender(profile), groupTagKey, newGroupTagName: String(desired.content['name']) };
    await service.call(tagEndpoints.update, fields, signal);
    return undefined;
  },
};

export const remove: TagOperation = {
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

function present(key: string, { content }: Resource): NonNullable<ResourceState> {
  return { name: key, content, status: { state: 'present' } };
}

function where(holds: boolean, reason: string): Refusal | undefined {
  return holds ? undefined : { reason };
}
