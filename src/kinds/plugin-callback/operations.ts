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
import { pluginEndpoints } from './endpoints.ts';

export const CALLBACK_SENTENCES = {
  'callback-missing': { en: 'this plugin has no callback URL', ko: '플러그인에 콜백 URL이 없습니다' },
  'callback-exists': { en: 'the plugin has a callback URL already', ko: '플러그인에 콜백 URL이 이미 있습니다' },
  'callback-fixed': { en: 'an update changes the URL, not the plugin', ko: '수정으로는 URL만 바꿀 수 있습니다' },
  'callback-not-ours': {
    en: 'another partner of the service registered it, and only that partner can change it (modifiable is false)',
    ko: '다른 파트너사가 등록한 콜백 URL이라 그 파트너사만 수정할 수 있습니다',
  },
  'callback-stays': {
    en: 'another partner of the service registered it, and only that partner can delete it (deletable is false)',
    ko: '다른 파트너사가 등록한 콜백 URL이라 그 파트너사만 삭제할 수 있습니다',
  },
  'callback-declared': { en: 'a declared callback URL is not deleted', ko: '파일에 있는 콜백 URL은 삭제하지 않습니다' },
  'callback-identity': { en: 'its id and type cannot be changed', ko: 'id와 유형은 바꿀 수 없음' },
} as const satisfies Phrases;

const say = sayer(CALLBACK_SENTENCES);

const ABSENT = say('callback-missing');

export const callbackOperations: readonly KindOperation[] = [
  {
    name: 'plugin.create',
    title: 'register',
    korean: '등록',
    cites: '4.6 /create',
    idempotence: 'observable',
    requires: (at, want) => refuseUnless(!at && want.goal !== 'removed', say('callback-exists')),
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
      ABSENT,
      (at, want) => refuseUnless(want.goal === 'removed' || !keepsIdentity(at, want), say('callback-declared')),
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
export function keepsIdentity({ name, content }: Present, want: Resource): boolean {
  return name === idOf(want) && content['type'] === want.content['type'];
}

function pluginOf(context: RunContext<Client>) {
  return { ...sender(context.profile), pluginId: there(context).name };
}

function idOf({ content }: Resource): string {
  return String(content['pluginId']);
}
