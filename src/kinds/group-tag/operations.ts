import type { RunContext } from '../../core/kind.ts';
import type { Resource } from '../../core/resource.ts';
import { type Phrases, sayer } from '../../core/sentence.ts';
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
import { liveTag, tagEndpoints } from './endpoints.ts';

export const TAG_SENTENCES = {
  'tag-missing': { en: 'there is no tag with this key', ko: '이 키의 태그가 없습니다' },
  'tag-exists': { en: 'it exists already', ko: '이미 있습니다' },
  'tag-declared': { en: 'a declared tag is never deleted', ko: '파일에 있는 태그는 삭제하지 않습니다' },
} as const satisfies Phrases;

const say = sayer(TAG_SENTENCES);

const ABSENT = say('tag-missing');

export const tagOperations: readonly KindOperation[] = [
  {
    name: 'tag.create',
    title: 'create',
    korean: '생성',
    cites: '4.5 /create',
    idempotence: 'observable',
    requires: (at, want) => refuseUnless(!at && want.goal !== 'removed', say('tag-exists')),
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
    idempotence: 'observable',
    requires: needs(ABSENT, (_, want) => refuseUnless(want.goal !== 'removed', ABSENT)),
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
    requires: needs(ABSENT, (_, want) => refuseUnless(want.goal === 'removed', say('tag-declared'))),
    run: calling(tagEndpoints.delete, keyOf),
  },
];

function keyOf(context: RunContext<Client>) {
  return { ...sender(context.profile), groupTagKey: there(context).name };
}

function present(key: string, { content }: Resource): Present {
  return { name: key, content, status: { state: 'present' } };
}
