import type { JsonObject } from '../../core/json.ts';
import { accept, refuse, result } from '../answers.ts';
import { type Context, freeCode } from '../context.ts';
import { filledText, needed } from '../members.ts';
import type { Seeder } from '../route.ts';
import type { Shape } from '../shape.ts';
import { type Endpoints, ofOne, ofProfile } from './access.ts';
import type { GroupTag, Profile } from './entities.ts';
import { profileSeeder } from './profile/control.ts';

/** Letters of any script, digits, spaces and these special characters (resource API 2.3; assumption 112). */
const NAME = /^[\p{L}0-9 !@%&*\-_?~/.,]*$/u;

const nameRule = { is: 'text', required: true, max: 200, pattern: NAME } as const satisfies Shape[string];

const ofTag = ofOne({ groupTagKey: { is: 'text', required: true } }, ({ store }, { key }, { groupTagKey }) => {
  const tag = store.groupTags.get(groupTagKey);
  return tag?.senderKey === key ? tag : refuse(result.notFound, 'no such groupTagKey');
});

/** The endpoints of resource API 4.5, by their path after `/v4/msgr/groupTag`. */
export const tagEndpoints: Endpoints = {
  '': ofTag({}, (_machine, tag) => accept({ data: tagOf(tag) })),

  '/list': ofProfile({}, ({ store }, { key }) =>
    accept({ data: [...store.groupTags.values()].filter(({ senderKey }) => senderKey === key).map(tagOf) }),
  ),

  '/create': ofProfile(
    { groupTagName: nameRule },
    (machine, profile, { groupTagName }) => keep(machine, newTag(machine, profile, groupTagName)),
    { changes: true },
  ),

  '/update': ofTag(
    { newGroupTagName: nameRule },
    (machine, tag, _profile, { newGroupTagName: groupTagName }) => keep(machine, Object.assign(tag, { groupTagName })),
    { changes: true },
  ),

  '/delete': ofTag(
    {},
    ({ store }, { groupTagKey }) => {
      store.groupTags.remove(groupTagKey);
      return accept();
    },
    { changes: true },
  ),
};

/** A `grouptagkey` of a send has 40 characters (message API 2.10). */
const KEY_BYTES = 20;

function newTag({ store, clock, random }: Context, { key }: Profile, groupTagName: string): GroupTag {
  const groupTagKey = freeCode({ random }, KEY_BYTES, (code) => store.groupTags.has(code));
  return { senderKey: key, groupTagKey, groupTagName, createdAt: clock.now() };
}

function keep({ store }: Context, tag: GroupTag): JsonObject {
  store.groupTags.put(tag);
  return accept({ data: tagOf(tag) });
}

function tagOf({ groupTagKey, groupTagName }: GroupTag): JsonObject {
  return { groupTagKey, groupTagName };
}

export const tagSeeds: Record<string, Seeder> = {
  groupTags: profileSeeder({ groupTagName: needed(filledText), groupTagKey: filledText }, (machine, profile, seed) => {
    machine.store.groupTags.put({ ...newTag(machine, profile, seed.groupTagName), ...seed });
    return undefined;
  }),
};
