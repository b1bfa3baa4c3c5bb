import type { Declaration } from '../../core/declaration.ts';
import type { RunContext } from '../../core/kind.ts';
import type { Resource } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { readRows } from '../../wire/rows.ts';
import { type Definition, declared } from '../definition.ts';
import { type ListDiscovery, unlessNothingThere, wholeList } from '../discovery.ts';
import { sender } from '../endpoint.ts';
import { also, required, text } from '../field-types.ts';
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
  there,
  type WordedKind,
} from '../operations.ts';
import { liveTag, groupTag as row, tagEndpoints } from './endpoints.ts';

/** Fields of a group tag (resource API 2.3, 4.5). */
const tagFields = { name: required(also(text('groupTagName'), 'newGroupTagName')) };

/** `GroupTag` documents (docs/manifests.md): a name only. The service assigns the key. */
export const tagDeclaration: Declaration = {
  kind: 'GroupTag',
  referredAs: ['groupTag'],
  uniqueNames: ({ content }) => [{ within: 'profile', field: 'name', value: String(content['name']) }],
  files: () => [],
  check: () => [],
  declare: ({ name = null }) => declared({ name }),
  write: ({ content: { name = null } }) => ({ manifest: { name } }),
};

/** The list has everything of each tag (resource API 4.5). */
export const tagDiscovery: ListDiscovery = {
  by: 'list',
  page: async (client, profile, _page, signal) => {
    const list = await client.call(tagEndpoints.list, sender(profile), signal);
    const rows = readRows(row, list, ['data'], tagEndpoints.list.name, 'groupTagKey', 'groupTagName');
    return wholeList(rows, liveTag, ({ groupTagName }) => groupTagName);
  },
  read: (client, profile, groupTagKey, _bound, signal) =>
    unlessNothingThere(async () =>
      liveTag(await client.call(tagEndpoints.get, { ...sender(profile), groupTagKey }, signal)),
    ),
  hasWholeRows: true,
};

const tagOperations: readonly KindOperation[] = [
  {
    name: 'tag.create',
    title: 'create',
    korean: '생성',
    cites: '4.5 /create',
    requires: isNew,
    // Only the service knows the key.
    predicts: (_, want) => [present('', want)],
    run: calling(
      tagEndpoints.create,
      ({ profile, desired }) => ({ ...sender(profile), groupTagName: desired.content['name'] }),
      ({ groupTagKey }) => ({ key: groupTagKey }),
      liveTag,
    ),
  },
  {
    name: 'tag.update',
    title: 'rename',
    korean: '이름 변경',
    cites: '4.5 /update',
    requires: needs(isDeclared),
    predicts: after((at, want) => [present(at.name, want)]),
    run: calling(
      tagEndpoints.update,
      (context) => ({ ...keyOf(context), newGroupTagName: context.desired.content['name'] }),
      undefined,
      liveTag,
    ),
  },
  {
    name: 'tag.delete',
    ...DELETING,
    cites: '4.5 /delete',
    requires: needs(isRemoved),
    run: calling(tagEndpoints.delete, keyOf),
  },
];

function keyOf(context: RunContext<Client>) {
  return { ...sender(context.profile), groupTagKey: there(context).name };
}

function present(key: string, { content }: Resource): Present {
  return { name: key, content, status: { state: 'present' } };
}

/** Group tags: the keys of statistics (resource API 2.3, 4.5). The name of the live resource is the key. */
export const groupTag: WordedKind = {
  name: 'GroupTag',
  discovery: tagDiscovery,
  recognition: { titleOf: ({ name }) => String(name), matches: () => true },
  operations: tagOperations,
  ...boundBy('key'),
  meets: meetsContent,
  blockedBy: (_, want) => ({ operation: want.goal === 'removed' ? 'tag.delete' : 'tag.update' }),
};

export const tagDefinition: Definition = {
  kind: groupTag,
  noun: { en: 'group tag', ko: '그룹 태그' },
  declaration: tagDeclaration,
  fields: tagFields,
};
